package game

import "github.com/astragal/astragal/engine/board"

// distanceChoice is the one relation in which a game measures distances; 0 none yet.
type distanceChoice int

// distanceRank orders the relations: of all those a game asks for, the highest wins.
var distanceRank = [board.NumRelations]distanceChoice{
	board.RelOrthogonal: 1, board.RelDiagonal: 2, board.RelOff: 3, board.RelAll: 4, board.RelAdjacent: 5,
}

// AskDistance records that the game measures distances in a relation. A game
// has one table of distances only; see Game.DistanceRelation (part 7, §6.16).
func (k *Compiler) AskDistance(rel board.Relation) {
	k.G.distance = max(k.G.distance, distanceRank[rel])
}

// DistanceRelation is the relation in which all distances of the game are
// measured: of the relations asked for, the first of Adjacent, All,
// OffDiagonal, Diagonal and Orthogonal.
func (g *Game) DistanceRelation() board.Relation {
	for rel, rank := range distanceRank {
		if rank == g.distance {
			return board.Relation(rel)
		}
	}
	return board.RelAdjacent
}
