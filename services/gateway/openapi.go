package gateway

import (
	"encoding/json"
	"reflect"
	"regexp"
	"strings"
	"time"
)

// document is the OpenAPI description of the routes, made from what serves
// them: it cannot say anything else than they do.
func document(routes []route) map[string]any {
	schemas := map[string]any{}
	paths := map[string]any{}
	schemas["Error"] = map[string]any{"type": "object", "required": []string{"error", "request"},
		"properties": map[string]any{
			"error": map[string]any{"type": "string", "description": "what is wrong"},
			"request": map[string]any{"type": "string", "description": "id of the request, as in the header X-Request-Id and " +
				"in the server's log"}}}
	for _, rt := range routes {
		item, _ := paths[rt.path].(map[string]any)
		if item == nil {
			item = map[string]any{}
			paths[rt.path] = item
		}
		var params []any
		for _, m := range pathParameter.FindAllStringSubmatch(rt.path, -1) {
			params = append(params, map[string]any{"name": m[1], "in": "path", "required": true,
				"description": pathMeanings[m[1]], "schema": map[string]any{"type": "string"}})
		}
		for _, q := range rt.query {
			params = append(params, map[string]any{"name": q.name, "in": "query", "description": q.meaning,
				"schema": q.schema()})
		}
		content := map[string]any{"application/json": map[string]any{"schema": schemaOf(reflect.TypeOf(rt.response),
			schemas, false)}}
		if rt.media != "" {
			kind := "string"
			if strings.Contains(rt.media, "json") { // linked data and the like, of a form of their own
				kind = "object"
			}
			content = map[string]any{rt.media: map[string]any{"schema": map[string]any{"type": kind}}}
		}
		refused := map[string]any{"description": "The request failed.",
			"content": map[string]any{"application/json": map[string]any{"schema": map[string]any{"$ref": "#/components/schemas/Error"}}}}
		op := map[string]any{
			"operationId": rt.name, "summary": rt.summary,
			"description": "Needs the role " + string(rt.role) + ".",
			"responses":   map[string]any{"200": map[string]any{"description": "OK", "content": content}, "default": refused},
			"security":    []any{map[string]any{"key": []string{}}, map[string]any{}},
		}
		if len(params) > 0 {
			op["parameters"] = params
		}
		if rt.body != nil {
			op["requestBody"] = map[string]any{"required": true,
				"content": map[string]any{"application/json": map[string]any{"schema": schemaOf(reflect.TypeOf(rt.body), schemas,
					true)}}}
		}
		item[strings.ToLower(rt.method)] = op
	}
	return map[string]any{
		"openapi": "3.0.3",
		"info": map[string]any{"title": "Astragal", "version": "1",
			"description": "Rulesets of traditional games, their evaluations by simulated play, metrics and concepts. Errors " +
				"have the form {\"error\", \"request\"}; every answer has the header X-Request-Id. " +
				"What was not measured is null or absent, never 0. Unknown parameters and fields are errors."},
		"paths": paths,
		"components": map[string]any{"schemas": schemas,
			"securitySchemes": map[string]any{"key": map[string]any{"type": "http", "scheme": "bearer"}}},
	}
}

var pathParameter = regexp.MustCompile(`\{(\w+)\}`)

// schemaOf describes a Go type as encoding/json writes it, or reads it: then no
// field is required. Structures become components.
func schemaOf(t reflect.Type, schemas map[string]any, input bool) map[string]any {
	switch {
	case t == nil:
		return map[string]any{}
	case t == reflect.TypeFor[time.Time]():
		return map[string]any{"type": "string", "format": "date-time"}
	case t == reflect.TypeFor[json.RawMessage]():
		return map[string]any{}
	}
	switch t.Kind() {
	case reflect.Pointer:
		s := schemaOf(t.Elem(), schemas, input)
		if _, named := s["$ref"]; named {
			return map[string]any{"nullable": true, "allOf": []any{s}}
		}
		s["nullable"] = true
		return s
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Int, reflect.Int32, reflect.Int64:
		return map[string]any{"type": "integer"}
	case reflect.Uint64, reflect.Uint32, reflect.Uint:
		return map[string]any{"type": "integer", "minimum": 0}
	case reflect.Float64:
		return map[string]any{"type": "number"}
	case reflect.String:
		return map[string]any{"type": "string"}
	case reflect.Slice:
		return map[string]any{"type": "array", "nullable": true, "items": schemaOf(t.Elem(), schemas, input)}
	case reflect.Map:
		return map[string]any{"type": "object", "nullable": true, "additionalProperties": schemaOf(t.Elem(), schemas, input)}
	case reflect.Struct:
		name := schemaName(t)
		if input {
			name += "Input"
		}
		if _, known := schemas[name]; !known {
			schemas[name] = nil // for types that contain themselves
			schemas[name] = structSchema(t, schemas, input)
		}
		return map[string]any{"$ref": "#/components/schemas/" + name}
	}
	return map[string]any{}
}

// schemaName is the name of a structure among the components.
func schemaName(t reflect.Type) string {
	name := t.Name()
	if pkg := t.PkgPath()[strings.LastIndex(t.PkgPath(), "/")+1:]; pkg != "catalogue" && pkg != "gateway" {
		name = strings.ToUpper(pkg[:1]) + pkg[1:] + name
	}
	return name
}

func structSchema(t reflect.Type, schemas map[string]any, input bool) map[string]any {
	properties, required := map[string]any{}, []string{}
	addFields(t, schemas, properties, &required, input)
	s := map[string]any{"type": "object", "properties": properties}
	if len(required) > 0 && !input {
		s["required"] = required
	}
	return s
}

// addFields adds the fields of a structure, and of those embedded in it.
func addFields(t reflect.Type, schemas, properties map[string]any, required *[]string, input bool) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			addFields(f.Type, schemas, properties, required, input)
		case !f.IsExported() || name == "-":
		default:
			if name == "" {
				name = f.Name
			}
			property := fields[schemaName(t)+"."+name].describe(schemaOf(f.Type, schemas, input), input)
			if list := f.Tag.Get("enum"); list != "" {
				property["enum"] = strings.Split(list, ",")
				if input {
					property["enum"] = append([]string{""}, strings.Split(list, ",")...) // "" for the default
				}
			}
			properties[name] = property
			if !strings.Contains(rest, "omitempty") {
				*required = append(*required, name)
			}
		}
	}
}
