"""Keeps few of many vetted cases."""
