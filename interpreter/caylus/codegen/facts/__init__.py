"""Facts about the model that code generation needs: nullability, silence, the values that views show."""
