"""Draw boards, searches and comparisons. Nothing here searches or decides, and nothing else imports rich."""
