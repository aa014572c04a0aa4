"""Running a program: the machine, its stack, its draws, and the bounds and faults of a choice."""
