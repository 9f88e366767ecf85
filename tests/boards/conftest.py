"""Property tests here judge what is right, never how fast."""

from hypothesis import settings

settings.register_profile("boards", deadline=None)
settings.load_profile("boards")
