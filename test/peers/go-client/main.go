// A client on the official SDK for Go, over stdio and Streamable HTTP, of 2025-11-25, 2026-07-28 or either. Does what its flags say, tells
// what came of it as one line of JSON.
//
//	go-client [-version V] [-url URL] [FLAG...] [-- COMMAND ARG...]
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var (
	url            = flag.String("url", "", "the server over Streamable HTTP")
	version        = flag.String("version", "2025-11-25", "2025-11-25, 2026-07-28 or either")
	call           = flag.String("call", "", "a tool, with -arguments")
	arguments      = flag.String("arguments", "{}", "JSON")
	times          = flag.Int("times", 0, "so many calls at the same time, with progress; so many readings one after the other")
	cancelAfter    = flag.Int("cancel-after", -1, "ms until the user takes the call back")
	rootsAfter     = flag.Int("roots-after", -1, "ms until the roots change")
	list           = flag.String("list", "", "tools, resources, templates or prompts; before -call")
	listAgainAfter = flag.Int("list-again-after", -1, "ms until the same is listed once more")
	read           = flag.String("read", "", "a resource")
	watch          = flag.String("watch", "", "a resource that is read once it has changed")
	prompt         = flag.String("prompt", "", "a prompt, with -arguments")
	complete       = flag.String("complete", "", "the params as JSON")
	level          = flag.String("level", "", "of the log")
	decision       = flag.String("user", "", "refuse, dismiss or ponder; agrees otherwise")
	timeout        = flag.Int("timeout", 100_000, "ms for which each answer is waited for")
)

var updated = make(chan struct{}, 1)

func main() {
	flag.Parse()
	results, err := run()
	said := map[string]any{"ok": true, "value": map[string]any{"results": results}}
	if err != nil {
		said = map[string]any{"ok": false, "error": err.Error()}
	}
	line, _ := json.Marshal(said)
	fmt.Println(string(line))
	if err != nil {
		os.Exit(1)
	}
}

func run() ([]any, error) {
	client := mcp.NewClient(&mcp.Implementation{Name: "go-client", Version: "1.0.0"}, &mcp.ClientOptions{
		CreateMessageHandler: sample,
		ElicitationHandler:   elicit,
		Capabilities: &mcp.ClientCapabilities{
			RootsV2: &mcp.RootCapabilities{ListChanged: true},
			Elicitation: &mcp.ElicitationCapabilities{
				Form: &mcp.FormElicitationCapabilities{},
				URL:  &mcp.URLElicitationCapabilities{},
			},
		},
		ResourceUpdatedHandler: func(context.Context, *mcp.ResourceUpdatedNotificationRequest) {
			select {
			case updated <- struct{}{}:
			default:
			}
		},
	})
	folder, _ := os.Getwd()
	client.AddRoots(&mcp.Root{URI: "file://" + folder, Name: "work"})
	ctx, cancel := bounded()
	defer cancel()
	// What is told to speak 2026-07-28 goes back to an older version by itself.
	spoken := map[string]string{"either": "2026-07-28"}[*version]
	if spoken == "" {
		spoken = *version
	}
	session, err := client.Connect(ctx, transport(), &mcp.ClientSessionOptions{ProtocolVersion: spoken})
	if err != nil {
		return nil, err
	}
	results, err := act(client, session)
	closed := session.Close()
	if err == nil && *url == "" && closed != nil {
		// A server that does not end by itself is no failure of what was asked for.
		fmt.Fprintln(os.Stderr, closed)
	}
	return results, err
}

func transport() mcp.Transport {
	if *url != "" {
		return &mcp.StreamableClientTransport{Endpoint: *url}
	}
	command := exec.Command(flag.Arg(0), flag.Args()[1:]...)
	command.Stderr = os.Stderr
	return &mcp.CommandTransport{Command: command}
}

func bounded() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), time.Duration(*timeout)*time.Millisecond)
}

func milliseconds(count int) time.Duration { return time.Duration(count) * time.Millisecond }
