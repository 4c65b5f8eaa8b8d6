#!/usr/bin/env python3
"""Astragal's games as environments for Python, in one file without dependencies.

Two interfaces over one process of `astragal play --protocol` (docs/protocol.md):

* load_game(FILE) gives a Game whose states have the methods of OpenSpiel's states
  (current_player, legal_actions, apply_action, chance_outcomes, returns, clone, …), so
  that algorithms written for these run on any game in any of Astragal's formalisms;
* Env(FILE, seat=1, opponents="uct:100") is an environment as Gymnasium has them
  (reset, step, close): one seat is the learner's, agents of Astragal sit at the others.
  Observations are texts and legal actions change, so that it has no fixed spaces.

    game = load_game("kuhn.efg")
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.sample_action(random))
    print(state.returns())

Players count from 0 here, as they do there. Actions are numbers: each text of a move
gets the next one when it is first seen, the same one in all states of a Game;
Game.action_texts lists them. Players who decide at the same time decide one after
the other, without seeing it. Dice and shuffles of L-GDL are decisions of chance
unless chance="inside", which has the engine draw them from the seed.
"""

import json
import random
import subprocess
from fractions import Fraction

TERMINAL_PLAYER = -4
CHANCE_PLAYER = -1


class AstragalError(RuntimeError):
    """What the engine answered instead of doing what it was asked."""


class _Engine:
    """One process of the engine, and the line of play that it stands on."""

    def __init__(self, file, binary, arguments):
        self.process = subprocess.Popen(
            [binary, "play", "--protocol", *arguments, file],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.seed, self.line = None, []

    def ask(self, **command):
        try:
            self.process.stdin.write(json.dumps(command) + "\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except (BrokenPipeError, ValueError):
            answer = ""
        if not answer:
            raise AstragalError(self.process.stderr.read().strip() or "the engine ended")
        answer = json.loads(answer)
        if "error" in answer:
            raise AstragalError(answer["error"])
        return answer

    def go_to(self, seed, line):
        """Stand on another line of play: go back to where they part, and on from there."""
        answer = None
        if seed != self.seed:
            self.seed, self.line = None, []
            answer = self.ask(cmd="new", seed=seed)
            self.seed = seed
        same = 0
        while same < min(len(line), len(self.line)) and line[same] == self.line[same]:
            same += 1
        while len(self.line) > same:
            answer = self.ask(cmd="undo")
            self.line.pop()
        for move in line[same:]:
            answer = self.ask(cmd="play", move=move)
            self.line.append(move)
        return answer

    def close(self):
        if self.process.poll() is None:
            try:
                self.process.stdin.write('{"cmd":"quit"}\n')
                self.process.stdin.close()
                self.process.wait(5)
            except (OSError, subprocess.TimeoutExpired):
                self.process.kill()
                self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()


def load_game(file, binary="astragal", chance="explicit", arguments=()):
    """Load the game of a description in any formalism.

    binary is the program; arguments are more for `astragal play`, such as --option.
    """
    return Game(file, binary, chance, arguments)


class Game:
    """A game. Close it, or use it in a with statement."""

    def __init__(self, file, binary="astragal", chance="explicit", arguments=()):
        if chance not in ("explicit", "inside"):
            raise ValueError('chance must be "explicit" or "inside"')
        arguments = list(arguments) + (["--explicit-chance"] if chance == "explicit" else [])
        self.engine = _Engine(file, binary, arguments)
        self.action_texts, self._numbers = [], {}
        try:
            answer = self.engine.ask(cmd="new", seed=1)
        except AstragalError:
            self.engine.close()
            raise
        self.engine.seed = 1
        self.name, self._players = answer.get("game", ""), answer["players"]

    def num_players(self):
        return self._players

    def num_distinct_actions(self):
        """The number of actions seen so far."""
        return len(self.action_texts)

    def action(self, text):
        """The number of a move by its text."""
        if text not in self._numbers:
            self._numbers[text] = len(self.action_texts)
            self.action_texts.append(text)
        return self._numbers[text]

    def new_initial_state(self, seed=1):
        return State(self, seed, [])

    def close(self):
        self.engine.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class State:
    """A point of a play. Clones are free: the engine goes to where it is asked about."""

    def __init__(self, game, seed, line):
        self._game, self._seed, self._line, self._known = game, seed, line, None

    def _here(self):
        self._game.engine.go_to(self._seed, self._line)
        return self._game.engine

    def _legal(self):
        if self._known is None:
            self._known = self._here().ask(cmd="legal")
        return self._known

    def current_player(self):
        """The player who decides, from 0; CHANCE_PLAYER or TERMINAL_PLAYER."""
        known = self._legal()
        return TERMINAL_PLAYER if known["over"] else known["mover"] - 1

    def is_terminal(self):
        return self._legal()["over"]

    def is_chance_node(self):
        return self.current_player() == CHANCE_PLAYER

    def legal_actions(self):
        return [self._game.action(text) for text in self._legal()["moves"]]

    def chance_outcomes(self):
        """Pairs of an action and its probability, an exact Fraction."""
        return [(self._game.action(text), Fraction(p))
                for text, p in zip(self._legal()["moves"], self._legal().get("probabilities", []))]

    def action_to_string(self, action):
        return self._game.action_texts[action]

    def apply_action(self, action):
        text = self._game.action_texts[action]
        if text not in self._legal()["moves"]:
            raise AstragalError(f"{text!r} is none of the legal moves")
        self._line, self._known = self._line + [text], None

    def child(self, action):
        state = self.clone()
        state.apply_action(action)
        return state

    def clone(self):
        state = State(self._game, self._seed, self._line)
        state._known = self._known
        return state

    def sample_action(self, dice):
        """A legal action at random; chance follows its probabilities."""
        if self.is_chance_node():
            actions, weights = zip(*self.chance_outcomes())
            return dice.choices(actions, [float(w) for w in weights])[0]
        return dice.choice(self.legal_actions())

    def returns(self):
        """The players' payoffs when the play is over, else zeros."""
        return list(self._legal().get("payoffs") or [0.0] * self._game.num_players())

    def history(self):
        return [self._game.action(text) for text in self._line]

    def move_number(self):
        return len(self._line)

    def information_state_string(self, player=None):
        """All that a player has observed: equal texts are one information set."""
        if player is None:
            player = self.current_player()
        return self._here().ask(cmd="observe", player=player + 1)["observation"]

    def to_dict(self):
        """The whole position as the protocol's state has it, hidden data included."""
        return self._here().ask(cmd="state")

    def advise(self, agent):
        """The action that an agent of Astragal takes here."""
        return self._game.action(self._here().ask(cmd="go", agent=agent)["move"])

    def __str__(self):
        return " ".join(self._line) or "the start"


class Env:
    """One seat of a game for a learner, with the methods of a Gymnasium environment.

    An action is the place of a move in info["legal"]; info["legal_actions"] are its
    numbers in the Game. An observation is all that the seat has observed, as text.
    Chance is drawn by dice of the environment's seed, and so is everything else.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(self, file, seat=1, opponents="random", max_plies=10_000, **load):
        self.game = load_game(file, **load)
        if not 1 <= seat <= self.game.num_players():
            self.game.close()
            raise ValueError(f"seat {seat}, expected 1 to {self.game.num_players()}")
        self.seat, self.opponents, self.max_plies = seat, opponents, max_plies
        self.render_mode = "ansi"
        self.dice, self.state = random.Random(0), None

    def reset(self, *, seed=None, options=None):
        if seed is not None:
            self.dice = random.Random(seed)
        self.state = self.game.new_initial_state(self.dice.getrandbits(32))
        self._others()
        return self._seen(), self._info()

    def step(self, action):
        if self.state is None or self.state.is_terminal():
            raise AstragalError("the play is over: reset first")
        if self.state.current_player() != self.seat - 1:
            raise AstragalError(f"the play was cut off after {self.max_plies} plies: reset first")
        legal = self.state.legal_actions()
        if not 0 <= action < len(legal):
            raise AstragalError(f"action {action}, expected 0 to {len(legal) - 1}")
        self.state.apply_action(legal[action])
        self._others()
        over = self.state.is_terminal()
        reward = self.state.returns()[self.seat - 1] if over else 0.0
        cut = not over and self.state.move_number() >= self.max_plies
        return self._seen(), reward, over, cut, self._info()

    def _others(self):
        while (not self.state.is_terminal() and self.state.current_player() != self.seat - 1
               and self.state.move_number() < self.max_plies):
            if self.state.is_chance_node() or self.opponents == "random":
                action = self.state.sample_action(self.dice)
            else:
                action = self.state.advise(self.opponents)
            self.state.apply_action(action)

    def _seen(self):
        return self.state.information_state_string(self.seat - 1)

    def _info(self):
        mine = self.state.current_player() == self.seat - 1
        actions = self.state.legal_actions() if mine else []
        return {"legal": [self.state.action_to_string(a) for a in actions], "legal_actions": actions,
                "ply": self.state.move_number()}

    def render(self):
        return self._seen()

    def close(self):
        self.game.close()
