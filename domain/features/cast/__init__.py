"""The cast: hiding and revealing characters, handing them over, and what is remembered about them from scene to
scene."""
