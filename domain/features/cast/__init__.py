"""The cast: hiding and revealing characters, handing them over, their memories from scene to scene."""
