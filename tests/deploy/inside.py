"""Run by a test where there is no network and nothing can be written: starts the server, asks it, ends it."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

URL = "http://127.0.0.1:8421"
PART = '--x\r\nContent-Disposition: form-data; name="{}"\r\nContent-Type: {}\r\n\r\n{}\r\n'
FORM = (
    PART.format("request", "application/json", '{"hide": ["HIV"]}')
    + PART.format("document", "text/html", "<p>He was started on zidovudine.</p>")
    + "--x--\r\n"
).encode()


def main():
    said = json.loads(sys.argv[1])
    server = subprocess.Popen(said["start"], env=said["environment"], stdout=sys.stderr)
    try:
        told = asked(said)
    finally:
        server.send_signal(signal.SIGTERM)
        ended = server.wait(30)
    print(json.dumps({"uid": os.getuid(), "ended": ended, **told}))


def asked(said):
    for _ in range(600):
        health = subprocess.run(said["health"], env=said["environment"], stderr=subprocess.DEVNULL, check=False)
        if health.returncode == 0:
            break
        time.sleep(0.2)
    own = {"authorization": f"Bearer {said['token']}", "content-type": "application/json"}
    body = json.dumps({"text": "He was started on zidovudine.", "hide": ["HIV"]}).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{URL}/v1/sanitize", body, own), timeout=60) as answer:
        text = json.load(answer)["text"]
    own["content-type"] = "multipart/form-data; boundary=x"
    with urllib.request.urlopen(urllib.request.Request(f"{URL}/v1/documents", FORM, own), timeout=120) as answer:
        document = answer.read().decode()
    try:
        urllib.request.urlopen(f"{URL}/v1/policies", timeout=60)
        refused = 200
    except urllib.error.HTTPError as error:
        refused = error.code
    told = {"health": health.returncode, "text": text, "document": document}
    return {**told, "without token": refused, "written": written()}


def written():
    """Folders where something could be written, of those where servers usually do."""
    found = []
    for folder in ("/", "/tmp", "/var/tmp", "/run", os.path.dirname(sys.executable)):
        try:
            with open(os.path.join(folder, "sfumato-was-here"), "x"):
                found.append(folder)
        except OSError:
            continue
    return found


if __name__ == "__main__":
    main()
