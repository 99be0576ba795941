package main

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const dialect = "https://json-schema.org/draft/2020-12/schema"

// decide returns what the user does: accept, what a refusal is called there, or cancel. One that ponders never does anything.
func decide(ctx context.Context, refused string) string {
	switch *decision {
	case "":
		return "accept"
	case "dismiss":
		return "cancel"
	case "ponder":
		<-ctx.Done()
	}
	return refused
}

func sample(ctx context.Context, _ *mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) {
	if decide(ctx, "decline") == "decline" {
		return nil, &jsonrpc.Error{Code: -1, Message: "User rejected sampling request"}
	}
	said := &mcp.TextContent{Text: "Hello."}
	return &mcp.CreateMessageResult{Role: "assistant", Model: "of-the-kit", Content: said, StopReason: "endTurn"}, nil
}

// field is what this client reads of the schema of a field, or of the whole form.
type field struct {
	Dialect    string           `json:"$schema"`
	Properties map[string]field `json:"properties"`
	Required   []string         `json:"required"`
	Type       string           `json:"type"`
	Format     string           `json:"format"`
	Default    any              `json:"default"`
	Enum       []any            `json:"enum"`
	OneOf      []choice         `json:"oneOf"`
	AnyOf      []choice         `json:"anyOf"`
	Items      *field           `json:"items"`
	Minimum    float64          `json:"minimum"`
	Maximum    *float64         `json:"maximum"`
	MaxLength  *int             `json:"maxLength"`
	MinItems   int              `json:"minItems"`
	MinLength  int              `json:"minLength"`
}

type choice struct {
	Const any `json:"const"`
}

func (f field) choices() []any {
	all := f.Enum
	for _, one := range append(f.OneOf, f.AnyOf...) {
		all = append(all, one.Const)
	}
	return all
}

var fitting = map[string]string{
	"email":     "a@example.com",
	"uri":       "https://example.com/",
	"date":      "2025-11-25",
	"date-time": "2025-11-25T00:00:00Z",
}

// simplest returns the simplest value that the schema of a field allows, or its default.
func (f field) simplest() any {
	if f.Default != nil {
		return f.Default
	}
	if f.Type == "array" {
		return f.Items.choices()[:f.MinItems]
	}
	if choices := f.choices(); len(choices) > 0 {
		return choices[0]
	}
	if f.Type == "boolean" {
		return true
	}
	if f.Type != "string" {
		least := max(f.Minimum, 1)
		if f.Maximum != nil {
			return min(least, *f.Maximum)
		}
		return least
	}
	if text, known := fitting[f.Format]; known {
		return text
	}
	text := "text" + strings.Repeat(".", max(0, f.MinLength-len("text")))
	if f.MaxLength != nil {
		return text[:min(len(text), *f.MaxLength)]
	}
	return text
}

func elicit(ctx context.Context, request *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
	action := decide(ctx, "decline")
	if action != "accept" || request.Params.Mode == "url" {
		return &mcp.ElicitResult{Action: action}, nil
	}
	text, err := json.Marshal(request.Params.RequestedSchema)
	if err != nil {
		return nil, err
	}
	var form field
	if err := json.Unmarshal(text, &form); err != nil {
		return nil, err
	}
	if form.Dialect != "" && form.Dialect != dialect {
		return nil, &jsonrpc.Error{Code: -32602, Message: "The dialect " + form.Dialect + " is not supported"}
	}
	content := map[string]any{}
	for _, name := range form.Required {
		content[name] = form.Properties[name].simplest()
	}
	return &mcp.ElicitResult{Action: action, Content: content}, nil
}
