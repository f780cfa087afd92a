# Scenes, leaving and house rules.

scene-ended-first = The scene ended first.
no-longer-there = { $who } is no longer there.
no-longer-visible = { $who } is out of sight.
house-pools-traits = Pools: { $manoeuvre }: { $why }
