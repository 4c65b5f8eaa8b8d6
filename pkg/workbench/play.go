package workbench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/draw"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/ruleset"
	"github.com/astragal/astragal/engine/trace"
)

func init() {
	on("new", (*Bench).restart)
	on("position", (*Bench).position)
	on("play", (*Bench).move)
	on("back", (*Bench).back)
	on("goto", (*Bench).jump)
	on("go", (*Bench).choose)
	on("weigh", (*Bench).weigh)
	on("save", (*Bench).save)
	on("load", (*Bench).load)
	on("line", (*Bench).line)
}

// look says how a position is to be shown.
type look struct {
	Eyes   int     `json:"eyes"`   // the player who looks, 0 for one who sees everything
	Labels bool    `json:"labels"` // coordinates
	Ways   bool    `json:"ways"`   // the tracks that pieces follow
	Width  float64 `json:"width"`  // of the picture in pixels, 0 for the usual
	Blank  bool    `json:"blank"`  // no picture
}

// move is a decision as it can be made on the board.
type move struct {
	Index int    `json:"i"`
	Label string `json:"label"` // short, unique in the position
	Short string `json:"short"` // as the play is written down; several may be the same
	Text  string `json:"text"`  // in the form of recorded play
	From  *place `json:"from,omitempty"`
	To    *place `json:"to,omitempty"` // both or neither
	Mark  *mark  `json:"mark,omitempty"`
}

type place struct {
	Type string `json:"type"` // Cell, Vertex or Edge
	Site int32  `json:"site"`
}

// view is a position as it is shown.
type view struct {
	Ply     int       `json:"ply"`
	Seed    seed      `json:"seed"`
	Taken   []int     `json:"taken"` // the decisions so far, by number
	Mover   int       `json:"mover"` // 0 for chance and when the play is over
	Over    bool      `json:"over"`
	Payoffs []float64 `json:"payoffs,omitempty"`
	Scores  []int     `json:"scores,omitempty"`
	Moves   []move    `json:"moves"`
	SVG     string    `json:"svg,omitempty"`
	Text    string    `json:"observation,omitempty"` // of formalisms without a board
	Pending int       `json:"pending,omitempty"`     // decisions of this turn that the others do not see
	Flights []flight  `json:"flights,omitempty"`     // of the move just made, where nothing is hidden
}

// seated fails before a game is open.
func (b *Bench) seated() error {
	if b.play == nil {
		return errNoGame
	}
	return nil
}

func (b *Bench) restart(_ context.Context, p struct {
	Seed *seed `json:"seed"`
	look
}) (any, error) {
	if err := b.seated(); err != nil {
		return nil, err
	}
	b.play.Restart(1)
	if p.Seed != nil {
		b.play.Restart(uint64(*p.Seed))
	}
	if err := b.play.Fault(); err != nil {
		return nil, err
	}
	return b.view(p.look)
}

func (b *Bench) position(_ context.Context, p look) (any, error) {
	if err := b.seated(); err != nil {
		return nil, err
	}
	return b.view(p)
}

// move makes a decision, by its number or its text.
func (b *Bench) move(_ context.Context, p struct {
	Index *int   `json:"i"`
	Text  string `json:"text"`
	look
}) (any, error) {
	if err := b.seated(); err != nil {
		return nil, err
	}
	i := 0
	if p.Index != nil {
		i = *p.Index
		if b.play.Position.Terminal() || i < 0 || i >= b.play.Position.Moves() {
			return nil, fmt.Errorf("there is no move %d", i)
		}
	} else {
		var err error
		if i, err = b.play.Find(p.Text); err != nil {
			return nil, err
		}
	}
	if err := b.play.Play(i); err != nil {
		return nil, err
	}
	v, err := b.view(p.look)
	v.Flights = b.flights()
	return v, err
}

func (b *Bench) back(_ context.Context, p look) (any, error) {
	if err := b.seated(); err != nil {
		return nil, err
	}
	if !b.play.Undo() {
		return nil, errors.New("no move to take back")
	}
	return b.view(p)
}

// mostTaken bounds a play that is set up at once.
const mostTaken = 20_000

// jump sets up the position after decisions from the start.
func (b *Bench) jump(ctx context.Context, p struct {
	Seed  *seed `json:"seed"` // nil for that of the play
	Taken []int `json:"taken"`
	look
}) (any, error) {
	if err := b.seated(); err != nil {
		return nil, err
	}
	if len(p.Taken) > mostTaken {
		return nil, fmt.Errorf("%d moves are more than the %d allowed", len(p.Taken), mostTaken)
	}
	from := b.play.Seed
	if p.Seed != nil {
		from = uint64(*p.Seed)
	}
	was, before := b.play.Taken(), b.play.Seed
	if err := b.set(ctx, from, p.Taken); err != nil {
		if again := b.set(ctx, before, was); again != nil {
			return nil, errors.Join(err, again)
		}
		return nil, err
	}
	return b.view(p.look)
}

// set plays decisions from the start; what there is of them already stays.
func (b *Bench) set(ctx context.Context, from uint64, taken []int) error {
	have := b.play.Taken()
	same := 0
	for same < len(have) && same < len(taken) && have[same] == taken[same] {
		same++
	}
	if from != b.play.Seed {
		b.play.Restart(from)
	} else {
		for range len(have) - same {
			b.play.Undo()
		}
		taken = taken[same:]
	}
	for n, i := range taken {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if b.play.Position.Terminal() || i < 0 || i >= b.play.Position.Moves() {
			return fmt.Errorf("decision %d: there is no move %d", n+1, i)
		}
		if err := b.play.Play(i); err != nil {
			return err
		}
	}
	return nil
}

// placed is a position whose decisions speak of sites.
type placed interface {
	Places(i int) (from, to ruleset.Place, ok bool)
	Short(i int) string
	Context() *game.Context
	Scores() []int
	Mark(i int) (value int, toggle, ok bool)
	Flights() []ruleset.Flight
}

// pictured is a ruleset whose positions can be drawn.
type pictured interface {
	DrawSeen(w io.Writer, pos interface{ Context() *game.Context }, agent int, o draw.Options) error
}

// view is the position as it is to be shown.
func (b *Bench) view(l look) (view, error) {
	s := b.play
	x := view{Ply: s.Plies(), Seed: seed(s.Seed), Taken: s.Taken(), Mover: s.Mover(), Over: s.Position.Terminal(),
		Payoffs: s.Payoffs(), Moves: []move{}}
	if j, ok := s.Position.(formal.Joint); ok && !x.Over {
		x.Pending = j.Pending()
	}
	p, onBoard := s.Position.(placed)
	if !x.Over {
		x.Moves = b.moves(p)
	}
	if !onBoard {
		x.Text = s.Position.Observation(max(l.Eyes, 1))
		return x, nil
	}
	x.Scores = p.Scores()
	r, ok := b.rs.(pictured)
	if l.Blank || !ok {
		return x, nil
	}
	var svg bytes.Buffer
	o := draw.Options{Title: b.rs.Name(), Labels: l.Labels, Width: l.Width, Targets: true}
	if l.Ways {
		o.Tracks = ruleset.Ways(b.plan())
	}
	err := r.DrawSeen(&svg, p, l.Eyes, o)
	if err != nil {
		x.SVG = `<p class="none">` + html.EscapeString(err.Error()) + `</p>`
		return x, nil
	}
	x.SVG = svg.String()
	return x, nil
}

// moves are the decisions; p is nil where there is no board.
func (b *Bench) moves(p placed) []move {
	pos := b.play.Position
	list := make([]move, pos.Moves())
	groups := map[string][]string{} // texts of decisions by their labels
	for i := range list {
		m := &list[i]
		m.Index, m.Text = i, pos.MoveText(i)
		m.Label = m.Text
		if p == nil {
			continue
		}
		m.Label = p.Short(i)
		groups[m.Label] = append(groups[m.Label], m.Text)
		if from, to, ok := p.Places(i); ok {
			m.From, m.To = &place{from.Type.String(), from.Site}, &place{to.Type.String(), to.Site}
		}
		if value, toggle, ok := p.Mark(i); ok {
			m.Mark = &mark{value, toggle}
		}
	}
	seen := map[string]int{}
	for i := range list {
		m := &list[i]
		m.Short = m.Label
		if group := groups[m.Label]; len(group) > 1 {
			seen[m.Label]++
			m.Label = fmt.Sprintf("%s (%s)", m.Label, difference(m.Text, group, seen[m.Label]))
		}
	}
	return list
}

// difference is what tells a decision from a group of others at the same sites: what it does that not
// all of them do, and its number among them.
func difference(text string, group []string, nth int) string {
	common := map[string]int{}
	for _, other := range group {
		for _, w := range deeds(other) {
			common[w]++
		}
	}
	var own []string
	for _, w := range deeds(text) {
		if common[w] < len(group) && !slices.Contains(own, w) {
			own = append(own, w)
		}
	}
	const most = 90
	s := strings.Join(own, "; ")
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	if s == "" {
		return fmt.Sprint(nth)
	}
	return fmt.Sprintf("%d: %s", nth, s)
}

// deeds are the actions of a recorded move in words.
func deeds(text string) []string {
	var words []string
	for part := range strings.SplitSeq(text, "[") {
		name, fields, ok := strings.Cut(part, ":")
		if !ok || name == "Move" && len(words) == 0 && strings.HasPrefix(fields, "mover") {
			continue
		}
		fields = strings.TrimRight(fields, "],")
		fields = strings.ReplaceAll(fields, ",decision=true", "")
		words = append(words, strings.ToLower(name[:1])+name[1:]+" "+strings.ReplaceAll(fields, ",", ", "))
	}
	return words
}

// thinking is what an agent makes of a position.
type thinking struct {
	Index      int       `json:"i"`
	Label      string    `json:"label"`
	Value      *float64  `json:"value"` // what it expects for itself, nil for no notion
	Iterations int       `json:"iterations"`
	Options    []thought `json:"options,omitempty"`
}

type thought struct {
	Index  int     `json:"i"`
	Label  string  `json:"label"`
	Value  float64 `json:"value"`
	Visits int     `json:"visits"`
	Proven bool    `json:"proven"`
}

// agent reads an agent that is asked about the play; it fails before a game is open.
func (b *Bench) agent(text string) (agent.Spec, error) {
	if err := b.seated(); err != nil {
		return agent.Spec{}, err
	}
	return agent.Parse(text)
}

// choose has an agent decide; the decision is not made.
func (b *Bench) choose(ctx context.Context, p struct {
	Agent string `json:"agent"`
}) (any, error) {
	by, err := b.agent(p.Agent)
	if err != nil {
		return nil, err
	}
	i, t, err := b.play.Choose(ctx, by)
	if err != nil {
		return nil, err
	}
	x := thinking{Index: i, Label: b.label(i), Iterations: t.Iterations}
	if t.Known {
		x.Value = &t.Value
	}
	return x, nil
}

// label is the short text of a decision.
func (b *Bench) label(i int) string {
	if p, ok := b.play.Position.(placed); ok {
		return p.Short(i)
	}
	return b.play.Position.MoveText(i)
}

// weigh has an agent say what it thinks of the decisions.
func (b *Bench) weigh(ctx context.Context, p struct {
	Agent string `json:"agent"`
}) (any, error) {
	by, err := b.agent(p.Agent)
	if err != nil {
		return nil, err
	}
	table, err := b.play.Ask(by)
	if err != nil {
		return nil, err
	}
	t, options, err := table.Weigh(ctx, b.play.Position)
	if err != nil {
		return nil, err
	}
	x := thinking{Index: -1, Iterations: t.Iterations}
	if t.Known {
		x.Value = &t.Value
	}
	best := -1
	for _, o := range options {
		x.Options = append(x.Options, thought{o.Index, b.label(o.Index), o.Value, o.Visits, o.Proven})
		if o.Visits > best {
			best, x.Index, x.Label = o.Visits, o.Index, b.label(o.Index)
		}
	}
	return x, nil
}

// mostLine bounds the length of a line of play that is thought ahead.
const mostLine = 12

// line is what an agent expects everybody to play from here on, each for himself.
func (b *Bench) line(ctx context.Context, p struct {
	Agent string `json:"agent"`
	Plies int    `json:"plies"`
}) (any, error) {
	by, err := b.agent(p.Agent)
	if err != nil {
		return nil, err
	}
	before := b.play.Plies()
	labels := []string{}
	defer func() {
		for b.play.Plies() > before {
			b.play.Undo()
		}
	}()
	for range max(1, min(p.Plies, mostLine)) {
		if b.play.Position.Terminal() {
			break
		}
		i, _, err := b.play.Choose(ctx, by)
		if err != nil {
			return nil, err
		}
		labels = append(labels, b.label(i))
		if err := b.play.Play(i); err != nil {
			return nil, err
		}
	}
	return map[string][]string{"line": labels}, nil
}

// save writes the play down as a trial file.
func (b *Bench) save(ctx context.Context, _ struct{}) (any, error) {
	if err := b.seated(); err != nil {
		return nil, err
	}
	g := b.plan()
	if g == nil {
		return nil, errors.New("only plays of L-GDL games are kept as trial files")
	}
	t, err := trace.Follow(ctx, g, b.source.File, b.play.Seed, b.play.Taken())
	if err != nil {
		return nil, err
	}
	trial := t.Trial()
	trial.Options = b.source.Options
	var text strings.Builder
	if err := trial.Write(&text); err != nil {
		return nil, err
	}
	return map[string]string{"trial": text.String()}, nil
}

// mostTrial bounds a trial file, in bytes.
const mostTrial = 8 << 20

// load sets up the play of a trial file of this game.
func (b *Bench) load(ctx context.Context, p struct {
	Trial string `json:"trial"`
	look
}) (any, error) {
	if err := b.seated(); err != nil {
		return nil, err
	}
	g := b.plan()
	if g == nil {
		return nil, errors.New("only plays of L-GDL games are kept as trial files")
	}
	if len(p.Trial) > mostTrial {
		return nil, fmt.Errorf("the file has more than %d bytes", mostTrial)
	}
	t, err := trace.ReadTrial(strings.NewReader(p.Trial))
	if err != nil {
		return nil, err
	}
	s, taken, err := t.Decisions(ctx, g)
	if err != nil {
		return nil, fmt.Errorf("the play of the file is none of this game: %w", err)
	}
	if err := b.set(ctx, s, taken); err != nil {
		return nil, err
	}
	return b.view(p.look)
}
