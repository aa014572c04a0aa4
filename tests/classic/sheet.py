"""The components of classic, typed a second time from the fact sheet (sections 1.9, 4 and 5), by the names the rules use."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

# The sheet's letters: Food, Wood, Stone, Cloth, Gold, denier, prestige points, royal favours.
LETTERS = {"F": "food", "W": "wood", "S": "stone", "C": "cloth", "G": "gold", "d": "denier", "pp": "prestige", "fav": "favour"}
CUBES = "FWSCG"
GOODS = "FWSC"

Change = dict[str, int]
"""Amounts by the sheet's letters."""

# ---- the data block of the sheet (1.9)

WOOD: dict[str, dict[str, Any]] = {
    "farm_food": {"cost": {"W": 1, "F": 1}, "pp": 2, "produce": [{"F": 2}, {"C": 1}]},
    "farm_cloth": {"cost": {"W": 1, "F": 1}, "pp": 2, "produce": [{"C": 2}, {"F": 1}]},
    "quarry": {"cost": {"W": 1, "F": 1}, "pp": 2, "produce": [{"S": 2}]},
    "sawmill": {"cost": {"W": 1, "F": 1}, "pp": 2, "produce": [{"W": 2}]},
    "market": {"cost": {"W": 1, "any": 1}, "pp": 4, "sell": 6},
    "peddler": {"cost": {"W": 1, "any": 1}, "pp": 4, "buy": [(1, 1), (2, 2)]},
    "mason": {"cost": {"W": 1, "F": 1}, "pp": 4, "build": "stone"},
    "lawyer": {"cost": {"W": 1, "C": 1}, "pp": 4, "residence": {"d": 1, "C": 1}},
}
STONE: dict[str, dict[str, Any]] = {
    "farm_stone": {"cost": {"S": 1, "F": 1}, "pp": 3, "produce": [{"F": 2, "C": 1}], "bonus": "FC"},
    "park": {"cost": {"S": 1, "F": 1}, "pp": 3, "produce": [{"W": 2, "F": 1}], "bonus": "WF"},
    "workshop": {"cost": {"S": 1, "F": 1}, "pp": 3, "produce": [{"S": 2, "C": 1}], "bonus": "SC"},
    "bank": {"cost": {"S": 1, "W": 1}, "pp": 6, "trade": [({"d": 2}, {"G": 1}), ({"d": 5}, {"G": 2})]},
    "alchemist": {"cost": {"S": 1, "F": 1}, "pp": 6, "melt": [(2, 1), (4, 2)]},
    "church": {"cost": {"S": 1, "C": 1}, "pp": 3, "fav": 1, "trade": [({"d": 2}, {"pp": 3}), ({"d": 4}, {"pp": 5})]},
    "tailor": {"cost": {"S": 1, "W": 1}, "pp": 6, "trade": [({"C": 2}, {"pp": 4}), ({"C": 3}, {"pp": 6})]},
    "jeweller": {"cost": {"S": 1, "C": 1}, "pp": 6, "trade": [({"G": 1}, {"pp": 5}), ({"G": 2}, {"pp": 9})]},
    "architect": {"copies": 2, "cost": {"S": 1, "F": 1}, "pp": 6, "build": "prestige"},
}
PRESTIGE: dict[str, dict[str, Any]] = {
    "statue": {"cost": {"S": 2, "G": 1}, "pp": 7, "fav": 1},
    "granary": {"cost": {"F": 3, "G": 1}, "pp": 10},
    "library": {"cost": {"W": 3, "G": 1}, "pp": 10, "income": 1},
    "weaver": {"cost": {"C": 3, "G": 1}, "pp": 12},
    "theater": {"cost": {"W": 3, "G": 2}, "pp": 14, "fav": 1},
    "college": {"cost": {"S": 3, "G": 2}, "pp": 14, "fav": 1},
    "monument": {"cost": {"S": 4, "G": 2}, "pp": 14, "fav": 2},
    "hotel": {"cost": {"S": 3, "G": 2}, "pp": 16, "income": 2},
    "cathedral": {"cost": {"S": 5, "G": 3}, "pp": 25},
}
NEUTRAL: dict[str, dict[str, Any]] = {
    "farm_neutral": {"produce": [{"F": 1}, {"C": 1}]},
    "forest": {"produce": [{"F": 1}, {"W": 1}]},
    "sawmill_neutral": {"produce": [{"W": 1}]},
    "quarry_neutral": {"produce": [{"S": 1}]},
    "market_neutral": {"sell": 4},
    "carpenter": {"build": "wood"},
}
FIXED: dict[str, dict[str, Any]] = {
    "peddler_fixed": {"space": 7, "buy": [(2, 1)]},
    "carpenter_fixed": {"space": 8, "build": "wood"},
    "gold_mine": {"space": 16, "produce": [{"G": 1}]},
}
RESIDENCE: dict[str, Any] = {"pp": 2, "income": 1}
SPECIAL = ["gate", "trading_post", "guild", "joust", "stables", "inn"]
FAMILIES = {
    "wood_building": WOOD,
    "stone_building": STONE,
    "prestige_building": PRESTIGE,
    "neutral_building": NEUTRAL,
    "fixed_building": FIXED,
    "residential_building": {"residence": RESIDENCE},
    "special_building": {name: {} for name in SPECIAL},
}
SHEET = {name: data for family in FAMILIES.values() for name, data in family.items()}
CRAFT_AND_PRESTIGE = [*WOOD, *STONE, *PRESTIGE]

# ---- favours (section 4): what each column brings, one way or another

FAVOURS: dict[str, list[list[Change]]] = {
    "prestige_line": [[{"pp": n}] for n in (1, 2, 3, 4, 5)],
    "denier_line": [[{"d": n}] for n in (3, 4, 5, 6, 7)],
    "cube_line": [
        [{"F": 1}],
        [{"W": 1}, {"S": 1}],
        [{"C": 1}],
        [
            {},
            *(
                {k: n for k in GOODS + "G" if (n := pair.count(k) - (k == given))}
                for given in CUBES
                for pair in combinations_with_replacement(GOODS, 2)
            ),
        ],
        [{"G": 1}],
    ],
}

# ---- the castle (section 5): favours by houses

CASTLE: dict[str, dict[str, Any]] = {
    "dungeon": {"parts": 6, "worth": 5, "mark": 12, "penalty": 2, "favours": [0, 0, 1, 1, 1, 1, 1]},
    "walls": {"parts": 10, "worth": 4, "mark": 18, "penalty": 3, "favours": [0, 0, 1, 2, 2, 3, 3]},
    "towers": {"parts": 14, "worth": 3, "mark": 24, "penalty": 4, "favours": [0, 0, 1, 1, 2, 2, 3]},
}
