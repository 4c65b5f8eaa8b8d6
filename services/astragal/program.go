package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/astragal/astragal/engine/agent"
)

// programs are the commands of agents outside by their names, a flag.
type programs map[string][]string

func (p *programs) String() string { return "" }

// Set takes NAME=COMMAND; the words of the command are separated by spaces.
func (p *programs) Set(text string) error {
	name, line, ok := strings.Cut(text, "=")
	words := strings.Fields(line)
	if !ok || len(words) == 0 {
		return fmt.Errorf("expected NAME=COMMAND, found %q", text)
	}
	if _, err := agent.Parse("program:" + name); err != nil {
		return err
	}
	(*p)[name] = words
	return nil
}

// check reports whether all programs among the agents are known.
func (p programs) check(agents []agent.Spec) error {
	for _, a := range agents {
		if name := a.Program(); name != "" && p[name] == nil {
			return fmt.Errorf("agent %s: there is no --program %s=COMMAND", a, name)
		}
	}
	return nil
}

// launches starts the programs of a pairing and ends them with it.
type launches struct {
	programs programs
	game     string
	file     string
	log      io.Writer

	mu      sync.Mutex
	running []*program
}

// sharedWriter is for several programs that write at the same time.
type sharedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (s *sharedWriter) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.w.Write(p)
}

// takingTurns returns a writer that several programs may have at once: a file, which the system
// looks after, or one that takes turns.
func takingTurns(w io.Writer) io.Writer {
	if f, ok := w.(*os.File); ok {
		return f
	}
	return &sharedWriter{w: w}
}

// seat starts the program of a seat.
func (l *launches) seat(name string, _ int) (agent.Program, error) {
	words := l.programs[name]
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Stderr = l.log
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &program{name: name, game: l.game, file: l.file, cmd: cmd, in: in, lines: make(chan answer)}
	go p.read(out)
	l.mu.Lock()
	l.running = append(l.running, p)
	l.mu.Unlock()
	return p, nil
}

// stop ends all programs: told to quit, and killed if they do not within two seconds.
func (l *launches) stop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range l.running {
		p.end()
	}
	l.running = nil
}

// program is an agent outside, spoken to as docs/protocol.md says.
type program struct {
	name, game, file string
	cmd              *exec.Cmd
	in               io.WriteCloser
	lines            chan answer
}

// answer is a line of a program, or what is wrong with it.
type answer struct {
	reply programReply
	err   error
}

// programReply is what a program may answer.
type programReply struct {
	OK    bool   `json:"ok"`
	Move  string `json:"move"`
	Error string `json:"error"`
}

// The longest line that a program may write, and the time for it.
const (
	maxReply  = 1 << 20
	replyTime = 5 * time.Minute
)

func (p *program) read(out io.Reader) {
	s := bufio.NewScanner(out)
	s.Buffer(nil, maxReply)
	for s.Scan() {
		var r programReply
		err := json.Unmarshal(s.Bytes(), &r)
		if err != nil {
			err = fmt.Errorf("%q is no answer: %w", s.Text(), err)
		}
		p.lines <- answer{r, err}
	}
	err := s.Err()
	if err == nil {
		err = errors.New("it has ended")
	}
	p.lines <- answer{err: err}
	close(p.lines)
}

// ask writes a command and waits for the answer.
func (p *program) ask(ctx context.Context, command map[string]any) (programReply, error) {
	text, err := json.Marshal(command)
	if err != nil {
		return programReply{}, err
	}
	fail := func(err error) (programReply, error) {
		return programReply{}, fmt.Errorf("program %s: %v: %w", p.name, command["cmd"], err)
	}
	if _, err := p.in.Write(append(text, '\n')); err != nil {
		return fail(err)
	}
	late := time.NewTimer(replyTime)
	defer late.Stop()
	select {
	case a := <-p.lines:
		switch {
		case a.err != nil:
			return fail(a.err)
		case a.reply.Error != "":
			return fail(errors.New(a.reply.Error))
		}
		return a.reply, nil
	case <-ctx.Done():
		return programReply{}, ctx.Err()
	case <-late.C:
		return fail(fmt.Errorf("no answer within %v", replyTime))
	}
}

// Start begins a play.
func (p *program) Start(seed uint64, player int) error {
	_, err := p.ask(context.Background(), map[string]any{"cmd": "new", "game": p.game, "file": p.file, "seed": seed,
		"player": player})
	return err
}

// Play tells of a move.
func (p *program) Play(text string) error {
	_, err := p.ask(context.Background(), map[string]any{"cmd": "play", "move": text})
	return err
}

// Choose asks for a move.
func (p *program) Choose(ctx context.Context, legal []string) (string, error) {
	r, err := p.ask(ctx, map[string]any{"cmd": "go", "legal": slices.Clone(legal)})
	return r.Move, err
}

// end ends the program.
func (p *program) end() {
	io.WriteString(p.in, `{"cmd":"quit"}`+"\n")
	p.in.Close()
	kill := time.AfterFunc(2*time.Second, func() { p.cmd.Process.Kill() })
	for range p.lines { // until it has ended
	}
	p.cmd.Wait()
	kill.Stop()
}
