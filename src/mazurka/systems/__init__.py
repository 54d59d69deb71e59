"""What is explored: the system protocol, four formalisms, and the graphs that explorations build."""

from mazurka.systems.client_server import ClientServerSystem, Process
from mazurka.systems.entity import EntityAction, EntitySystem
from mazurka.systems.exploration import Exploration
from mazurka.systems.graph import StateGraph
from mazurka.systems.lts import Lts
from mazurka.systems.petri_net import Marking, PetriNet, Transition
from mazurka.systems.protocol import Action, Run, State, System, replay

__all__ = [
    "Action",
    "ClientServerSystem",
    "EntityAction",
    "EntitySystem",
    "Exploration",
    "Lts",
    "Marking",
    "PetriNet",
    "Process",
    "Run",
    "State",
    "StateGraph",
    "System",
    "Transition",
    "replay",
]
