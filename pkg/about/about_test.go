package about

import "testing"

func TestOf(t *testing.T) {
	years := func(a Ruleset) [2]int {
		if a.YearFrom == nil {
			return [2]int{}
		}
		return [2]int{*a.YearFrom, *a.YearTo}
	}
	for _, c := range []struct {
		origin, date            string
		culture, region, period string
		years                   [2]int
	}{
		{origin: "Culture: Maori\nRegion: Polynesia\nPeriod: 19th century", date: "1856", culture: "Maori", region: "Polynesia", period: "19th century", years: [2]int{1801, 1900}},
		{origin: "Culture: Hawaiian\nPeriod: Long ago", date: "1778", culture: "Hawaiian", period: "Long ago", years: [2]int{1778, 1778}},
		{origin: "This game was played in Mongolia, from around 1963 to 1966.", region: "Mongolia", period: "1963–1966", years: [2]int{1963, 1966}},
		{origin: "This game was played in Yunnan, China, around 1951.", region: "Yunnan, China", period: "1951", years: [2]int{1951, 1951}},
		{origin: "This game was played in Egypt, from around 3100BCE to 90BCE.", region: "Egypt", period: "3100BCE–90BCE", years: [2]int{-3100, -90}},
		{origin: "This game was played in Rome, from around 50BCE to 400.", region: "Rome", period: "50BCE–400", years: [2]int{-50, 400}},
		{origin: "This game is from Rhode Island, USA, on 10-12-1999.", region: "Rhode Island, USA", period: "10-12-1999", years: [2]int{1999, 1999}},
		{origin: "This game was played in Ghana.", region: "Ghana"},
		{date: "1942", period: "1942", years: [2]int{1942, 1942}},
		{origin: "Period: 2nd century BCE", period: "2nd century BCE", years: [2]int{-200, -101}},
	} {
		a := Of(map[string]string{"origin": c.origin, "date": c.date})
		if a.Culture != c.culture || a.Region != c.region || a.Period != c.period || years(a) != c.years {
			t.Errorf("%q, %q: culture %q, region %q, period %q, years %v", c.origin, c.date, a.Culture, a.Region, a.Period, years(a))
		}
	}
	a := Of(map[string]string{"source": `<a href="https://example.org" class="x" />The  Book</a> &amp; more`, "aliases": "One; Two\nThree"})
	if a.Source != "The Book & more" || len(a.Aliases) != 3 || a.Aliases[2] != "Three" {
		t.Errorf("source %q, aliases %q", a.Source, a.Aliases)
	}
}
