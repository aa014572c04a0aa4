"""Lets people in: HTTP, sockets, cookies, limits, logs. `app.application` takes `Settings` and gives an ASGI application.

What is asked is read and bounded here and nowhere else; what is answered comes from `tables`, `rules` and `picture`, which are
called in threads. The event loop only passes things on.
"""
