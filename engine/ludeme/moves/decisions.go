package moves

import (
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// decisionsRows are the forms of (move …). Each is compiled by the effect of
// the same name, which marks its main action as the decision (part 4, §4).
var decisionsRows = []lgdl.Form{
	{Text: "(move moveSimpleType [(then)])", Result: "moves:decision",
		Concepts: []string{"PassDecision if Pass"}, Meaning: "Decides to pass or to play a card.",
		Impl: rule.By("moveSimpleType", map[string]rule.Moves{"Pass": pass, "PlayCard": {Impl: playCard}})},
	{Text: "(move Leap [(from)] {{stepType}} [forward:bool] [rotations:bool] (to) [(then)])",
		Lower: lowerDecision(lowerLeap), Result: "moves:decision", Concepts: []string{"LeapDecision", "skip forward:"},
		Marks: concept.Rule(leapDecisionConcepts), Meaning: "Decides to jump along a walk.", Impl: asDecision(compileLeap)},
	{Text: "(move Promote [siteType] [int] (piece) [(player) | roleType] [(then)])", Lower: lowerDecision(lowerPromote),
		Result: "moves:decision", Concepts: []string{"PromotionDecision", "skip (player)", "skip roleType",
			"skip (piece)/{int}"}, Meaning: "Decides to replace a piece by another one.", Impl: asDecision(compilePromote)},
	{Text: "(move moveMessageType (string | {string}) [(then)])",
		Result: "moves:decision", Concepts: []string{"ProposeDecision if Propose", "VoteDecision if Vote"},
		Meaning: "Decides to propose something or to vote.",
		Impl:    rule.By("moveMessageType", map[string]rule.Moves{"Propose": propose, "Vote": vote})},
	{Text: "(move moveSiteType [(piece)] (to) [count:int] [stack:bool!] [(then)])",
		Lower: lower.MovesRule(lowerAddDecision), Result: "moves:decision",
		Concepts: []string{"AddDecision if Add", "skip (piece)/state:", "skip (to)/(apply)/if: if Add"},
		Meaning:  "Decides to add a piece or to claim a site.", Impl: game.MovesRule(compileAddOrClaim)},
	{Text: "(move Bet ((player) | roleType) range [(then)])", Result: "moves:decision",
		Concepts: []string{"BetDecision"}, Meaning: "Decides how much to bet.", Impl: bet},
	{Text: "(move (from) (to) [count:int] [copy:bool] [stack:bool!] [roleType] [(then)])",
		Lower: lower.MovesRule(lowerFromTo), Result: "moves:decision",
		Concepts: []string{"FromToDecision", "skip (from)/level:", "skip (to)/if:"},
		Marks:    concept.Rule(fromToDecisionConcepts), Meaning: "Decides to move a piece from one site to another.",
		Impl: asDecision(compileFromTo)},
	{Text: "(move Hop [(from)] [direction] [(between)] (to) [stack:bool!] [(then)])", Lower: lowerDecision(lowerHop),
		Result: "moves:decision", Concepts: []string{"HopDecision", "AdjacentDirection unless direction",
			"skip (to)/(apply)"}, Marks: concept.Rule(hopDecisionConcepts), Meaning: "Decides to jump over sites.",
		Impl: asDecision(compileHop)},
	{Text: "(move Set NextPlayer ((player) | ints) [(then)])", Result: "moves:decision",
		Concepts: []string{"SetNextPlayer"}, Meaning: "Decides who moves next.", Impl: setNextPlayer},
	{Text: "(move Set TrumpSuit (int | (difference:ints)) [(then)])", Result: "moves:decision",
		Concepts: []string{"ChooseTrumpSuitDecision", "Card"}, Meaning: "Decides the trump suit.", Impl: setTrumpSuit},
	{Text: "(move Remove [siteType] (int | sites) [level:int] [at:whenType] [count:int] [(then)])",
		Lower: lowerDecision(lowerRemove), Result: "moves:decision",
		Concepts: []string{"RemoveDecision", "CaptureSequence if at:", "skip level:"}, Meaning: "Decides to remove pieces.",
		Impl: asDecision(compileRemove)},
	{Text: "(move Swap Pieces [int] [int] [(then)])", Lower: lowerDecision(lowerSwapPieces), Result: "moves:decision",
		Concepts: []string{"SwapPiecesDecision"}, Meaning: "Decides to swap two pieces.",
		Impl: asDecision(compileSwapPieces)},
	{Text: "(move Swap Players (int | roleType) (int | roleType) [(then)])", Lower: lowerDecision(lowerSwapPlayers),
		Result: "moves:decision", Concepts: []string{"SwapPlayersDecision"}, Meaning: "Decides to swap two players.",
		Impl: asDecision(compileSwapPlayers)},
	{Text: "(move Select (from) [(to)] [roleType] [(then)])", Lower: lowerDecision(lowerSelect), Result: "moves:decision",
		Meaning: "Decides on one or two sites.", Impl: asDecision(compileSelect)},
	{Text: "(move Shoot (piece) [(from)] [absoluteDirection] [(between)] [(to)] [(then)])",
		Lower: lowerDecision(lowerShoot), Result: "moves:decision",
		Concepts: []string{"ShootDecision", "AddDecision", "AdjacentDirection unless absoluteDirection", "LineOfSight",
			"skip (piece)"}, Marks: concept.Rule(shootConcepts), Meaning: "Decides to shoot a piece along a line.",
		Impl: asDecision(compileShoot)},
	{Text: "(move Slide [(from)] [string] [direction] [(between)] [(to)] [stack:bool!] [(then)])",
		Lower: lowerDecision(lowerSlide), Result: "moves:decision",
		Concepts: []string{"SlideDecision", "LineOfSight", "AdjacentDirection unless direction"},
		Marks:    concept.Rule(slideDecisionConcepts), Meaning: "Decides to slide along a line.",
		Impl: asDecision(compileSlide)},
	{Text: "(move Step [(from)] [direction] (to) [stack:bool!] [(then)])", Lower: lowerDecision(lowerStep),
		Result: "moves:decision", Concepts: []string{"StepDecision", "AdjacentDirection unless direction"},
		Marks: concept.Rule(stepDecisionConcepts), Meaning: "Decides to step to a neighbouring site.",
		Impl: asDecision(compileStep)},
	{Text: "(move Set Rotation [(to)] [{int} | int] [previous:bool] [next:bool] [(then)])",
		Lower: lowerDecision(lowerSetRotation), Result: "moves:decision",
		Concepts: []string{"RotationDecision", "PieceRotation"}, Meaning: "Decides to turn a piece.",
		Impl: asDecision(compileSetRotation)},
}

// compileAddOrClaim compiles (move Add …) and (move Claim …), which share a form.
func compileAddOrClaim(k *game.Compiler, e *lgdl.Expr) *game.Gen {
	if clause.MoveSite(e).MoveSiteType().Text == "Claim" {
		return compileClaim(k, e, true)
	}
	return compileAdd(k, e, true)
}
