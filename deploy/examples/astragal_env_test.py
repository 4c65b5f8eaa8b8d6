#!/usr/bin/env python3
"""Tests of astragal_env.py: ASTRAGAL names the program, ROOT the repository."""

import os
import random
import unittest
from fractions import Fraction

from astragal_env import AstragalError, Env, load_game

ROOT = os.environ.get("ROOT", os.path.join(os.path.dirname(__file__), "..", ".."))
ASTRAGAL = os.environ.get("ASTRAGAL", os.path.join(ROOT, "bin", "astragal"))
KUHN = os.path.join(ROOT, "engine", "solve", "testdata", "kuhn.efg")
TIC_TAC_TOE = os.path.join(ROOT, "library", "lud", "line", "Tic-Tac-Toe.lud")
CONNECT_FOUR = os.path.join(ROOT, "library", "lud", "line", "ConnectFour.lud")


def expected(state):
    """The first player's payoff under uniform play, and the number of states."""
    if state.is_terminal():
        return Fraction(state.returns()[0]), 1
    if state.is_chance_node():
        outcomes = state.chance_outcomes()
    else:
        legal = state.legal_actions()
        outcomes = [(a, Fraction(1, len(legal))) for a in legal]
    value, size = Fraction(0), 1
    for action, p in outcomes:
        v, n = expected(state.child(action))
        value, size = value + p * v, size + n
    return value, size


class Regrets:
    """Counterfactual regret minimisation, as anybody would write it for such states."""

    def __init__(self):
        self.regrets, self.sums = {}, {}

    def strategy(self, key, actions):
        r = self.regrets.setdefault(key, dict.fromkeys(actions, 0.0))
        total = sum(max(x, 0) for x in r.values())
        return {a: max(r[a], 0) / total if total else 1 / len(actions) for a in actions}

    def walk(self, state, reach):
        if state.is_terminal():
            return state.returns()[0]
        if state.is_chance_node():
            return sum(float(p) * self.walk(state.child(a), [reach[0] * float(p), reach[1] * float(p)])
                       for a, p in state.chance_outcomes())
        player, actions = state.current_player(), state.legal_actions()
        key = player, state.information_state_string()
        probabilities = self.strategy(key, actions)
        sums = self.sums.setdefault(key, dict.fromkeys(actions, 0.0))
        values = {}
        for a in actions:
            further = list(reach)
            further[player] *= probabilities[a]
            values[a] = self.walk(state.child(a), further)
        value = sum(probabilities[a] * values[a] for a in actions)
        for a in actions:
            gain = values[a] - value if player == 0 else value - values[a]
            self.regrets[key][a] += reach[1 - player] * gain
            sums[a] += reach[player] * probabilities[a]
        return value


class StateTest(unittest.TestCase):
    def test_kuhn_poker(self):
        with load_game(KUHN, binary=ASTRAGAL) as game:
            state = game.new_initial_state()
            self.assertTrue(state.is_chance_node())
            self.assertEqual(sum(p for _, p in state.chance_outcomes()), 1)
            value, size = expected(state)
            self.assertEqual(size, 55)
            # What `astragal info` says of uniform play, too.
            self.assertEqual(value, Fraction(1, 8))
            self.assertEqual(game.num_players(), 2)

    def test_regrets(self):
        with load_game(KUHN, binary=ASTRAGAL) as game:
            solver, root = Regrets(), game.new_initial_state()
            mean, rounds = 0.0, 60
            for k in range(rounds):
                if k >= rounds // 2:
                    mean += solver.walk(root, [1, 1]) / (rounds - rounds // 2)
                else:
                    solver.walk(root, [1, 1])
            self.assertAlmostEqual(mean, -1 / 18, delta=0.02)
            self.assertEqual(len(solver.regrets), 12)

    def test_clones_and_returns(self):
        with load_game(TIC_TAC_TOE, binary=ASTRAGAL) as game:
            state, dice = game.new_initial_state(), random.Random(4)
            states = [state.clone()]
            while not state.is_terminal():
                self.assertEqual(len(state.legal_actions()), 9 - state.move_number())
                state.apply_action(state.sample_action(dice))
                states.append(state.clone())
            self.assertEqual(sum(state.returns()), 0)
            self.assertEqual(len(game.new_initial_state().legal_actions()), 9)
            for k, s in reversed(list(enumerate(states))):
                self.assertEqual(s.move_number(), k)
                self.assertEqual(s.to_dict()["ply"], k)
            with self.assertRaises(AstragalError):
                state.apply_action(0)

    def test_errors(self):
        with self.assertRaises(AstragalError):
            load_game("nowhere.lud", binary=ASTRAGAL)
        with self.assertRaises(ValueError):
            Env(TIC_TAC_TOE, seat=3, binary=ASTRAGAL)


class EnvTest(unittest.TestCase):
    def play(self, seed):
        env = Env(CONNECT_FOUR, seat=2, opponents="uct:20", binary=ASTRAGAL)
        try:
            seen, info = env.reset(seed=seed)
            plies, dice = [], random.Random(seed)
            over = cut = False
            while not over and not cut:
                self.assertTrue(info["legal"])
                seen, reward, over, cut, info = env.step(dice.randrange(len(info["legal"])))
                plies.append(info["ply"])
            self.assertIn(reward, (-1, 0, 1))
            self.assertFalse(info["legal"])
            with self.assertRaises(AstragalError):
                env.step(0)
            return plies, reward, seen
        finally:
            env.close()

    def test_episode(self):
        self.assertEqual(self.play(3), self.play(3))

    def test_learner_wins(self):
        """A learner that takes the first move that wins by a look ahead beats random."""
        env = Env(TIC_TAC_TOE, seat=1, binary=ASTRAGAL)
        total = 0
        for seed in range(20):
            _, info = env.reset(seed=seed)
            over = False
            while not over:
                values = [env.state.child(a).returns()[0] for a in info["legal_actions"]]
                _, reward, over, _, info = env.step(max(range(len(values)), key=values.__getitem__))
            total += reward
        env.close()
        self.assertGreater(total, 8)


if __name__ == "__main__":
    unittest.main()
