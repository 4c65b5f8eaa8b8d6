package gateway

import "maps"

func init() {
	maps.Copy(fields, map[string]field{
		"Detail.evidence":            {meaning: "what is known of the game that supports something of this ruleset"},
		"EvidenceItem.game":          {meaning: "name of the game"},
		"EvidenceItem.id":            {meaning: "identity among the items of the game"},
		"EvidenceItem.kind":          {meaning: "text, find, picture, board or ethnography"},
		"EvidenceItem.title":         {meaning: "a short name"},
		"EvidenceItem.what":          {meaning: "what there is to see or to read"},
		"EvidenceItem.place":         {meaning: "where it was found, made or observed"},
		"EvidenceItem.region":        {meaning: "the part of the world"},
		"EvidenceItem.latitude":      {meaning: "degrees north, WGS 84; absent when not known", low: -90, high: 90},
		"EvidenceItem.longitude":     {meaning: "degrees east, WGS 84; absent when not known", low: -180, high: 180},
		"EvidenceItem.uncertaintyKm": {meaning: "radius within which the place lies, in kilometres", high: 20_000},
		"EvidenceItem.when":          {meaning: "the time in words, by the grammar of docs/dates.md"},
		"EvidenceItem.yearFrom":      {meaning: "first historical year; absent when open", low: -maxYear, high: maxYear},
		"EvidenceItem.yearTo":        {meaning: "last historical year; absent when open", low: -maxYear, high: maxYear},
		"EvidenceItem.culture":       {meaning: "who played"},
		"EvidenceItem.setting":       {meaning: "the social setting of play"},
		"EvidenceItem.source":        {meaning: "where it is published"},
		"EvidenceItem.link":          {meaning: "address of the source"},
		"EvidenceItem.certainty":     {meaning: "how sure it belongs to the game: certain, probable, possible or doubtful"},
		"EvidenceItem.reason":        {meaning: "why it is that sure"},
		"EvidenceItem.supports":      {meaning: "what of the game it supports"},
		"EvidenceSupport.rulesets":   {meaning: "names of the rulesets; absent for all of the game"},
		"EvidenceSupport.rules":      {meaning: "parts of the rules, like board, start or moves"},
		"EvidenceSupport.note":       {meaning: "how it supports them"},
	})
}
