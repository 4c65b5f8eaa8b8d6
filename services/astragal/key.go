package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/astragal/astragal/pkg/catalogue"
)

func init() {
	register(command{
		name: "key",
		args: "create --role read|submit|admin [--playouts-per-day N] [--seconds-per-day S] NAME | list [--json] | " +
			"revoke NAME",
		short: "Manage the keys of the HTTP API",
		run:   manageKeys,
	})
}

func manageKeys(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("key")
	o := catalogueFlags(fs)
	role := fs.String("role", "read", "what the key allows: `read`, submit or admin")
	playouts := fs.Int64("playouts-per-day", -1, "playouts that the key may ask for in a day (UTC); without, no limit")
	seconds := fs.Float64("seconds-per-day", -1, "seconds of playing, over all workers, after which the key may ask "+
		"for no more that day; without, no limit")
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
		var b catalogue.Budget
		if *playouts >= 0 {
			b.PlayoutsPerDay = playouts
		}
		if *seconds >= 0 {
			b.SecondsPerDay = seconds
		}
		secret, err := c.CreateKey(ctx, rest[1], catalogue.Role(*role), b)
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
			use, err := c.KeyUse(ctx, k.Name)
			if err != nil {
				return err
			}
			state += fmt.Sprintf("; today %d playouts", use.Playouts)
			if k.PlayoutsPerDay != nil {
				state += fmt.Sprintf(" of %d", *k.PlayoutsPerDay)
			}
			state += fmt.Sprintf(", %.0f s", use.Seconds)
			if k.SecondsPerDay != nil {
				state += fmt.Sprintf(" of %.0f s", *k.SecondsPerDay)
			}
			fmt.Fprintf(s.out, "%-24s %-8s %s\n", k.Name, k.Role, state)
		}
	}
	return nil
}
