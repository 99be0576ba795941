// A protected server on the official SDK for Go: RequireBearerToken in front of Streamable HTTP, with a verifier that asks the issuer about
// each token.
//
//	go-protected PORT [stateless], with the variables ISSUER, AUDIENCE and INTROSPECTION_URL
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

var audience = os.Getenv("AUDIENCE")

// claims is what introspection says of a token.
type claims struct {
	Active   bool     `json:"active"`
	Audience oneOrAll `json:"aud"`
	Issuer   string   `json:"iss"`
	Scope    string   `json:"scope"`
	Subject  string   `json:"sub"`
	Expires  int64    `json:"exp"`
	From     int64    `json:"nbf"`
}

// oneOrAll is a text or a list of texts.
type oneOrAll []string

func (all *oneOrAll) UnmarshalJSON(data []byte) error {
	var one string
	if json.Unmarshal(data, &one) == nil {
		*all = oneOrAll{one}
		return nil
	}
	return json.Unmarshal(data, (*[]string)(all))
}

func verify(ctx context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
	form := url.Values{"token": {token}}
	asked, err := http.NewRequestWithContext(ctx, "POST", os.Getenv("INTROSPECTION_URL"), strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	asked.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := http.DefaultClient.Do(asked)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the issuer answers %s", answer.Status)
	}
	var of claims
	if err := json.NewDecoder(answer.Body).Decode(&of); err != nil {
		return nil, err
	}
	isMeant := of.Issuer == os.Getenv("ISSUER") && slices.Contains(of.Audience, audience)
	if !of.Active || !isMeant || of.From > time.Now().Unix() {
		return nil, auth.ErrInvalidToken
	}
	info := &auth.TokenInfo{Scopes: strings.Fields(of.Scope), UserID: of.Subject}
	if of.Expires != 0 {
		info.Expiration = time.Unix(of.Expires, 0)
	}
	return info, nil
}

type text struct {
	Text string `json:"text"`
}

func says(prefix string) mcp.ToolHandlerFor[text, any] {
	return func(_ context.Context, _ *mcp.CallToolRequest, in text) (*mcp.CallToolResult, any, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: prefix + in.Text}}}, nil, nil
	}
}

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "protected-go", Version: "1.0.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "echo"}, says(""))
	mcp.AddTool(server, &mcp.Tool{Name: "erase"}, says("erased "))
	options := &mcp.StreamableHTTPOptions{Stateless: len(os.Args) > 2}
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, options)

	at, err := url.Parse(audience)
	if err != nil {
		log.Fatal(err)
	}
	metadata := "/.well-known/oauth-protected-resource" + at.Path
	withScopes := func(scopes ...string) http.Handler {
		options := &auth.RequireBearerTokenOptions{ResourceMetadataURL: at.Scheme + "://" + at.Host + metadata, Scopes: scopes}
		return auth.RequireBearerToken(verify, options)(handler)
	}
	use, admin := withScopes("mcp:use"), withScopes("mcp:use", "mcp:admin")
	http.Handle(metadata, auth.ProtectedResourceMetadataHandler(&oauthex.ProtectedResourceMetadata{
		Resource:               audience,
		AuthorizationServers:   []string{os.Getenv("ISSUER")},
		ScopesSupported:        []string{"mcp:use"},
		BearerMethodsSupported: []string{"header"},
	}))
	http.HandleFunc(at.Path, func(w http.ResponseWriter, r *http.Request) {
		if isFor(r, "erase") {
			admin.ServeHTTP(w, r)
		} else {
			use.ServeHTTP(w, r)
		}
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Args[1], nil))
}

// isFor returns whether a request calls a tool. Its body can be read again.
func isFor(r *http.Request, tool string) bool {
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	var message struct {
		Params struct {
			Name string `json:"name"`
		} `json:"params"`
	}
	return json.Unmarshal(body, &message) == nil && message.Params.Name == tool
}
