"""Turns and fights: initiative, declaring, acting, changing, aborting, the steps of an attack."""
