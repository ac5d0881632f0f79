"""Files that can tell whether every byte of them is as it was written.

A Parquet reader trusts what it reads: one flipped bit may give other numbers, or end the process.  So a part carries
the SHA-256 of itself, and nothing reads it before that has been checked.  The hash stands in the record, and is
computed with zeros in its place.  It finds accidents; who forges a part can compute a new one.
"""

from hashlib import sha256

#: The record's field for the hash, as it is written before the hash is known.
SEAL_FIELD = "file_sha256"
UNSEALED = "0" * 64

_OPENING = f'"{SEAL_FIELD}": "'.encode()
_MAGIC = b"PAR1"
# One damaged byte cannot hide both.
_MARKS = (_OPENING, b'"software": "meldlab"')


def seal(content: bytes) -> bytes:
    """Return `content`, which holds a record with an empty seal, with the hash in its place."""
    place = _place(content)
    if place is None or content[place] != UNSEALED.encode():
        raise AssertionError("a record has one empty seal")
    return content[: place.start] + sha256(content).hexdigest().encode() + content[place.stop :]


def is_whole(content: bytes) -> bool:
    """Return whether `content` is byte for byte what `seal` returned."""
    place = _place(content)
    if place is None:
        return False
    digest = sha256(content[: place.start])
    digest.update(UNSEALED.encode())
    digest.update(content[place.stop :])
    return digest.hexdigest().encode() == content[place]


def is_foreign(content: bytes) -> bool:
    """Return whether `content` looks like Parquet that meldlab did not write, rather than like a damaged part."""
    if len(content) < 12 or content[:4] != _MAGIC or content[-4:] != _MAGIC or any(mark in content for mark in _MARKS):
        return False
    return 0 < int.from_bytes(content[-8:-4], "little") <= len(content) - 12


def _place(content: bytes) -> slice | None:
    """Return where the hash stands; None if there is no such field, or more than one."""
    start = content.find(_OPENING)
    if start < 0 or content.find(_OPENING, start + 1) >= 0:
        return None
    start += len(_OPENING)
    place = slice(start, start + len(UNSEALED))
    return place if content[place.stop : place.stop + 1] == b'"' else None
