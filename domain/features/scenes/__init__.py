"""Scenes and chronicles: opening, closing, creating characters, house rules, chat, downtime."""
