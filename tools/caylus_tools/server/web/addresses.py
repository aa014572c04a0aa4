"""Identify who asks by the network: addresses, and the names this server answers to."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from caylus_tools.server.settings import Settings

_AT_HOME = (".local", ".localhost", ".lan", ".home", ".home.arpa", ".internal", ".fritz.box")
"""Ends of names that no stranger can give to an address of theirs."""


def household(scope: Scope) -> str:
    """The network that counts as one address: an IPv4 address, or the network of an IPv6 address that one customer gets."""
    host = scope["client"][0] if scope.get("client") else ""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is None:
            return f"{IPv6Address(int(address) >> 64 << 64)}/64"
        address = address.ipv4_mapped
    return str(address)


def is_this_machine(scope: Scope, settings: Settings) -> bool:
    """Return whether the request comes from this machine itself, and not from a proxy on it that nobody has told us of."""
    headers = Headers(scope=scope)
    passed_on = "x-forwarded-for" in headers or "forwarded" in headers
    try:
        is_local = ip_address(household(scope)).is_loopback
    except ValueError:
        is_local = household(scope).startswith("::/")  # ::1 in its network
    return is_local and not (passed_on and not settings.proxies)


def is_proxy(host: str, proxies: Iterable[str]) -> bool:
    """Return whether a host is one of these addresses and networks."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return any(address in ip_network(proxy) for proxy in proxies)


def answers_to(host: str, settings: Settings) -> bool:
    """Return whether a Host header names this server: by the address it was given, by number, or by a name of the local network.

    Any other name could be one of a stranger's that leads here, so that pages of theirs could ask in the name of their visitors.
    """
    if settings.address and host.lower() == urlsplit(settings.address).netloc.lower():
        return True
    try:
        name = (urlsplit(f"//{host}").hostname or "").removesuffix(".")
    except ValueError:
        return False
    try:
        ip_address(name)
    except ValueError:
        return bool(name) and ("." not in name or name.endswith(_AT_HOME) or name == settings.host.lower())
    return True


def origins(scope: Scope, settings: Settings) -> set[str]:
    """The origins of this server's own pages, as a browser names them."""
    secure = scope["scheme"] in ("https", "wss")
    host = Headers(scope=scope).get("host", "").lower()
    return {f"{'https' if secure else 'http'}://{host}", *([settings.address.lower()] if settings.address else [])}
