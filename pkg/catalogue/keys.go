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

// Allows reports whether the role allows what needs another one.
func (r Role) Allows(need Role) bool {
	return slices.Contains(roles, r) && slices.Index(roles, r) >= slices.Index(roles, need)
}

// Key is a key of the HTTP API without its secret.
type Key struct {
	Name      string     `json:"name"`
	Role      Role       `json:"role"`
	CreatedAt time.Time  `json:"createdAt"`
	RevokedAt *time.Time `json:"revokedAt,omitempty"`
	Budget
}

// Budget is what the holder of a key may have played in a day (UTC): playouts asked
// for, and seconds of playing; nil is no limit.
type Budget struct {
	PlayoutsPerDay *int64   `json:"playoutsPerDay,omitempty"`
	SecondsPerDay  *float64 `json:"secondsPerDay,omitempty"`
}

// CreateKey makes a key and returns its secret, which is stored nowhere.
func (c *Catalogue) CreateKey(ctx context.Context, name string, role Role, b Budget) (secret string, err error) {
	if name == "" || !slices.Contains(roles, role) {
		return "", fmt.Errorf("key %q with role %q: expected a name and one of read, submit, admin", name, role)
	}
	secret = "ast_" + rand.Text()
	hash := sha256.Sum256([]byte(secret))
	tag, err := c.pool.Exec(ctx,
		`INSERT INTO api_keys (name, hash, role, playouts_per_day, seconds_per_day) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (name) DO NOTHING`, name, hash[:], role, b.PlayoutsPerDay, b.SecondsPerDay)
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
	rows, err := c.pool.Query(ctx,
		`SELECT name, role, created_at, revoked_at, playouts_per_day, seconds_per_day FROM api_keys ORDER BY name`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (k Key, err error) {
		err = row.Scan(&k.Name, &k.Role, &k.CreatedAt, &k.RevokedAt, &k.PlayoutsPerDay, &k.SecondsPerDay)
		return k, err
	})
}

// KeyOf returns the key with a secret; the error is ErrNotFound when there is
// none, or none any more.
func (c *Catalogue) KeyOf(ctx context.Context, secret string) (Key, error) {
	hash := sha256.Sum256([]byte(secret))
	var k Key
	err := c.pool.QueryRow(ctx, `SELECT name, role, created_at FROM api_keys WHERE hash = $1 AND revoked_at IS NULL`,
		hash[:]).Scan(&k.Name, &k.Role, &k.CreatedAt)
	if errors.Is(err, pgx.ErrNoRows) {
		err = ErrNotFound
	}
	return k, err
}
