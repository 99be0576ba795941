package main

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// act does what the flags say and returns what came of it, in its order.
func act(client *mcp.Client, session *mcp.ClientSession) ([]any, error) {
	if err := check(session); err != nil {
		return nil, err
	}
	var done []any
	add := func(results []any, err error) error {
		done = append(done, results...)
		return err
	}
	steps := []struct {
		wanted bool
		do     func() ([]any, error)
	}{
		{*list != "", func() ([]any, error) { return lists(session) }},
		{*call != "", func() ([]any, error) { return calls(client, session) }},
		{*read != "", func() ([]any, error) { return reads(session, max(*times, 1)) }},
		{*watch != "", func() ([]any, error) { return watched(session) }},
		{*prompt != "", func() ([]any, error) { return one(session.GetPrompt, promptParams()) }},
		{*complete != "", func() ([]any, error) { return completed(session) }},
		{*level != "", func() ([]any, error) {
			ctx, cancel := bounded()
			defer cancel()
			return nil, session.SetLoggingLevel(ctx, &mcp.SetLoggingLevelParams{Level: mcp.LoggingLevel(*level)})
		}},
	}
	for _, step := range steps {
		if step.wanted {
			if err := add(step.do()); err != nil {
				return nil, err
			}
		}
	}
	return done, nil
}

// check fails where the server does not have what it would be asked for. The SDK leaves that to its users.
func check(session *mcp.ClientSession) error {
	has := session.InitializeResult().Capabilities
	if has == nil {
		has = &mcp.ServerCapabilities{}
	}
	listed := *list
	needs := []struct {
		wanted, there bool
		name          string
	}{
		{*call != "" || listed == "tools", has.Tools != nil, "tools"},
		{*read != "" || *watch != "" || listed == "resources" || listed == "templates", has.Resources != nil, "resources"},
		{*prompt != "" || listed == "prompts", has.Prompts != nil, "prompts"},
		{*complete != "", has.Completions != nil, "completions"},
		{*level != "", has.Logging != nil, "logging"},
		{*watch != "", has.Resources != nil && has.Resources.Subscribe, "subscriptions"},
	}
	for _, one := range needs {
		if one.wanted && !one.there {
			return errors.New("the server offers no " + one.name)
		}
	}
	return nil
}

// one sends one request.
func one[P, R any](send func(context.Context, P) (R, error), params P) ([]any, error) {
	ctx, cancel := bounded()
	defer cancel()
	result, err := send(ctx, params)
	return []any{result}, err
}

func given() map[string]any {
	value := map[string]any{}
	if err := json.Unmarshal([]byte(*arguments), &value); err != nil {
		panic(err)
	}
	return value
}

func callParams() *mcp.CallToolParams { return &mcp.CallToolParams{Name: *call, Arguments: given()} }

func promptParams() *mcp.GetPromptParams {
	texts := map[string]string{}
	for name, value := range given() {
		texts[name], _ = value.(string)
	}
	return &mcp.GetPromptParams{Name: *prompt, Arguments: texts}
}

func calls(client *mcp.Client, session *mcp.ClientSession) ([]any, error) {
	if *cancelAfter >= 0 {
		ctx, cancel := bounded()
		timer := time.AfterFunc(milliseconds(*cancelAfter), cancel)
		defer timer.Stop()
		_, _ = session.CallTool(ctx, callParams())
		// The SDK sends the notice beside what goes on.
		time.Sleep(milliseconds(200))
		return one(session.CallTool, callParams())
	}
	if *rootsAfter >= 0 {
		time.AfterFunc(milliseconds(*rootsAfter), func() {
			client.AddRoots(&mcp.Root{URI: "file:///another/root", Name: "another"})
		})
	}
	if *times == 0 {
		return one(session.CallTool, callParams())
	}
	return together(session, *times)
}

// together makes calls at the same time, each with a progress token of its own.
func together(session *mcp.ClientSession, count int) ([]any, error) {
	results := make([]any, count)
	failures := make([]error, count)
	var all sync.WaitGroup
	for index := range count {
		all.Go(func() {
			params := callParams()
			params.SetProgressToken(index + 1)
			ctx, cancel := bounded()
			defer cancel()
			results[index], failures[index] = session.CallTool(ctx, params)
		})
	}
	all.Wait()
	return results, errors.Join(failures...)
}

func lists(session *mcp.ClientSession) ([]any, error) {
	first, err := whole(session)
	if err != nil || *listAgainAfter < 0 {
		return []any{first}, err
	}
	time.Sleep(milliseconds(*listAgainAfter))
	second, err := whole(session)
	return []any{first, second}, err
}

// whole returns all pages of a list.
func whole(session *mcp.ClientSession) (any, error) {
	ctx, cancel := bounded()
	defer cancel()
	found := []any{}
	var failure error
	take := func(value any, err error) bool {
		if failure = err; err == nil {
			found = append(found, value)
		}
		return err == nil
	}
	switch *list {
	case "tools":
		session.Tools(ctx, nil)(func(value *mcp.Tool, err error) bool { return take(value, err) })
	case "resources":
		session.Resources(ctx, nil)(func(value *mcp.Resource, err error) bool { return take(value, err) })
	case "templates":
		session.ResourceTemplates(ctx, nil)(func(value *mcp.ResourceTemplate, err error) bool { return take(value, err) })
	case "prompts":
		session.Prompts(ctx, nil)(func(value *mcp.Prompt, err error) bool { return take(value, err) })
	}
	return found, failure
}

func reads(session *mcp.ClientSession, count int) ([]any, error) {
	var done []any
	for range count {
		results, err := one(session.ReadResource, &mcp.ReadResourceParams{URI: *read})
		if err != nil {
			return nil, err
		}
		done = append(done, results...)
	}
	return done, nil
}

func watched(session *mcp.ClientSession) ([]any, error) {
	ctx, cancel := bounded()
	defer cancel()
	if err := session.Subscribe(ctx, &mcp.SubscribeParams{URI: *watch}); err != nil {
		return nil, err
	}
	select {
	case <-updated:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return one(session.ReadResource, &mcp.ReadResourceParams{URI: *watch})
}

func completed(session *mcp.ClientSession) ([]any, error) {
	params := &mcp.CompleteParams{}
	if err := json.Unmarshal([]byte(*complete), params); err != nil {
		return nil, err
	}
	return one(session.Complete, params)
}
