package provenance

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
		{origin: "Culture: Maori\nRegion: Polynesia\nPeriod: 19th century", date: "1856", culture: "Maori",
			region: "Polynesia", period: "19th century", years: [2]int{1801, 1900}},
		{origin: "Culture: Hawaiian\nPeriod: Long ago", date: "1778", culture: "Hawaiian", period: "Long ago",
			years: [2]int{1778, 1778}},
		{origin: "This game was played in Mongolia, from around 1963 to 1966.", region: "Mongolia", period: "1963–1966",
			years: [2]int{1963, 1966}},
		{origin: "This game was played in Yunnan, China, around 1951.", region: "Yunnan, China", period: "1951",
			years: [2]int{1951, 1951}},
		{origin: "This game was played in Egypt, from around 3100BCE to 90BCE.", region: "Egypt", period: "3100BCE–90BCE",
			years: [2]int{-3100, -90}},
		{origin: "This game was played in Rome, from around 50BCE to 400.", region: "Rome", period: "50BCE–400",
			years: [2]int{-50, 400}},
		{origin: "This game is from Rhode Island, USA, on 10-12-1999.", region: "Rhode Island, USA", period: "10-12-1999",
			years: [2]int{1999, 1999}},
		{origin: "This game was played in Ghana.", region: "Ghana"},
		{date: "1942", period: "1942", years: [2]int{1942, 1942}},
		{origin: "Period: 2nd century BCE", period: "2nd century BCE", years: [2]int{-200, -101}},
	} {
		a := Of(map[string]string{"origin": c.origin, "date": c.date})
		if a.Culture != c.culture || a.Region != c.region || a.Period != c.period || years(a) != c.years {
			t.Errorf("%q, %q: culture %q, region %q, period %q, years %v", c.origin, c.date, a.Culture, a.Region, a.Period,
				years(a))
		}
	}
	a := Of(map[string]string{"source": `<a href="https://example.org" class="x" />The  Book</a> &amp; more`,
		"aliases": "One; Two\nThree"})
	if a.Source != "The Book & more" || len(a.Aliases) != 3 || a.Aliases[2] != "Three" {
		t.Errorf("source %q, aliases %q", a.Source, a.Aliases)
	}
}

func TestDatesOfDescriptions(t *testing.T) {
	for _, c := range []struct {
		origin, date, years string
		problems            int
	}{
		{origin: "This game was played in Ur, from around 2600 to 2400 BCE.", years: "2600 BCE – 2400 BCE"},
		{origin: "This game was played in England, in the nineteenth century.", years: "1801 CE – 1900 CE"},
		{origin: "This game was played in Rome, from the 3rd century BC to the 2nd century AD.", years: "300 BCE – 200 CE"},
		{origin: "Period: Before 1778", date: "1778", years: "until 1777 CE"},
		{origin: "Period: 700 AH", date: "1300", years: "1300 CE", problems: 1},
		{origin: "Period: 700 AH", date: "79", years: "unknown", problems: 2},
		{date: "-1500", years: "1500 BCE"},
		{date: "2600-2400", years: "unknown", problems: 1},
		{origin: "Period: Long ago", years: "unknown"},
	} {
		a := Of(map[string]string{"origin": c.origin, "date": c.date})
		if got := (Years{a.YearFrom, a.YearTo}).String(); got != c.years || len(a.DateProblems()) != c.problems {
			t.Errorf("%q, %q: %s, want %s; problems %v", c.origin, c.date, got, c.years, a.DateProblems())
		}
		if c.origin == "" && a.Period != c.date {
			t.Errorf("%q: the text is lost: period %q", c.date, a.Period)
		}
	}
}
