"""What may go in: types at every depth, the values that a problem itself speaks of, and the shape of its inputs."""
