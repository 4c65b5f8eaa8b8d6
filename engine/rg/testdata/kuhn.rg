// Poker with three cards: both put in 1, each gets a card that only he sees, and each may bet 1.
type Player = { ann, bob };
type Score = { 2, 0, 1, 3, 4 };
type Card = { none, jack, queen, king };
type Drawn = { jack, queen, king };
type Rank = Card -> Card -> Bool;

const higher: Rank = { :{ :0 }, queen: { :0, jack: 1 }, king: { :1, king: 0 } };

var hand: Player -> Card = { :none };
var goals: Goals = { :2 };

// Chance deals, and the tag of a card is visible to who gets it.
begin, ann1: player = random;
ann1, ann2: visible[bob] = 0;
ann2, annGets(c: Drawn): hand[ann] = c;
annGets(c: Drawn), hide1: $ c;
hide1, hide2: visible[ann] = 0;
hide2, bob1: visible[bob] = 1;
bob1, bobGets(c: Drawn): hand[bob] = c;
bobGets(c: Drawn), bob2(c: Drawn): hand[ann] != c;
bob2(c: Drawn), bob3: $ c;
bob3, open: visible[ann] = 1;

open, annFirst: player = ann;
annFirst, annPasses: $ pass;
annFirst, annBets: $ bet;

annBets, bobCalls: player = bob;
bobCalls, annWins1: $ pass;
bobCalls, high: $ bet;

annPasses, bobFirst: player = bob;
bobFirst, low: $ pass;
bobFirst, bobBets: $ bet;

bobBets, annCalls: player = ann;
annCalls, bobWins1: $ pass;
annCalls, high: $ bet;

// Who has the higher card wins 2 after a bet that was called, 1 without bets.
high, high1: player = keeper;
high1, annWins2: higher[hand[ann]][hand[bob]] == 1;
high1, bobWins2: higher[hand[ann]][hand[bob]] == 0;
low, low1: player = keeper;
low1, annWins1: higher[hand[ann]][hand[bob]] == 1;
low1, bobWins1: higher[hand[ann]][hand[bob]] == 0;

annWins2, annWins2a: goals[ann] = 4;
annWins2a, over: goals[bob] = 0;
annWins1, annWins1a: goals[ann] = 3;
annWins1a, over: goals[bob] = 1;
bobWins2, bobWins2a: goals[bob] = 4;
bobWins2a, over: goals[ann] = 0;
bobWins1, bobWins1a: goals[bob] = 3;
bobWins1a, over: goals[ann] = 1;
over, end: player = keeper;
