"""What a language model is asked when tests are made, and what is taken of its answers: data, never believed."""
