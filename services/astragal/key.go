package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/astragal/astragal/pkg/catalogue"
)

func init() {
	register(command{
		name:  "key",
		args:  "create --role read|submit|admin NAME | list [--json] | revoke NAME",
		short: "Manage the keys of the HTTP API",
		run:   manageKeys,
	})
}

func manageKeys(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("key")
	o := catalogueFlags(fs)
	role := fs.String("role", "read", "what the key allows: `read`, submit or admin")
	asJSON := fs.Bool("json", false, "print JSON")
	rest, err := parse(fs, args)
	if err != nil {
		return err
	}
	switch {
	case len(rest) == 2 && (rest[0] == "create" || rest[0] == "revoke"), len(rest) == 1 && rest[0] == "list":
	default:
		return usagef("expected create NAME, list or revoke NAME")
	}
	c, closeCatalogue, err := openCatalogue(ctx, o, s.err)
	if err != nil {
		return err
	}
	defer closeCatalogue()
	switch rest[0] {
	case "create":
		secret, err := c.CreateKey(ctx, rest[1], catalogue.Role(*role))
		if err != nil {
			return err
		}
		fmt.Fprintln(s.out, secret)
		fmt.Fprintln(s.err, "keep it: it is stored nowhere; requests send it as Authorization: Bearer KEY")
	case "revoke":
		return c.RevokeKey(ctx, rest[1])
	case "list":
		keys, err := c.Keys(ctx)
		if err != nil {
			return err
		}
		enc := json.NewEncoder(s.out)
		for _, k := range keys {
			if *asJSON {
				if err := enc.Encode(k); err != nil {
					return err
				}
				continue
			}
			state := "since " + k.CreatedAt.Format("2006-01-02")
			if k.RevokedAt != nil {
				state = "revoked"
			}
			fmt.Fprintf(s.out, "%-24s %-8s %s\n", k.Name, k.Role, state)
		}
	}
	return nil
}
