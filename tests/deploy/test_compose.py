"""The compose file: what every key of it says is what the server takes, and nothing leads out."""

from pathlib import Path

import pytest

from sfumato.cli.serve import serve
from sfumato.server import ServerConfig
from tests.deploy.conftest import DEPLOY, ROOT

yaml = pytest.importorskip("yaml")
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
SERVICES = COMPOSE["services"]
KEYS = {
    "image", "build", "command", "user", "read_only", "cap_drop", "security_opt", "pids_limit", "mem_limit", "restart",
    "stop_grace_period", "secrets", "networks", "profiles", "ports",
}  # fmt: skip


def test_there_is_nothing_in_it_that_is_not_checked():
    assert set(COMPOSE) == {"services", "networks", "secrets"}
    for service in SERVICES.values():
        assert set(service) <= KEYS
        assert (DEPLOY / service["build"]["context"]).resolve() == ROOT.resolve()
        assert (ROOT / service["build"]["dockerfile"]).is_file()
        assert set(service["networks"]) <= set(COMPOSE["networks"])
        assert service["secrets"] == list(COMPOSE["secrets"])


@pytest.mark.parametrize("name", SERVICES)
def test_services_have_no_rights(name, lines):
    service = SERVICES[name]
    (user,) = (line.rest for line in lines if line.name == "USER")
    assert service["user"] == user
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert not {"privileged", "volumes", "devices", "network_mode"} & set(service)


@pytest.mark.parametrize("name", SERVICES)
def test_the_server_takes_what_it_is_given(name):
    context = serve.make_context("serve", list(SERVICES[name]["command"]))
    given = {key: context.params[key] for key in ("host", "port", "names", "workers", "metrics", "compat")}
    config = ServerConfig(token="x" * 32, **given)
    assert not config.is_local
    assert config.compat == ("presidio" if name == "presidio" else None)
    secret = Path("/run/secrets") / SERVICES[name]["secrets"][0]
    assert context.params["token_file"] == secret


def test_nothing_leads_out_and_only_this_machine_in():
    networks = COMPOSE["networks"]
    for name in SERVICES["sfumato"]["networks"]:
        assert networks[name] == {"internal": True}
    assert "ports" not in SERVICES["sfumato"]
    assert SERVICES["presidio"]["ports"] == ["127.0.0.1:5001:8421", "127.0.0.1:5002:8421"]
    for name in SERVICES["presidio"]["networks"]:
        assert networks[name]["driver_opts"] == {"com.docker.network.bridge.enable_ip_masquerade": "false"}


def test_the_published_port_is_the_servers(lines):
    (exposed,) = (line.rest for line in lines if line.name == "EXPOSE")
    assert int(exposed) == ServerConfig().port
    assert all(port.endswith(f":{exposed}") for port in SERVICES["presidio"]["ports"])
