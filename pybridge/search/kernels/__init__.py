"""Searches compiled by numba: folders for domains, networks, packed states and the census, files for the rest."""
