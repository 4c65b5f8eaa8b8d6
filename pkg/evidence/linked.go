package evidence

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
)

// linkedContext maps the prefixes of the JSON-LD: schema.org, and the CIDOC
// Conceptual Reference Model of museums, version 7.
var linkedContext = map[string]any{
	"schema": "https://schema.org/", "crm": "http://www.cidoc-crm.org/cidoc-crm/",
	"xsd": "http://www.w3.org/2001/XMLSchema#", "dc": "http://purl.org/dc/terms/",
}

// linkedTypes say what the kinds are in both vocabularies, by which property of the
// CRM they have their place, and which event gave them their time: an activity is
// one itself.
var linkedTypes = map[Kind]struct {
	types        []string
	place        string
	event, class string
}{
	Text: {[]string{"schema:CreativeWork", "crm:E33_Linguistic_Object"}, "crm:P67_refers_to",
		"crm:P94i_was_created_by", "crm:E65_Creation"},
	Find: {[]string{"schema:Thing", "crm:E22_Human-Made_Object"}, "crm:P53_has_former_or_current_location",
		"crm:P108i_was_produced_by", "crm:E12_Production"},
	Picture: {[]string{"schema:VisualArtwork", "crm:E36_Visual_Item"}, "crm:P67_refers_to",
		"crm:P94i_was_created_by", "crm:E65_Creation"},
	Board: {[]string{"schema:Thing", "crm:E22_Human-Made_Object"}, "crm:P53_has_former_or_current_location",
		"crm:P108i_was_produced_by", "crm:E12_Production"},
	Ethnography: {[]string{"schema:Event", "crm:E7_Activity"}, "crm:P7_took_place_at", "", ""},
}

// Address is the path of an item's stable identifier.
func (i *Item) Address() string {
	return "/id/evidence/" + url.PathEscape(i.Game) + "/" + url.PathEscape(i.ID)
}

// gYear is a historical year as XML Schema 1.1 writes it, astronomically: the year
// before 1 is 0000.
func gYear(n int) map[string]string {
	if n < 0 {
		n++
	}
	text := fmt.Sprintf("%04d", n)
	if n < 0 {
		text = fmt.Sprintf("-%04d", -n)
	}
	return map[string]string{"@type": "xsd:gYear", "@value": text}
}

// linked is an item as JSON-LD.
func (i *Item) linked(base string) map[string]any {
	kind := linkedTypes[i.Kind]
	game := base + "/id/game/" + url.PathEscape(i.Game)
	node := map[string]any{
		"@id": base + i.Address(), "@type": kind.types, "schema:identifier": i.ID, "schema:name": i.Title,
		"schema:description": i.What, "dc:type": string(i.Kind), "schema:citation": i.Source,
		"schema:about":    map[string]any{"@id": game, "@type": "schema:Game", "schema:name": i.Game},
		"crm:P2_has_type": map[string]any{"@type": "crm:E55_Type", "schema:name": string(i.Kind)},
		"crm:P3_has_note": i.notes(), "schema:temporal": i.When,
	}
	event := node
	if kind.event != "" {
		event = map[string]any{"@type": kind.class}
		node[kind.event] = event
	}
	event["crm:P4_has_time-span"] = i.span()
	where := map[string]any{"@type": []string{"schema:Place", "crm:E53_Place"}, "schema:name": i.Place}
	if i.Place == "" {
		where["schema:name"] = i.Region
	} else if i.Region != "" {
		where["schema:containedInPlace"] = map[string]any{"@type": "schema:Place", "schema:name": i.Region}
	}
	if i.Latitude != nil {
		where["schema:geo"] = map[string]any{"@type": "schema:GeoCoordinates", "schema:latitude": *i.Latitude,
			"schema:longitude": *i.Longitude}
		where["crm:P168_place_is_defined_by"] = fmt.Sprintf("POINT(%s %s)", degrees(i.Longitude), degrees(i.Latitude))
	}
	node["schema:spatial"], node[kind.place] = where, where
	if i.Culture != "" {
		event["crm:P14_carried_out_by"] = map[string]any{"@type": "crm:E74_Group", "schema:name": i.Culture}
	}
	if i.Link != "" {
		node["schema:url"] = map[string]string{"@id": i.Link}
	}
	return node
}

// notes are what the vocabularies have no words for.
func (i *Item) notes() []string {
	list := []string{i.Certainty + ": " + i.Reason}
	if i.Setting != "" {
		list = append(list, "setting: "+i.Setting)
	}
	for _, s := range i.Supports {
		list = append(list, "supports "+s.String())
	}
	return list
}

func (i *Item) span() map[string]any {
	span := map[string]any{"@type": "crm:E52_Time-Span", "schema:name": i.When}
	if i.YearFrom != nil {
		span["crm:P82a_begin_of_the_begin"] = gYear(*i.YearFrom)
	}
	if i.YearTo != nil {
		span["crm:P82b_end_of_the_end"] = gYear(*i.YearTo)
	}
	return span
}

// WriteLinked writes items as JSON-LD. Their identifiers are the paths that
// resolve on the pages, behind base: "" or the address of a server.
func WriteLinked(w io.Writer, items []Item, base string) error {
	graph := make([]map[string]any, len(items))
	for n := range items {
		graph[n] = items[n].linked(base)
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(map[string]any{"@context": linkedContext, "@graph": graph})
}
