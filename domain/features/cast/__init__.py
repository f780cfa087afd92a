"""The cast: hiding and revealing characters, handing them over, what they carry from scene to scene."""
