"""Many games between bots: one game, and many in sum (`playing`), who plays them (`executor`), and what is kept (`tables`)."""
