package e2e

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/astragal/astragal/pkg/host"
)

var services = []string{"compile", "simulate", "concepts", "gateway", "scheduler"}

const root = "../.."

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// configOf is what the settings of an environment come to; a variable of ours that is no
// setting is an error of the test.
func configOf(t *testing.T, where string, args []string, env map[string]string) (host.Config, error) {
	t.Helper()
	var known []string
	new(host.Config).Settings().VisitAll(func(f *flag.Flag) {
		known = append(known, host.EnvironmentOf(f.Name))
		t.Setenv(host.EnvironmentOf(f.Name), env[host.EnvironmentOf(f.Name)])
	})
	for name := range env {
		if strings.HasPrefix(name, host.Prefix) && !slices.Contains(known, name) {
			t.Errorf("%s sets %s, which no service knows", where, name)
		}
	}
	return host.ParseConfig(where, args, io.Discard)
}

// checkEnvironment checks that environment variables of ours exist in the code, and
// that the code accepts their values.
func checkEnvironment(t *testing.T, where string, env map[string]string) {
	t.Helper()
	cfg, err := configOf(t, where, nil, env)
	if err != nil {
		t.Errorf("%s: %v", where, err)
		return
	}
	addr, err := net.ResolveTCPAddr("tcp", cfg.Addr)
	if err == nil {
		err = cfg.CheckExposed(addr)
	}
	if err != nil {
		t.Errorf("%s is refused: %v", where, err)
	}
}

func TestCompose(t *testing.T) {
	var compose struct {
		Services map[string]struct {
			Build *struct {
				Context, Dockerfile string
				Args                map[string]string
			}
			Image       string
			Command     []string
			Environment map[string]string
			Volumes     []string
			ReadOnly    bool     `yaml:"read_only"`
			CapDrop     []string `yaml:"cap_drop"`
			User        string
			MemLimit    string   `yaml:"mem_limit"`
			SecurityOpt []string `yaml:"security_opt"`
		}
		Volumes map[string]any
	}
	if err := yaml.Unmarshal(read(t, "docker-compose.yml"), &compose); err != nil {
		t.Fatal(err)
	}
	for _, name := range services {
		s, ok := compose.Services[name]
		if !ok || s.Build == nil {
			t.Errorf("no service %s that is built", name)
			continue
		}
		if s.Build.Args["PROGRAM"] != "./services/"+name+"/cmd/"+name {
			t.Errorf("%s builds %s", name, s.Build.Args["PROGRAM"])
		}
		if _, err := os.Stat(filepath.Join(root, s.Build.Args["PROGRAM"], "main.go")); err != nil {
			t.Error(err)
		}
		read(t, s.Build.Dockerfile)
		checkEnvironment(t, name, s.Environment)
		cfg, err := configOf(t, name, s.Command, s.Environment)
		if err != nil || !strings.Contains(cfg.NATS, "//nats:") || !strings.Contains(cfg.Postgres, "@postgres:") {
			t.Errorf("%s is not connected: %+v, %v", name, cfg, err)
		}
		if !s.ReadOnly || !slices.Equal(s.CapDrop, []string{"ALL"}) || s.User == "" || strings.HasPrefix(s.User, "0") {
			t.Errorf("%s is not confined: %+v", name, s)
		}
		if !strings.Contains(s.Environment["ASTRAGAL_POSTGRES"], "${ASTRAGAL_DB_PASSWORD:?") {
			t.Errorf("%s starts without a password of its own", name)
		}
	}
	for name, s := range compose.Services {
		if s.MemLimit == "" || !slices.Contains(s.SecurityOpt, "no-new-privileges:true") {
			t.Errorf("%s has no limits: %+v", name, s)
		}
		if s.Build == nil && !strings.Contains(s.Image, ":") {
			t.Errorf("the image of %s is not pinned: %q", name, s.Image)
		}
		for _, v := range s.Volumes {
			from, _, _ := strings.Cut(v, ":")
			if strings.HasPrefix(from, ".") {
				if _, err := os.Stat(filepath.Join(root, from)); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			} else if _, ok := compose.Volumes[from]; !ok {
				t.Errorf("%s uses the undeclared volume %s", name, from)
			}
		}
	}
	if err := exec.Command("docker", "compose", "version").Run(); err != nil {
		t.Log("no docker compose here; the file is checked by this test only")
	} else {
		t.Setenv("ASTRAGAL_DB_PASSWORD", "secret")
		config := exec.Command("docker", "compose", "-f", filepath.Join(root, "docker-compose.yml"), "config", "-q")
		if out, err := config.CombinedOutput(); err != nil {
			t.Errorf("docker compose config: %v: %s", err, out)
		}
	}
}

// podSpec is what decides how much harm a pod can do.
type podSpec struct {
	AutomountServiceAccountToken *bool `yaml:"automountServiceAccountToken"`
	SecurityContext              struct {
		RunAsNonRoot   bool              `yaml:"runAsNonRoot"`
		RunAsUser      int               `yaml:"runAsUser"`
		SeccompProfile map[string]string `yaml:"seccompProfile"`
	} `yaml:"securityContext"`
	Containers []struct {
		Image           string
		Env             []struct{ Name, Value string }
		Resources       struct{ Limits map[string]string }
		SecurityContext struct {
			AllowPrivilegeEscalation *bool `yaml:"allowPrivilegeEscalation"`
			ReadOnlyRootFilesystem   bool  `yaml:"readOnlyRootFilesystem"`
			Capabilities             struct{ Drop []string }
		} `yaml:"securityContext"`
	}
}

// checkConfined checks that a pod runs without root, privileges, a file system that it
// could write to, a token of the cluster, or more of the machine than it is given.
func (p podSpec) checkConfined(t *testing.T, name string) {
	t.Helper()
	if p.AutomountServiceAccountToken == nil || *p.AutomountServiceAccountToken {
		t.Errorf("%s is given a token of the cluster", name)
	}
	if s := p.SecurityContext; !s.RunAsNonRoot || s.RunAsUser == 0 || s.SeccompProfile["type"] != "RuntimeDefault" {
		t.Errorf("%s may run as root or without seccomp: %+v", name, s)
	}
	for _, c := range p.Containers {
		s := c.SecurityContext
		if s.AllowPrivilegeEscalation == nil || *s.AllowPrivilegeEscalation || !s.ReadOnlyRootFilesystem ||
			!slices.Equal(s.Capabilities.Drop, []string{"ALL"}) {
			t.Errorf("%s is not confined: %+v", name, s)
		}
		for _, what := range []string{"cpu", "memory", "ephemeral-storage"} {
			if c.Resources.Limits[what] == "" {
				t.Errorf("%s has no limit of %s", name, what)
			}
		}
	}
}

func TestKubernetes(t *testing.T) {
	var kustomization struct {
		Resources          []string
		ConfigMapGenerator []struct {
			Name            string
			Literals, Files []string
		} `yaml:"configMapGenerator"`
		SecretGenerator []struct {
			Name           string
			Literals, Envs []string
		} `yaml:"secretGenerator"`
	}
	if err := yaml.Unmarshal(read(t, "deploy/k8s/kustomization.yaml"), &kustomization); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{}
	add := func(literals []string) {
		for _, l := range literals {
			k, v, _ := strings.Cut(l, "=")
			env[k] = v
		}
	}
	add(kustomization.ConfigMapGenerator[0].Literals)
	secret := kustomization.SecretGenerator[0]
	if len(secret.Literals) > 0 || len(secret.Envs) != 1 {
		t.Fatalf("secrets come from %v and %v, expected one file that is not in the repository", secret.Literals, secret.Envs)
	}
	if ignored := string(read(t, ".gitignore")); !strings.Contains(ignored, "/deploy/k8s/"+secret.Envs[0]) {
		t.Errorf("git does not ignore %s", secret.Envs[0])
	}
	add(strings.Fields(string(read(t, "deploy/k8s/"+secret.Envs[0]+".example"))))
	if !bytes.Equal(read(t, "deploy/k8s/nats.conf"), read(t, "deploy/nats/nats.conf")) {
		t.Error("deploy/k8s/nats.conf differs from deploy/nats/nats.conf")
	}
	type object struct {
		Kind     string
		Metadata struct{ Name string }
		Spec     struct {
			PodSelector struct{} `yaml:"podSelector"`
			PolicyTypes []string `yaml:"policyTypes"`
			Ingress     []any
			Template    struct{ Spec podSpec }
		}
	}
	denied := false
	deployed := map[string]bool{}
	for _, file := range kustomization.Resources {
		dec := yaml.NewDecoder(bytes.NewReader(read(t, "deploy/k8s/"+file)))
		for {
			var o object
			if err := dec.Decode(&o); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			if o.Kind == "NetworkPolicy" && o.Metadata.Name == "deny-all" {
				denied = len(o.Spec.PolicyTypes) == 2 && len(o.Spec.Ingress) == 0
			}
			if o.Kind == "Deployment" || o.Kind == "StatefulSet" {
				o.Spec.Template.Spec.checkConfined(t, o.Metadata.Name)
			}
			if o.Kind != "Deployment" {
				continue
			}
			deployed[o.Metadata.Name] = true
			full := maps.Clone(env)
			for _, e := range o.Spec.Template.Spec.Containers[0].Env {
				full[e.Name] = e.Value
			}
			checkEnvironment(t, o.Metadata.Name, full)
		}
	}
	if !denied {
		t.Error("no policy denies what no other allows")
	}
	for _, name := range services {
		if !deployed[name] {
			t.Errorf("%s is not deployed", name)
		}
	}
}

// Every metric that a dashboard or the autoscaler asks for exists.
func TestDashboards(t *testing.T) {
	descriptions, err := os.ReadFile(filepath.Join(root, "pkg/telemetry/telemetry.go"))
	if err != nil {
		t.Fatal(err)
	}
	dashboards, err := filepath.Glob(filepath.Join(root, "deploy/grafana/dashboards/*.json"))
	if err != nil || len(dashboards) == 0 {
		t.Fatalf("no dashboards: %v", err)
	}
	asked := regexp.MustCompile(`astragal_[a-z_]+`)
	check := func(where string, text []byte) {
		for _, name := range asked.FindAllString(string(text), -1) {
			if name = strings.TrimSuffix(name, "_bucket"); !bytes.Contains(descriptions, []byte(`"`+name+`"`)) {
				t.Errorf("%s asks for %s, which does not exist", where, name)
			}
		}
	}
	for _, file := range dashboards {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var d struct {
			Title  string
			Panels []struct{ Title string }
		}
		if err := json.Unmarshal(text, &d); err != nil || d.Title == "" || len(d.Panels) == 0 {
			t.Errorf("%s: %v", file, err)
		}
		check(file, text)
	}
	check("autoscale.yaml", read(t, "deploy/k8s/autoscale.yaml"))
}
