// A host on the OAuth client of the official SDK for Go. It signs in, calls a tool, and says what came of it as one line of JSON. It opens a
// page by a program, or is its own browser.
//
//	go-login -url URL -call TOOL -arguments JSON [FLAG...]
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

var (
	address   = flag.String("url", "", "the server")
	other     = flag.String("other", "", "another server")
	version   = flag.String("version", "2025-11-25", "2025-11-25 or 2026-07-28")
	call      = flag.String("call", "", "a tool, with -arguments")
	arguments = flag.String("arguments", "{}", "JSON")
	times     = flag.Int("times", 1, "so many calls at the same time")
	document  = flag.String("document", "", "the URL of a client ID metadata document")
	id        = flag.String("client-id", "", "of a registered client")
	secret    = flag.String("client-secret", "", "of a registered client")
	program   = flag.String("program", "", "what opens pages, as JSON")
)

// How long the user may take.
const patience = 30 * time.Second

func main() {
	flag.Parse()
	said := map[string]any{"ok": true}
	for _, one := range []string{*address, *other} {
		if err := speak(one); err != nil {
			said = map[string]any{"ok": false, "error": err.Error()}
			break
		}
	}
	line, _ := json.Marshal(said)
	fmt.Println(string(line))
	if said["ok"] == false {
		os.Exit(1)
	}
}

// speak signs in to a server and calls the tool there.
func speak(at string) error {
	if at == "" {
		return nil
	}
	handler, err := login()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*patience)
	defer cancel()
	client := mcp.NewClient(&mcp.Implementation{Name: "go-login", Version: "1.0.0"}, nil)
	transport := &mcp.StreamableClientTransport{Endpoint: at, OAuthHandler: handler}
	session, err := client.Connect(ctx, transport, &mcp.ClientSessionOptions{ProtocolVersion: *version})
	if err != nil {
		return err
	}
	defer session.Close()
	var given map[string]any
	if err := json.Unmarshal([]byte(*arguments), &given); err != nil {
		return err
	}
	ended := make(chan error, *times)
	for range *times {
		go func() {
			_, err := session.CallTool(ctx, &mcp.CallToolParams{Name: *call, Arguments: given})
			ended <- err
		}()
	}
	for range *times {
		err = errors.Join(err, <-ended)
	}
	return err
}

// login is the client of OAuth that the SDK has, with what it leaves to hosts: where the user comes back to, and who opens pages.
func login() (*auth.AuthorizationCodeHandler, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	back := "http://" + listener.Addr().String() + "/callback"
	answers := make(chan url.Values, 1)
	mux := http.NewServeMux()
	mux.HandleFunc("/callback", func(_ http.ResponseWriter, request *http.Request) {
		select {
		case answers <- request.URL.Query():
		default:
		}
	})
	go func() { _ = http.Serve(listener, mux) }()
	config := &auth.AuthorizationCodeHandlerConfig{
		RedirectURL:           back,
		RequestRefreshToken:   true,
		AcceptUnadvertisedIss: true,
		AuthorizationCodeFetcher: func(ctx context.Context, page *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
			if err := open(page.URL); err != nil {
				return nil, err
			}
			select {
			case answer := <-answers:
				if answer.Has("error") && !answer.Has("iss") {
					return nil, errors.New("the login was refused")
				}
				return &auth.AuthorizationResult{Code: answer.Get("code"), State: answer.Get("state"), Iss: answer.Get("iss")}, nil
			case <-time.After(patience):
				return nil, errors.New("the user did not come back")
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		},
		DynamicClientRegistrationConfig: &auth.DynamicClientRegistrationConfig{Metadata: &oauthex.ClientRegistrationMetadata{
			ClientName:              "go-login",
			RedirectURIs:            []string{back},
			GrantTypes:              []string{"authorization_code", "refresh_token"},
			ResponseTypes:           []string{"code"},
			TokenEndpointAuthMethod: "none",
		}},
	}
	if *document != "" {
		config.ClientIDMetadataDocumentConfig = &auth.ClientIDMetadataDocumentConfig{URL: *document}
	}
	if *id != "" {
		config.PreregisteredClient = &oauthex.ClientCredentials{ClientID: *id}
		if *secret != "" {
			config.PreregisteredClient.ClientSecretAuth = &oauthex.ClientSecretAuth{ClientSecret: *secret}
		}
	}
	return auth.NewAuthorizationCodeHandler(config)
}

// open shows a page. The SDK leaves it to hosts to look at its scheme.
func open(page string) error {
	read, err := url.Parse(page)
	if err != nil || (read.Scheme != "http" && read.Scheme != "https") {
		return errors.New("a page of another scheme is not opened")
	}
	if *program != "" {
		var command []string
		if err := json.Unmarshal([]byte(*program), &command); err != nil {
			return err
		}
		return exec.Command(command[0], append(command[1:], page)...).Start()
	}
	go func() {
		// It goes where the page sends it, and what is shown there is nothing to it.
		if answer, err := http.Get(page); err == nil {
			answer.Body.Close()
		}
	}()
	return nil
}
