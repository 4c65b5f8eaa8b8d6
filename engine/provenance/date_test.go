package provenance

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// dates are texts and the years they mean, "from…to" with an open end left out;
// "none" names no years, "?" is not understood.
var dates = []struct{ text, want string }{
	// Years and eras.
	{"1971", "1971…1971"},
	{"79 AD", "79…79"},
	{"AD 79", "79…79"},
	{"A.D. 79", "79…79"},
	{"79 A.D.", "79…79"},
	{"ad79", "79…79"},
	{"50 CE", "50…50"},
	{"50 C.E.", "50…50"},
	{"1500 BC", "-1500…-1500"},
	{"1500 BCE", "-1500…-1500"},
	{"1500BCE", "-1500…-1500"},
	{"1500 B.C.", "-1500…-1500"},
	{"1500 B.C.E.", "-1500…-1500"},
	{"1500 b. c. e.", "-1500…-1500"},
	{"1500 bc", "-1500…-1500"},
	{"BC 44", "-44…-44"},
	{"1 BCE", "-1…-1"},
	{"-1500", "-1500…-1500"},
	{"−1500", "-1500…-1500"},
	{"0079", "79…79"},
	{"10,000 BCE", "-10000…-10000"},
	{"9500 BCE", "-9500…-9500"},
	{"the year 1283", "1283…1283"},
	{"in 1283.", "1283…1283"},
	// Doubt does not move the years.
	{"c. 1500", "1500…1500"},
	{"c1500", "1500…1500"},
	{"ca. 1500 BCE", "-1500…-1500"},
	{"ca 1500 BC", "-1500…-1500"},
	{"circa 1500", "1500…1500"},
	{"around 1971", "1971…1971"},
	{"about 50 CE", "50…50"},
	{"approximately 1200 BCE", "-1200…-1200"},
	{"1500?", "1500…1500"},
	{"~1500", "1500…1500"},
	{"[1500]", "1500…1500"},
	{"probably 1500 (?)", "1500…1500"},
	{"1200 ± 50 BCE", "-1250…-1150"},
	{"1200 ± 50", "1150…1250"},
	// Ranges: an era behind applies to both ends.
	{"2600-2400 BCE", "-2600…-2400"},
	{"2600–2400 BCE", "-2600…-2400"},
	{"2600 — 2400 B.C.", "-2600…-2400"},
	{"c. 3100-2700 BC", "-3100…-2700"},
	{"c. 3100 – c. 2700 BC", "-3100…-2700"},
	{"2600 to 2400 BCE", "-2600…-2400"},
	{"2600/2400 BCE", "-2600…-2400"},
	{"from around 2600 until 2400 BCE", "-2600…-2400"},
	{"from around 2970BCE to 301BCE", "-2970…-301"},
	{"between 2600 and 2400 BCE", "-2600…-2400"},
	{"3100BCE–90BCE", "-3100…-90"},
	{"50BCE–400", "-50…400"},
	{"50 BCE to 400 CE", "-50…400"},
	{"100 BC – AD 100", "-100…100"},
	{"50 BCE to 20", "-50…20"},
	{"50–400", "50…400"},
	{"50-100 CE", "50…100"},
	{"AD 100-300", "100…300"},
	{"BC 300-100", "-300…-100"},
	{"100–200 BCE", "-200…-100"},
	{"1283-1674", "1283…1674"},
	{"1200/1300", "1200…1300"},
	{"-1500 to -1200", "-1500…-1200"},
	{"-1500/-1200", "-1500…-1200"},
	{"-1500 to 200", "-1500…200"},
	{"1914–18", "1914…1918"},
	{"1914-18", "1914…1918"},
	{"1640/1", "1640…1641"},
	{"1640/41", "1640…1641"},
	{"500 and 400 BCE", "-500…-400"},
	{"500, 450 or 400 BCE", "-500…-400"},
	{"1283, 1674 and 1694", "1283…1694"},
	{"1963–1966; 1991", "1963…1991"},
	// Open ends.
	{"Before 1778", "…1777"},
	{"before 500 BCE", "…-501"},
	{"before 1 CE", "…-1"},
	{"pre-1500", "…1499"},
	{"prior to the 5th century BCE", "…-501"},
	{"after 1500", "1501…"},
	{"after 1 BCE", "1…"},
	{"after the 5th century", "501…"},
	{"post-1945", "1946…"},
	{"until 1900", "…1900"},
	{"by the end of the 12th century", "…1200"},
	{"since 1475", "1475…"},
	{"from 1475", "1475…"},
	{"1475 onwards", "1475…"},
	{"1475 or later", "1475…"},
	{"1475 or earlier", "…1475"},
	{"not before 1475", "1475…"},
	{"no later than 1475", "…1475"},
	{"1990–", "1990…"},
	{"1475 to present", "1475…"},
	{"1475–the present day", "1475…"},
	{"3rd century BCE – today", "-300…"},
	{"after 1500 and before 1600", "1501…1599"},
	// Decades, centuries, millennia.
	{"1920s", "1920…1929"},
	{"1920's", "1920…1929"},
	{"the 1920s and 1930s", "1920…1939"},
	{"420s BCE", "-429…-420"},
	{"1500s", "1500…1599"},
	{"500s BCE", "-599…-500"},
	{"19th century", "1801…1900"},
	{"the nineteenth century", "1801…1900"},
	{"twenty-first century", "2001…2100"},
	{"XIX century", "1801…1900"},
	{"IXth–XIth centuries", "801…1100"},
	{"1st century", "1…100"},
	{"1st century BCE", "-100…-1"},
	{"2nd century BCE", "-200…-101"},
	{"5th-4th century BCE", "-500…-301"},
	{"5th–4th c. BC", "-500…-301"},
	{"c. 5th c. B.C.", "-500…-401"},
	{"5th or 4th century BCE", "-500…-301"},
	{"4th, 3rd and 2nd centuries BCE", "-400…-101"},
	{"from the 3rd century BC to the 2nd century AD", "-300…200"},
	{"1st century BCE–1st century CE", "-100…100"},
	{"from the 19th century to the 20th", "1801…2000"},
	{"18th century–1950", "1701…1950"},
	{"5th century – 350 BCE", "-500…-350"},
	{"1st millennium BCE", "-1000…-1"},
	{"2nd millennium", "1001…2000"},
	{"third millennium BC", "-3000…-2001"},
	{"3rd–2nd millennia BCE", "-3000…-1001"},
	// Parts.
	{"early 19th century", "1801…1833"},
	{"mid-19th century", "1834…1867"},
	{"late 19th century", "1868…1900"},
	{"early 5th century BCE", "-500…-468"},
	{"late 5th century BCE", "-433…-401"},
	{"late 18th to early 19th century", "1768…1833"},
	{"late 5th/early 4th century BCE", "-433…-368"},
	{"early to mid 19th century", "1801…1867"},
	{"mid-to-late 19th century", "1834…1900"},
	{"early 1920s", "1920…1922"},
	{"mid-1920s", "1923…1926"},
	{"first half of the 19th century", "1801…1850"},
	{"2nd half of the 2nd millennium BC", "-1500…-1001"},
	{"last quarter of the 12th century", "1176…1200"},
	{"third quarter of the 12th century", "1151…1175"},
	{"beginning of the 3rd millennium BCE", "-3000…-2668"},
	{"early 1971", "1971…1971"},
	// Before present, 1950.
	{"3000 BP", "-1051…-1051"},
	{"1950 BP", "-1…-1"},
	{"1949 BP", "1…1"},
	{"550 years BP", "1400…1400"},
	{"3000–2500 cal BP", "-1051…-551"},
	{"2500 ± 50 BP", "-601…-501"},
	{"3000 years before present", "-1051…-1051"},
	// Calendar dates.
	{"1999-12-10", "1999…1999"},
	{"-0500-01-01", "-500…-500"},
	{"10-12-1999", "1999…1999"},
	{"31-01-2001", "2001…2001"},
	{"10-2009", "2009…2009"},
	{"2009-10", "2009…2009"},
	{"10/12/1999", "1999…1999"},
	{"10.12.1999", "1999…1999"},
	{"10 December 1999", "1999…1999"},
	{"10th of December 1999", "1999…1999"},
	{"December 10, 1999", "1999…1999"},
	{"Dec. 1999", "1999…1999"},
	{"summer 1920", "1920…1920"},
	{"1999-12-10/2001-01-31", "1999…2001"},
	{"March 1920 to May 1921", "1920…1921"},
	// Years beside names of periods.
	{"Edo period (1603–1868)", "1603…1868"},
	{"Edo period 1603–1868", "1603…1868"},
	{"18th Dynasty (1550–1295 BCE)", "-1550…-1295"},
	{"Late Bronze Age, c. 1500–1200 BCE", "-1500…-1200"},
	{"Late Bronze Age: 1500–1200 BCE", "-1500…-1200"},
	{"19th century (1850s)", "1801…1900"},
	// No years.
	{"", "none"},
	{"Long ago", "none"},
	{"Early modern", "none"},
	{"Edo period", "none"},
	{"First Intermediate Period", "none"},
	{"18th Dynasty", "none"},
	{"present", "none"},
	// Not understood.
	{"79", "?"},
	{"1500 AH", "?"},
	{"1500 years ago", "?"},
	{"over 1500", "?"},
	{"2600-2400", "?"},
	{"2600 BCE – 2400", "?"},
	{"1674-1283", "?"},
	{"2600", "?"},
	{"0", "?"},
	{"0 CE", "?"},
	{"-1500 BCE", "?"},
	{"AD 79 BC", "?"},
	{"-500-400", "?"},
	{"1914–12–", "?"},
	{"1925s", "?"},
	{"mid-century modern", "?"},
	{"turn of the 20th century", "?"},
	{"100–200–300 CE", "?"},
	{"between 1200", "?"},
	{"5th", "?"},
	{"9999999999 BCE", "?"},
	{"10 AD 20 BC AD", "?"},
	{"5th century BP", "?"},
	{"1200 ±", "?"},
	{"December", "none"},
	{"circa", "none"},
}

func TestParseDate(t *testing.T) {
	if len(dates) < 100 {
		t.Fatalf("only %d cases", len(dates))
	}
	for _, c := range dates {
		y, err := ParseDate(c.text)
		var e *DateError
		got := ""
		switch {
		case errors.Is(err, ErrNoYears):
			got = "none"
		case errors.As(err, &e):
			got = "?"
			if e.Text != c.text || e.Msg == "" {
				t.Errorf("%q: error %+v", c.text, e)
			}
		default:
			end := func(n *int) string {
				if n == nil {
					return ""
				}
				return fmt.Sprint(*n)
			}
			got = end(y.From) + "…" + end(y.To)
		}
		if got != c.want {
			t.Errorf("%q: %s (%v), want %s", c.text, got, err, c.want)
		}
	}
}

// Upper case, thin spaces and other dashes change nothing.
func TestDateSpelling(t *testing.T) {
	change := strings.NewReplacer(" ", "  ", "–", "‒")
	for _, c := range dates {
		want, wantErr := ParseDate(c.text)
		got, err := ParseDate(change.Replace(c.text))
		if want.String() != got.String() || (wantErr == nil) != (err == nil) {
			t.Errorf("%q: %v %v, spelt otherwise %v %v", c.text, want, wantErr, got, err)
		}
	}
}

func FuzzParseDate(f *testing.F) {
	for _, c := range dates {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		y, err := ParseDate(text)
		if err == nil && (y.From == nil && y.To == nil || y.From != nil && y.To != nil && *y.From > *y.To) {
			t.Errorf("%q: %v", text, y)
		}
		if err == nil && (y.From != nil && *y.From == 0 || y.To != nil && *y.To == 0) {
			t.Errorf("%q: the year 0", text)
		}
	})
}
