"""The live scenes of one process, and what passes between chronicle and scene."""
