"""Many games between bots: what one game is (`playing`), who plays them (`running`), and what is kept (`tally`, `tables`)."""
