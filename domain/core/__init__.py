"""The event core, which knows no rule: audiences, events, records, state, commands, chance and sealed dice."""
