"""Tables of simulated games as CSV or Parquet: `columns` say what is in them, `table` keeps them on disk."""
