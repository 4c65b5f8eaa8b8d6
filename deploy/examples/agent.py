#!/usr/bin/env python3
"""An agent for the arena in Python, without dependencies.

It speaks the protocol of docs/protocol.md as a seat: the arena writes a command a
line, every command gets an answer of one line. It needs no rules: the arena says
which moves are legal. The agent prefers moves that capture, then those whose goal it
has not used yet in this play, and decides between equals by its own seeded dice.

    astragal arena --agents program:py,random --program py="python3 deploy/examples/agent.py" \\
        library/lud/race/Breakthrough.lud
"""

import json
import random
import re
import sys


class Agent:
    """Plays one seat of one play at a time."""

    def __init__(self):
        self.dice = random.Random(0)
        self.used = set()

    def new(self, command):
        """A play begins: its game, its seed, and the player that we are."""
        self.dice = random.Random(command["seed"] * 16 + command["player"])
        self.used = set()
        return {"ok": True}

    def play(self, command):
        """Somebody has moved, perhaps we."""
        self.used.add(goal(command["move"]))
        return {"ok": True}

    def go(self, command):
        """Choose one of the legal moves."""
        best = max(worth(move, self.used) for move in command["legal"])
        equals = [m for m in command["legal"] if worth(m, self.used) == best]
        return {"move": self.dice.choice(equals)}


def goal(move):
    """The site that a move in trial text form goes to, None for a pass."""
    found = re.search(r",to=(\d+)", move.split("actions=")[0])
    return found and found.group(1)


def worth(move, used):
    """What speaks for a move: captures first, then new goals."""
    return ("[Remove:" in move, goal(move) not in used)


def main():
    agent = Agent()
    for line in sys.stdin:
        command = json.loads(line)
        if command["cmd"] == "quit":
            break
        handler = {"new": agent.new, "play": agent.play, "go": agent.go}.get(command["cmd"])
        answer = handler(command) if handler else {"error": "unknown command"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
