"""Copies the pictures of a chronicle from one store into another."""

import sys

from server.pictures.contract import PictureStore, picture_id


async def copy_pictures_of(chronicle: str, pictures: PictureStore, copies: PictureStore) -> int:
    """Copy all pictures of a chronicle. Return the number of damaged pictures, which are left out."""
    damaged = 0
    for key in await pictures.keys(chronicle):
        data = await pictures.find(chronicle, key.id) or b""
        if picture_id(data) == key.id:
            await copies.put(key, data, sys.maxsize)
        else:
            damaged += 1
    return damaged
