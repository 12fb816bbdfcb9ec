"""Pictures as bare pixels: no comments, no profiles, nothing that is not seen."""

from __future__ import annotations

import math
import zlib
from typing import Any

from sfumato.io.formats import pictures
from sfumato.io.formats.pdf.objects import entry, library, listed, numbers

_MOST_PIXELS = 40_000_000


def copied(source: Any, target: Any) -> Any | None:
    """A picture of one file as a new one of another; none where it cannot be read."""
    width, height = _size(source)
    if not 0 < width * height <= _MOST_PIXELS:
        return None
    if _is_stencil(source):
        return _mask(source, target)
    image, alpha = _parted(_pillow(source))
    if image is None:
        return None
    made = _jpeg(source, image, target) if _is_plain_jpeg(source) else None
    made = made or _from_pillow(image, target)
    soft = entry(source, "/SMask")
    if alpha is None and soft is not None and 0 < math.prod(_size(soft)) <= _MOST_PIXELS:
        veil = _pillow(soft)
        alpha = veil.convert("L") if veil is not None else None
    if made is None:
        return None
    if alpha is not None:
        mask: Any = _from_pillow(alpha, target)
        matte = numbers(entry(soft, "/Matte"), len(image.getbands()), ())
        if matte:  # what the colours were mixed with beforehand
            mask["/Matte"] = [round(each, 4) for each in matte]
        made["/SMask"] = target.make_indirect(mask)
    if entry(source, "/Interpolate") is True:
        made["/Interpolate"] = True
    return made


def of_content(inline: Any, pdf: Any, resources: Any) -> Any:
    """A picture that stands in the content of a page, as one that stands by itself."""
    pikepdf = library()
    head = {key: inline.obj[key] for key in inline.obj} | {"/Subtype": pikepdf.Name("/Image")}
    named = entry(entry(resources, "/ColorSpace"), str(head.get("/ColorSpace")))
    data = inline.unparse().partition(b"ID")[2][1:].removesuffix(b"EI")
    made = pdf.make_stream(data)
    made.update(pikepdf.Dictionary(head | ({"/ColorSpace": named} if named is not None else {})))
    return made


def is_dot(source: Any) -> bool:
    """Whether a picture is a stencil of one point that is painted: a rule, as some programs draw them."""
    if not _is_stencil(source) or _size(source) != (1, 1):
        return False
    data = _stencil_bytes(source)
    return bool(data) and (data[0] >> 7 == 1) == _is_turned(source)


def _is_stencil(source: Any) -> bool:
    return entry(source, "/ImageMask") in (True, "true")


def _size(source: Any) -> tuple[int, int]:
    try:
        return int(source.get("/Width", source.get("/W", 0))), int(source.get("/Height", source.get("/H", 0)))
    except (TypeError, ValueError, AttributeError):
        return 0, 0


def _parted(image: Any | None) -> tuple[Any | None, Any | None]:
    """The colours of a picture, and how much of each point shows, where that was read with them."""
    if image is None or image.mode not in ("RGBA", "LA", "PA"):
        return image, None
    return image.convert("L" if image.mode == "LA" else "RGB"), image.getchannel("A")


def _is_plain_jpeg(source: Any) -> bool:
    if [str(each) for each in listed(entry(source, "/Filter"))] != ["/DCTDecode"]:
        return False
    space = listed(entry(source, "/ColorSpace"))
    known = ("/DeviceRGB", "/DeviceGray", "/ICCBased", "/CalRGB", "/CalGray")
    return bool(space) and str(space[0]) in known and entry(source, "/Decode") is None


def _jpeg(source: Any, image: Any, target: Any) -> Any | None:
    """A picture that was compressed so, as it was; none where its bytes cannot be taken over."""
    bare = pictures.bare(source.read_raw_bytes())
    if bare is None or image.mode not in ("RGB", "L"):
        return None
    pikepdf = library()
    made = target.make_stream(bare)
    made.update(_head(pikepdf, *_size(source), "/DeviceRGB" if image.mode == "RGB" else "/DeviceGray"))
    made["/Filter"] = pikepdf.Name("/DCTDecode")
    return made


def _pillow(source: Any) -> Any | None:
    try:
        found = library().PdfImage(source).as_pil_image()
        found.load()
    except Exception:  # pictures break in any way: one that cannot be read is left out
        return None
    return found


def _from_pillow(image: Any, target: Any) -> Any | None:
    if image is None:
        return None
    if image.mode not in ("RGB", "L", "CMYK"):
        image = image.convert("L" if image.mode in ("1", "LA", "I;16", "I") else "RGB")
    space = {"RGB": "/DeviceRGB", "L": "/DeviceGray", "CMYK": "/DeviceCMYK"}[image.mode]
    pikepdf = library()
    made = target.make_stream(zlib.compress(image.tobytes(), 6))
    made.update(_head(pikepdf, image.width, image.height, space))
    made["/Filter"] = pikepdf.Name("/FlateDecode")
    return made


def _stencil_bytes(source: Any) -> bytes:
    try:
        return bytes(source.read_bytes())
    except Exception:  # pictures break in any way
        return b""


def _is_turned(source: Any) -> bool:
    """Whether what is set in a stencil is painted, not what is not."""
    return numbers(entry(source, "/Decode"), 2, ()) == (1.0, 0.0)


def _mask(source: Any, target: Any) -> Any | None:
    """A stencil, through which the colour of the page is painted."""
    pikepdf = library()
    data = _stencil_bytes(source)
    width, height = _size(source)
    if len(data) < (width + 7) // 8 * height:
        return None
    made = target.make_stream(zlib.compress(data[: (width + 7) // 8 * height], 6))
    made.update(_head(pikepdf, width, height, ""))
    made["/ImageMask"], made["/BitsPerComponent"] = True, 1
    if _is_turned(source):
        made["/Decode"] = pikepdf.Array([1, 0])
    made["/Filter"] = pikepdf.Name("/FlateDecode")
    return made


def _head(pikepdf: Any, width: int, height: int, space: str) -> dict[str, Any]:
    head = {"/Type": pikepdf.Name("/XObject"), "/Subtype": pikepdf.Name("/Image"), "/Width": width, "/Height": height}
    if space:
        head |= {"/ColorSpace": pikepdf.Name(space), "/BitsPerComponent": 8}
    return head
