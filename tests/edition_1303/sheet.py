"""The components of 1303, typed a second time from the fact sheet: its data block, section 14, in its words.

`any` is one of the basic resources; `pp` are prestige points; each entry of `use` and `setup` is one effect to choose.
A tile without `setup` shows the same on both sides.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Amounts = Mapping[str, int]
Tile = Mapping[str, Any]

BASIC = ["food", "wood", "stone", "fabric"]
GOODS = [*BASIC, "gold"]

TABLE = {
    2: {"workers": 10, "recruit": 3, "characters": 5},
    3: {"workers": 6, "recruit": 3, "characters": 6},
    4: {"workers": 6, "recruit": 3, "characters": 7},
    5: {"workers": 10, "recruit": 2, "characters": 8},
}
START = {"wood": 2, "food": 1, "stone": 1, "fabric": 0, "gold": 0, "prestige": 0}
WORKERS_OF_A_COLOR = 15
HOUSES_OF_A_COLOR = 10
ROUNDS = 9
PRINTED_ROW = ["fairground", "lawyer", "carpenter", "toll"]  # the Guilds Bridge comes fifth
YELLOW, BROWN, EMPTY_A, GRAY, EMPTY_B = range(1, 9), 9, range(10, 14), 14, range(15, 24)
PROVOST = {"start": 8, "rearmost": 0, "beyond the end": 3}
BRIDGE_STEPS = 3  # each for one worker
BUNDLE: dict[str, Any] = {"size": 3, "must include": "food", "pp": 5}
POINTS_OF_A_GOLD = 2
OPEN_TILES = {1: range(1, 10), 2: range(4, 10), 3: range(7, 10)}

PRINTED: dict[str, Tile] = {
    "fairground": {"use": [{"pay": {"wood": 1}, "gain": {"favor": 1}}]},
    "lawyer": {"mark": {"fabric": 1}},
    "carpenter": {"use": [{"build": "wood"}]},
    "toll": {"provost": 2},
}
STARTING: dict[str, Tile] = {
    "farm": {"copies": 2, "use": [{"gain": {"food": 1}}]},
    "sawmill": {"copies": 1, "use": [{"gain": {"wood": 1}}]},
    "quarry": {"copies": 1, "use": [{"gain": {"stone": 1}}]},
    "carpenter": {"copies": 1, "use": [{"build": "wood"}]},
    "market": {"copies": 2, "use": [{"pay": {"worker": 1}, "gain": {"any": 1}}]},
    "guild_3": {"copies": 1, "use": [{"pay": {"any": 1}, "gain": {"worker": 3}}]},
    "guild_4": {"copies": 1, "use": [{"pay": {"stone": 1}, "gain": {"worker": 4}}]},
}
WOOD: dict[str, Tile] = {
    "farm": {"cost": {"wood": 1, "food": 1}, "pp": 2, "use": [{"gain": {"food": 2}}], "setup": [{"gain": {"food": 1, "pp": 1}}]},
    "sawmill": {
        "cost": {"wood": 1, "food": 1},
        "pp": 2,
        "use": [{"gain": {"wood": 2}}],
        "setup": [{"gain": {"wood": 1, "pp": 1}}],
    },
    "quarry": {
        "cost": {"wood": 1, "food": 1},
        "pp": 2,
        "use": [{"gain": {"stone": 2}}],
        "setup": [{"gain": {"stone": 1, "pp": 1}}],
    },
    "spinning_mill": {
        "cost": {"wood": 2},
        "pp": 2,
        "use": [{"gain": {"fabric": 2}}],
        "setup": [{"gain": {"fabric": 1, "pp": 1}}],
    },
    "market": {"cost": {"wood": 1, "food": 1}, "pp": 3, "use": [{"gain": {"any": 1}}]},
    "covered_market": {
        "cost": {"wood": 1, "any": 1},
        "pp": 3,
        "use": [{"gain": {"worker": 3}}],
        "setup": [{"gain": {"worker": 2, "pp": 1}}],
    },
    "manor": {"cost": {"wood": 1, "fabric": 1}, "pp": 4, "use": [{"gain": {"favor": 1}}], "setup": [{"gain": {"pp": 2}}]},
    "tailor": {
        "cost": {"wood": 1, "any": 1},
        "pp": 4,
        "use": [{"pay": {"fabric": 1}, "gain": {"pp": 4}}, {"pay": {"fabric": 2}, "gain": {"pp": 6}}],
    },
    "stonemason": {
        "cost": {"wood": 1, "any": 1},
        "pp": 4,
        "use": [{"build": "stone"}],
        "setup": [{"build": "stone", "waived": "stone"}],
    },
}
STONE: dict[str, Tile] = {
    "farm": {
        "cost": {"stone": 1, "food": 1},
        "pp": 3,
        "use": [{"gain": {"food": 2, "fabric": 1}}],
        "bonus": {"food": 1},
        "setup": [{"gain": {"food": 1, "fabric": 1}}],
    },
    "sawmill": {
        "cost": {"stone": 1, "food": 1},
        "pp": 3,
        "use": [{"gain": {"wood": 2, "fabric": 1}}],
        "bonus": {"wood": 1},
        "setup": [{"gain": {"wood": 1, "fabric": 1}}],
    },
    "quarry": {
        "cost": {"stone": 1, "food": 1},
        "pp": 3,
        "use": [{"gain": {"stone": 2, "fabric": 1}}],
        "bonus": {"stone": 1},
        "setup": [{"gain": {"stone": 1, "fabric": 1}}],
    },
    "gold_mine": {"cost": {"stone": 1, "food": 1}, "pp": 4, "use": [{"gain": {"gold": 1}}]},
    "guild": {"cost": {"stone": 1, "any": 1}, "pp": 4, "use": [{"pay": {"any": 1}, "gain": {"worker": 5}}]},
    "foundry": {
        "cost": {"stone": 1, "wood": 1},
        "pp": 5,
        "use": [{"pay": {"worker": 1}, "gain": {"gold": 1}}, {"pay": {"worker": 3}, "gain": {"gold": 2}}],
    },
    "church": {
        "cost": {"stone": 1, "fabric": 1},
        "pp": 5,
        "use": [{"pay": {"worker": 2}, "gain": {"pp": 4}}, {"pay": {"worker": 4}, "gain": {"pp": 6}}],
    },
    "alchemist": {
        "cost": {"stone": 1, "wood": 1},
        "pp": 5,
        "use": [{"pay": {"any": 1}, "gain": {"gold": 1}}, {"pay": {"any": 2}, "gain": {"gold": 2}}],
    },
    "jeweler": {
        "cost": {"stone": 1, "wood": 1},
        "pp": 5,
        "use": [{"pay": {"gold": 1}, "gain": {"pp": 5}}, {"pay": {"gold": 2}, "gain": {"pp": 9}}],
    },
}
MONUMENTS: dict[str, Tile] = {
    "garden": {"cost": {"gold": 1, "wood": 1}, "pp": 4, "recruit": {"worker": 2}},
    "granary": {"cost": {"gold": 1, "stone": 1}, "pp": 5, "recruit": {"food": 1}},
    "factory": {"cost": {"gold": 1, "fabric": 1}, "pp": 5, "recruit": {"fabric": 1}},
    "statue": {"cost": {"gold": 1, "stone": 2}, "pp": 7},
    "theater": {"cost": {"gold": 3, "wood": 4}, "pp": 12, "favor": 1},
    "cathedral": {"cost": {"gold": 3, "stone": 3}, "pp": 15},
    "mansion": {"cost": {"gold": 5, "stone": 5}, "pp": 20},
}
RESIDENCE: Tile = {"recruit": {"worker": 1}}
FIRST_GAME = {
    2: {"bailiff", "architect", "foreman", "day_laborer", "chamberlain"},
    3: {"deliveryman"},
    4: {"journeyman"},
    5: {"early_riser"},
}
CHARACTERS = {
    "early_riser", "night_worker", "journeyman", "thief", "bailiff", "steward", "architect", "deliveryman", "chamberlain",
    "foreman", "goldsmith", "day_laborer",
}  # fmt: skip
