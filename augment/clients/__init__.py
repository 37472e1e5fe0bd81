"""Language models behind OpenAI's chat protocol, which most servers speak."""
