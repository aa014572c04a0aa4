"""Functions that generated code calls. Nothing else of the package is at hand when a kept program is brought to life."""
