import { expect, it } from 'vitest';
import type { Json } from '../../../json/json.js';
import { SessionView } from './view.js';

const text = (text: string) => ({ type: 'text', text });

it('joins what is said, replaces plans, and keeps of a tool call what an update leaves out', () => {
  const view = new SessionView();
  const updates: Json[] = [
    { sessionUpdate: 'agent_message_chunk', content: text('a') },
    { sessionUpdate: 'agent_message_chunk', content: { type: 'image', data: '', mimeType: 'image/png' } },
    { sessionUpdate: 'agent_message_chunk', content: text('b') },
    { sessionUpdate: 'agent_thought_chunk', content: text('hm') },
    { sessionUpdate: 'user_message_chunk', content: text('u') },
    { sessionUpdate: 'plan', entries: [{ content: 'one' }] },
    { sessionUpdate: 'plan', entries: [{ content: 'two' }] },
    { sessionUpdate: 'current_mode_update', currentModeId: 'ask' },
    { sessionUpdate: 'config_option_update', configOptions: [{ id: 'budget', currentValue: 'off' }, 1] },
    { sessionUpdate: 'config_option_update', configOptions: [{ id: 'model', currentValue: 'large' }] },
    { sessionUpdate: 'available_commands_update', availableCommands: [{ name: 'web', description: '' }] },
    { sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'Build', locations: [{ path: '/a' }] },
    { sessionUpdate: 'tool_call_update', toolCallId: 'c1', title: null, status: 'completed', locations: [] },
    { sessionUpdate: 'tool_call_update', toolCallId: 'c2', status: 'in_progress' },
  ];
  for (const update of updates) view.show(update);
  expect(view.summary()).toEqual({
    text: 'ab',
    thoughts: 'hm',
    repeated: 'u',
    plan: [{ content: 'two' }],
    mode: 'ask',
    commands: ['web'],
    title: null,
    config: { model: 'large' },
    toolCalls: [
      { toolCallId: 'c1', title: 'Build', status: 'completed', locations: [] },
      { toolCallId: 'c2', title: '', status: 'in_progress' },
    ],
  });
});

it('shows open tool calls as cancelled, whatever comes later', () => {
  const view = new SessionView();
  view.show({ sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'Build' });
  view.show({ sessionUpdate: 'tool_call', toolCallId: 'c2', title: 'Test', status: 'completed' });
  view.cancel();
  view.show({ sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 'failed' });
  expect([...view.toolCalls.values()].map(({ status }) => status)).toEqual(['cancelled', 'completed']);
});

it.each<Json | undefined>([
  undefined,
  null,
  'x',
  {},
  { sessionUpdate: 'proctor_later', a: 1 },
  { sessionUpdate: 'plan', entries: 'x' },
  { sessionUpdate: 'tool_call', title: 7 },
  { sessionUpdate: 'agent_message_chunk', content: { type: 'later' } },
  { sessionUpdate: 'available_commands_update', availableCommands: [7, {}] },
  { sessionUpdate: 'current_mode_update' },
])('is not changed by %j', (update) => {
  const view = new SessionView();
  view.show(update);
  expect(view.summary()).toEqual(new SessionView().summary());
});
