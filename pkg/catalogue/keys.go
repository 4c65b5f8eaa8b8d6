package catalogue

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
)

// Role is what a key of the HTTP API allows; each allows what those before do.
type Role string

// The roles.
const (
	ReadRole   Role = "read"   // look at everything
	SubmitRole Role = "submit" // submit descriptions and ask for evaluations
	AdminRole  Role = "admin"  // cancel evaluations, run the services' own commands
)

var roles = []Role{ReadRole, SubmitRole, AdminRole}

// Allows tells whether the role allows what needs another one.
func (r Role) Allows(need Role) bool {
	return slices.Contains(roles, r) && slices.Index(roles, r) >= slices.Index(roles, need)
}

// Key is a key of the HTTP API without its secret.
type Key struct {
	Name      string     `json:"name"`
	Role      Role       `json:"role"`
	CreatedAt time.Time  `json:"createdAt"`
	RevokedAt *time.Time `json:"revokedAt,omitempty"`
}

// CreateKey makes a key and returns its secret, which is stored nowhere.
func (c *Catalogue) CreateKey(ctx context.Context, name string, role Role) (secret string, err error) {
	if name == "" || !slices.Contains(roles, role) {
		return "", fmt.Errorf("key %q with role %q: expected a name and one of read, submit, admin", name, role)
	}
	secret = "ast_" + rand.Text()
	hash := sha256.Sum256([]byte(secret))
	tag, err := c.pool.Exec(ctx, `INSERT INTO api_keys (name, hash, role) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING`, name, hash[:], role)
	if err == nil && tag.RowsAffected() == 0 {
		err = fmt.Errorf("there is a key %q already", name)
	}
	return secret, err
}

// RevokeKey ends a key.
func (c *Catalogue) RevokeKey(ctx context.Context, name string) error {
	tag, err := c.pool.Exec(ctx, `UPDATE api_keys SET revoked_at = now() WHERE name = $1 AND revoked_at IS NULL`, name)
	if err == nil && tag.RowsAffected() == 0 {
		err = notFound(pgx.ErrNoRows, "key", name)
	}
	return err
}

// Keys returns all keys by name.
func (c *Catalogue) Keys(ctx context.Context) ([]Key, error) {
	rows, err := c.pool.Query(ctx, `SELECT name, role, created_at, revoked_at FROM api_keys ORDER BY name`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Key])
}

// KeyOf returns the key with a secret; the error is ErrNotFound when there is
// none, or none any more.
func (c *Catalogue) KeyOf(ctx context.Context, secret string) (Key, error) {
	hash := sha256.Sum256([]byte(secret))
	var k Key
	err := c.pool.QueryRow(ctx, `SELECT name, role, created_at FROM api_keys WHERE hash = $1 AND revoked_at IS NULL`, hash[:]).Scan(&k.Name, &k.Role, &k.CreatedAt)
	if errors.Is(err, pgx.ErrNoRows) {
		err = ErrNotFound
	}
	return k, err
}
