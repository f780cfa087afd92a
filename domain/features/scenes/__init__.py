"""Scenes and chronicles: opening and closing, creating characters, house rules, talk, downtime."""
