"""Parametric families of models, a file each, written from their descriptions.

>>> from mazurka.models import build, families
>>> build("philosophers", {"n": "3"}).name
'philosophers-3'
>>> [p.name for p in families()["dp"].parameters]
['n', 'meals']
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from mazurka.errors import UnknownNameError
from mazurka.models import (
    bakery,
    boolean_gates,
    chameneos,
    clock,
    counter,
    dispatcher,
    dp,
    file_system,
    file_system_net,
    filter_lock,
    fms,
    hlpw_figure1,
    hlpw_figure5,
    indexer,
    kanban,
    lamport,
    last_ticket,
    last_zero,
    load_balancing,
    locks,
    mpat,
    multi_locks,
    peer_to_peer,
    peterson,
    peterson_flags,
    philosophers,
    philosophers_atomic,
    philosophers_entities,
    philosophers_tasks,
    probe_witnesses,
    producer_consumer,
    production_cell,
    quasi_optimal,
    readers_writers,
    rendezvous_servers,
    resource_allocation,
    satisfiability,
    slotted_ring,
    szymanski,
    token_ring,
    token_ring_on_demand,
)
from mazurka.models.family import Family, Parameter
from mazurka.systems import System

__all__ = ["Family", "Parameter", "build", "families"]

_FAMILIES: Mapping[str, Family] = MappingProxyType(
    {
        family.name: family
        for family in (
            bakery.FAMILY,
            bakery.ENTITIES,
            boolean_gates.FAMILY,
            chameneos.FAMILY,
            clock.FAMILY,
            counter.FAMILY,
            counter.WEIGHTED,
            dispatcher.FAMILY,
            dp.FAMILY,
            file_system_net.FAMILY,
            file_system_net.ENTITIES,
            fms.FAMILY,
            file_system.FAMILY,
            hlpw_figure1.FAMILY,
            hlpw_figure5.FAMILY,
            satisfiability.FIGURE_6,
            satisfiability.FIGURE_7,
            indexer.FAMILY,
            indexer.ENTITIES,
            kanban.FAMILY,
            lamport.FAMILY,
            last_ticket.FAMILY,
            load_balancing.FAMILY,
            locks.FAMILY,
            last_zero.FAMILY,
            mpat.FAMILY,
            multi_locks.FAMILY,
            peer_to_peer.FAMILY,
            filter_lock.FAMILY,
            peterson.FAMILY,
            peterson_flags.FAMILY,
            philosophers.FAMILY,
            philosophers_atomic.FAMILY,
            philosophers_entities.FAMILY,
            philosophers.ORDERED,
            philosophers_tasks.FAMILY,
            *probe_witnesses.FAMILIES,
            producer_consumer.FAMILY,
            production_cell.FAMILY,
            quasi_optimal.FAMILY,
            readers_writers.FAMILY,
            rendezvous_servers.FAMILY,
            resource_allocation.FAMILY,
            slotted_ring.FAMILY,
            szymanski.FAMILY,
            szymanski.ENTITIES,
            token_ring_on_demand.FAMILY,
            token_ring.FAMILY,
        )
    }
)


def families() -> Mapping[str, Family]:
    """All families by name, sorted."""
    return _FAMILIES


def build(family: str, parameters: Mapping[str, str | int]) -> System[Any]:
    """An instance of a family.

    parameters: values by name, as integers or as the user typed them.  UnknownNameError for a family or a
    parameter that does not exist; OptionError for a value that is missing, not an integer or out of range.
    """
    if family not in _FAMILIES:
        raise UnknownNameError("family", family, sorted(_FAMILIES))
    return _FAMILIES[family].instance(parameters)
