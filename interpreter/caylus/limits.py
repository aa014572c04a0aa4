"""Every bound of the library, and why it is where it is. What an author can meet stands first, and in rulesets/LANGUAGE.md too.

Bounds are generous to games and hard on texts that want to keep a machine busy; the shipped games are far from all of them.
"""

from __future__ import annotations

# ---- files

MOST_BYTES = 256 * 1024  # Of a file of rules: more than anybody wants to read in one piece.
MOST_BYTES_IN_RULES = 512 * 1024  # Of all rules of a ruleset together, so that many files are no way round the bound on one.
MOST_BYTES_IN_MANIFEST = 64 * 1024  # A manifest names things and says little of them.
MOST_BYTES_IN_YAML = 256 * 1024  # Of a YAML file: its reader is slow, and no file that a person writes comes near.
MOST_VALUES_IN_YAML = 20_000  # Each is remembered with its place.
DEEPEST_YAML = 32  # How many values may stand inside one another; whoever walks them takes a call a level.

# ---- texts of rules

MOST_TOKENS = 100_000  # Words and symbols in a file; each costs more memory than the letters it is made of.
LONGEST_NAME = 64  # In letters; names stand in messages, options and generated code.
LONGEST_TEXT = 4096  # In characters, between two quotation marks.
GREATEST_NUMBER = 1_000_000  # That can be written. What stands for "without end" is better left away.
LONGEST_CHAIN = 256  # Values joined by one sort of operator; whoever walks them takes a call each.

DEEPEST_NESTING = 64
"""Brackets inside one another: as deep as Python's own parser goes with what is generated from them, and some."""

DEEPEST_SYNTAX = 160  # Levels of a syntax tree; leaves whoever walks it five calls a level.

DEEPEST_IN_TEXT = 24
"""Levels of a formula in a text: it stands inside a syntax tree that is read by itself, and nobody reads a long one there."""

DEEPEST_DEFINITION = 150  # Levels of one definition when names, layers and edits have been put in their places.

# ---- what a ruleset consists of

MOST_PLAYERS = 20  # More than any table seats; every player has a number of each resource and state.
MOST_OBJECTS = 2_000  # Of all kinds together; each has a number of every state of its kind.

MOST_INDICES = 4
"""That a state is kept for besides whose it is: each is one more word in brackets, and one more level of what is shown."""

MOST_VALUES = 100_000  # Of all states that are kept for something besides, together: every copy of a game copies them.
MOST_CELLS = 32  # Rows, and columns, of a table: each cell is an action.
MOST_INSTEAD = 32  # Rules that stand `instead of` one action: each is one more question inside the one before.
MOST_LOOPS = 16  # Loops inside one another, and choices of one option: Python allows twenty.
DEEPEST_KINDS = 16  # Kinds one below the other.
DEEPEST_CALLS = 64  # Values that ask values, actions that do actions: how many may be open at once, one inside the other.

DEEPEST_RULE = 180
"""Expressions and statements inside one another, through all that is asked and done; Python's stack holds about 1,000 calls."""

MOST_DEEP = 16  # How deep what leads back to itself may be done inside itself: it is made ready once for each time.
DEEPEST_LAYERS = 4  # Rulesets that stand on one another.
MOST_EDITS = 1_000  # Of one layer: what differs in more places is better written as a ruleset of its own.
MOST_CHECKS = 100_000  # Steps of a check; a whole game takes about a fortieth of it.

# ---- numbers and payments

NUMBER_BOUND = 10**15
"""What has a name lies less than this from 0: constants, states, `let`, what an action is given. No game needs more, and what
squares itself would grow without end."""

FORMULA_BOUND = 10**18  # What a formula comes to on its way lies less than this from 0: room for a sum of a thousand states.
MOST_NUMBERS = 1_000  # How many numbers `a to b` holds, and how often something is repeated where only play decides how often.

MOST_AMOUNT = 10**9
"""Of a resource in one payment: two of them together still fit into the 32 bits that a packed payment has for each."""

MOST_WAYS = 500  # To pay or to gain something: nobody could look through more, and every one is listed whenever somebody decides.

# ---- how much work a game may be

MOST_STEPS = 1_000_000
"""Of one piece of a rule, which nothing can interrupt: about a second. A step is an expression or a statement carried out."""

FUEL = 10_000_000  # Steps between two decisions after which a game is held to be running in circles.

MOST_WAITING = 1_000
"""Rules that wait for their turns because somebody has gained something: each that comes makes the queue anew."""

MOST_DECISIONS = 10_000
"""Of a game that only bots decide, after which it is held to have no end: a long game of five takes about 600."""

MOST_GAMES = 100  # Of a match, after which it is over, whoever leads: its save tells of every game.

# ==== what no author of rules meets

# ---- how many steps work on a list is

STEPS_TO_DRAW = 2  # For each member of a list that is shuffled: a random number, and two members that change places.
COPIED_IN_A_STEP = 32  # Members of a list that are copied, compared or moved in the time of a step.

# ---- what is worked out when rules are loaded

MOST_WITHIN_REACH = 4_096  # Choices for all that one state may name, worked out when rules are loaded; more would be felt there.

# ---- what the check follows to prove that something never or always holds

MOST_CASES_TRIED = 6  # Cases of a value, or ways to break a condition, that are tried one after the other.
DEEPEST_CONDITION = 6  # Conditions within conditions that are followed.
MOST_PATHS = 64  # Ways through an action that are told apart, to find what the rules conserve.
MOST_OBJECTS_NAMED = 4  # Objects that a warning lists one by one.

# ---- what is told of a choice that nobody had

MOST_REASONS_TOLD = 2  # Where there is not one for all options.

# ---- files that machines write

MOST_DIGITS_IN_YAML = 40  # Of a number: any that means something, and none that takes long to read.
MOST_BYTES_IN_JSON = 8 * 1024 * 1024  # Of a saved game or a transcript, which machines write: longer than YAML, and quickly read.
MOST_COMMAS_IN_JSON = 50_000  # There are no more values than commas and brackets, and each takes memory.

DEEPEST_JSON = 100
"""How many values may stand inside one another. Counted here: Python counts only up to its own, changeable, bound on calls."""

MOST_DIGITS_IN_JSON = 400  # Of a whole number: a seed may have many digits, but longer ones take long to read.
MOST_CACHED = 100_000_000  # Bytes that the cache holds, some hundred rulesets; of more, the oldest go.
LONGEST_LINE = 80  # In letters, of a title or of what people are called (schemas/manifest): it has room where it is shown.

# ---- how far a fault is looked into

DEEPEST_STACK = 1_000  # Symbols not yet joined while a text is parsed, far more than that depth needs.

LONGEST_LINE_MENDED = 200
"""In words and symbols: a longer line with a fault is not read again as it was probably meant; nobody writes so many."""

MOST_NAMED = 8  # Names that a message lists.
MOST_MENDINGS = 8  # How often a text is looked into again after it has been mended: what was read wrongly hides what follows.

MOST_DEFINITIONS_REMEMBERED = 2_000
"""Definitions that facts about their syntax are kept of: those of several rulesets, while somebody writes one of them."""

MOST_NAMES_LISTED = 16  # In a message, of the names that could be meant.
MOST_COMPARED = 50_000  # Names that are looked at, in all, in search of what somebody probably meant.
MOST_GUESSES = 50  # How many times the edits of a layer are searched for what somebody probably meant.
MOST_PAIRS = 1_000  # Attachments of two layers to one thing that are held against each other; beyond, an order is asked for.

# ---- how closely secrets are followed

MOST_SECRETS = 6  # That are told apart in one formula; of more it is only known that nobody may know them all.
MOST_LIKELY = 30  # Up to what a hidden number without bounds is taken to go where the check looks for faults that tell of it.
MOST_GROWTH_ROUNDS = 100  # In which a number that grows by itself is followed.
MOST_GROWTH_WALK = 5_000  # Statements that are gone through, each as often as it is called, to see how often they are done.
MOST_FACTS = 16  # That a rule is taken to say of who somebody is.
MOST_PROOF_STEPS = 1_000  # Of a proof that there is something to choose from.
MOST_PROOF_MEMBERS = 4  # That such a proof speaks of at once.
MOST_WAYS_OPEN = 8  # Ways to call an action, by what lies open and which facts hold, that are looked into apart.

# ---- how much people are told at once

MOST_FAULTS = 500  # Of one file: nobody reads more.
MOST_SHOWN_OF_FILE = 20  # Of the faults of one file, in full.
MOST_SCHEMA_FAULTS = 100  # Of one document.

MOST_REQUIREMENTS = 5_000
"""Into which conditions are taken apart, of all options together, so that each can say for itself that it fails."""

MOST_PLACES = 8  # More places of one unknown name.
MOST_CIRCLES = 10  # Of definitions that need each other.
MOST_STEPS_SHOWN = 12  # Of one circle.
MOST_PHRASES = 5  # Of what might have stood where a text goes wrong.
MOST_COMBINATIONS = 1_000  # Of choices that would touch a thing; why none of them is legal is told of so many.

# ---- what a log tells

MOST_TOLD = 10_000
"""Of what happens between two decisions: about a second's worth, and more than anybody reads. The rest is left out."""

# ---- worlds of a seat

MOST_DEALS = 20  # Ways to deal hidden cards that are tried before those that they truly have are taken.
MOST_REPLAYED = 2_000  # Choices that are played again for one world of a seat, over all tries: some tenths of a second.
MOST_WORLDS_KEPT = 16  # Worlds of a seat that a bot keeps from decision to decision.
MOST_REMEMBERED = 40  # Choices back to which a kept world can be mended.

# ---- warnings

MOST_VISITS = 2_000  # Ways to actions that are followed to see what has just been cleared: where there are more, nothing is said.
MOST_TIMES_TRADED = 6  # How often one option may be taken for another one, to see whether both together pay.

# ---- what an author may have meant

MOST_ADVISED = 3  # Definitions of one check for which drafts are made.
MOST_DRAFTS_READ = 60  # Of one definition.
MOST_DRAFTS_CHECKED = 12  # Of these, with the whole game.
DEEPEST_DRAFT = 6  # Steps from a definition to one of its drafts.

# ---- names of people

MOST_MARKS = 4
"""The marks that a letter may carry, such as accents and vowels. No language needs more; a heap of them covers other lines."""

# ---- games as numbers

MOST_ACTIONS = 100_000  # How much there may be to choose among, in all that a game may ask.

# ---- games as machine code: Python goes on where that is not enough

MOST_FRAMES = 400  # Actions that wait inside one another: memory for them is set aside.
MOST_OPTIONS = 8_192  # Of one decision: memory for them is set aside.

MOST_BLOCKS = 1 << 24
"""Of the rules in one call, about ten seconds: the check bounds what one does. The bounds of the compiler cost more: greedy
games took 50 % longer with fuel, and 28 % with epochs."""
