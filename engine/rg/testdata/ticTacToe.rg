// Three in a row on nine squares, at the low level.
type Player = { cross, nought };
type Score = { 0, 50, 100 };
type Piece = { free, cross, nought };
type Square = { a1, b1, c1, a2, b2, c2, a3, b3, c3 };
type Row = { across1, across2, across3, up1, up2, up3, rising, falling };

const other: Player -> Player = { cross: nought, nought: cross };
const first: Row -> Square = { across1: a1, across2: a2, across3: a3, up1: a1, up2: b1, up3: c1, rising: a1, falling: a3 };
const second: Row -> Square = { :b2, across1: b1, across3: b3, up1: a2, up3: c2 };
const third: Row -> Square = { across1: c1, across2: c2, across3: c3, up1: a3, up2: b3, up3: c3, rising: c3, falling: c1 };

var board: Square -> Piece = { :free };
var goals: Goals = { :50 };
var last: Player = nought;

begin, turn: ;
turn, mark: player = other[last];
mark, marked(s: Square): board[s] == free;
marked(s: Square), tagged(s: Square): $ s;
tagged(s: Square), switch: board[s] = Player(player);
switch, judge: last = Player(player);
judge, done: player = keeper;
done, won: ? line -> threeFound;
done, turn: ! line -> threeFound;
won, lost: goals[last] = 100;
lost, over: goals[other[last]] = 0;
over, end: player = keeper;

line, middle(r: Row): board[first[r]] == last;
middle(r: Row), far(r: Row): board[second[r]] == last;
far(r: Row), threeFound: board[third[r]] == last;
