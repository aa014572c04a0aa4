"""Many games between bots: what one game is (`playing`), who plays them (`executor`), and what is kept (`summary`, `tables`)."""
