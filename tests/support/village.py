"""A small game in a folder, to be changed by variants."""

from __future__ import annotations

from pathlib import Path

RULES = """
resource coin "coin", grain "grain"

constant wage = 2

kind hut plural huts {
  cost payment = nothing
  action use(player)
}
hut mill "Mill" { cost 1 coin, use { gain 2 grain } }
hut store "Store" { cost 2 coin, use { may choose { option pay 1 grain to gain 3 coin, option pay 2 grain to gain 7 coin } } }

each player has { jobs number }

state days number

game "Village" for 1 to 3 players {
  repeat at most 3 times { do day() }
}

sequence day "Day" = morning, noon, evening

phase morning "Morning" { raise days by 1 }

phase noon "Noon" {
  for each player in players {
    choose "Work or rest" {
      option work(hut in huts) "work in the {hut}" {
        require may_work(player, hut)
        pay hut.cost
        raise player.jobs by 1
        do hut.use(player)
      }
      option rest { gain pay_of(player) coin }
    }
  }
}

phase evening "Evening" {
  for each player in players where player.grain > 2 { lose 1 grain }
}

condition may_work(player, hut) {
  require player.jobs < 2      "two jobs are enough"
  require hut is mill or days > 1  "the store opens on the second day"
}

value pay_of(player) = wage + size of players

value score(player) = player.coin + player.grain
"""


def write_game(folder: Path, name: str = "village", rules: str = RULES) -> Path:
    """A ruleset of its own in a folder of its name."""
    return _write(
        folder / name, f"name: {name}\ntitle: Village\nversion: 1.0.0\nlanguage: 1\nseats: [Ann, Ben, Cem, Dan]\n", rules
    )


def write_variant(folder: Path, rules: str, name: str = "twist") -> Path:
    """A variant of the small game, next to it."""
    manifest = f"name: {name}\ntitle: Twist\nversion: 1.0.0\nlanguage: 1\nextends: {{ name: village, version: '1' }}\n"
    return _write(folder / name, manifest, rules)


def _write(folder: Path, manifest: str, rules: str) -> Path:
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(f"{manifest}rules: [rules.rules]\n", encoding="utf-8")
    (folder / "rules.rules").write_text(rules.strip("\n") + "\n", encoding="utf-8")
    return folder
