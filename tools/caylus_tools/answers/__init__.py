"""What people at a table ask and are told: what a thing is, why something is not offered, what they wish to be spared."""
