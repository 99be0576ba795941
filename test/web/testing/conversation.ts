import type { Pending } from '../../../src/generated/types/control-v1.js';
import type { Finding } from '../../../src/generated/types/report-v1.js';
import type { FakeSession } from './fake-session.js';

const STATUS: Finding = {
  rule: 'schema',
  requirement: 'ACP-T-08',
  level: 'must',
  blame: 'target',
  label: 'invalid',
  message: 'session/update: /params/update/status: unknown status "cancelled"',
  path: '/params/update/status',
  expected: ['pending', 'in_progress', 'completed', 'failed'],
  actual: 'cancelled',
};

const update = (more: object) => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId: 'session_1', update: { ...more } },
});

const chunk = (kind: string, text: string) => update({ sessionUpdate: kind, content: { type: 'text', text } });

/** A conversation of an agent that gives a tool call a status that there is not, with one request inside another. */
export function converse(session: FakeSession): void {
  session.requirements = [
    {
      id: 'ACP-T-08',
      level: 'must',
      text: 'Every message fits the definition that the schema has for its method and its sender.',
      source: 'ACP 0.12.2, Schema; Transports, stdio: valid messages alone',
      url: 'https://agentclientprotocol.com/protocol/schema',
    },
  ];
  session.state = {
    ...session.state,
    state: 'live',
    rules: { judged: 26, total: 27 },
    faults: [
      {
        id: 'late',
        title: 'Every reply of the mock is 300 ms late',
        on: true,
        applied: 4,
        last: 8,
        rule: 'sends: { reply: "*" }\ndo: { delay: 300ms }\n',
      },
      { id: 'no-reply', title: 'The next reply of the mock never comes', on: false, applied: 0 },
    ],
    permissive: [{ name: 'closing-update', title: 'Ends a turn with an update', on: false }],
    held: ['session/request_permission'],
    holdable: ['session/request_permission', 'elicitation/create'],
  };
  session.methods = METHODS;
  session.burst([
    [
      'kit',
      { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 1, clientCapabilities: {} } },
      { summary: 'proctor-reference-client · protocol 1', after: 94 },
    ],
    [
      'target',
      { jsonrpc: '2.0', id: 1, result: { protocolVersion: 1, agentInfo: { name: 'my-agent', version: '1.0.0' } } },
      { summary: 'my-agent 1.0.0 · protocol 1', after: 853 },
    ],
    [
      'kit',
      { jsonrpc: '2.0', id: 2, method: 'session/new', params: { cwd: '/srv/demo', mcpServers: [] } },
      { summary: '/srv/demo' },
    ],
    [
      'target',
      {
        jsonrpc: '2.0',
        id: 2,
        result: {
          sessionId: 'session_1',
          modes: {
            currentModeId: 'ask',
            availableModes: [
              { id: 'ask', name: 'Ask' },
              { id: 'code', name: 'Code', description: 'Changes files and runs commands without asking.' },
            ],
          },
        },
      },
      { summary: 'session_1 · 2 modes', after: 11 },
    ],
    [
      'kit',
      {
        jsonrpc: '2.0',
        id: 3,
        method: 'session/prompt',
        params: { sessionId: 'session_1', prompt: [{ type: 'text', text: 'think' }] },
      },
      { summary: '“think”' },
    ],
    [
      'target',
      chunk('agent_thought_chunk', 'First I look at the question. '),
      { summary: 'thought “First I look at the question. ”', after: 14 },
    ],
    ['target', chunk('agent_message_chunk', 'That is my answer.'), { summary: 'message “That is my answer.”' }],
    ['target', { jsonrpc: '2.0', id: 3, result: { stopReason: 'end_turn' } }, { summary: 'stop reason end_turn' }],
    [
      'kit',
      {
        jsonrpc: '2.0',
        id: 4,
        method: 'session/prompt',
        params: { sessionId: 'session_1', prompt: [{ type: 'text', text: 'write out.txt hello' }] },
      },
      { summary: '“write out.txt hello”' },
    ],
    [
      'target',
      update({ sessionUpdate: 'tool_call', toolCallId: 'call_1', title: 'Write out.txt', status: 'pending' }),
      { summary: 'tool_call call_1 “Write out.txt” pending' },
    ],
    [
      'target',
      update({ sessionUpdate: 'tool_call_update', toolCallId: 'call_1', status: 'cancelled' }),
      { summary: 'tool_call_update call_1 cancelled', findings: [STATUS] },
    ],
    [
      'target',
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'fs/write_text_file',
        params: { sessionId: 'session_1', path: '/srv/demo/out.txt', content: 'hello' },
      },
      { summary: '/srv/demo/out.txt · 5 characters', after: 38 },
    ],
    ['kit', { jsonrpc: '2.0', id: 1, result: {} }, { summary: 'empty result', after: 334 }],
    [
      'target',
      update({ sessionUpdate: 'tool_call_update', toolCallId: 'call_1', status: 'cancelled' }),
      {
        summary: 'tool_call_update call_1 cancelled',
        findings: [
          STATUS,
          {
            ...STATUS,
            requirement: 'ACP-P-12',
            level: 'should',
            message: 'a tool call ends before its turn',
            path: '/params/update',
          },
        ],
      },
    ],
    ['target', chunk('agent_message_chunk', 'I have written it.'), { summary: 'message “I have written it.”' }],
    [
      'target',
      { jsonrpc: '2.0', id: 4, result: { stopReason: 'end_turn' } },
      {
        summary: 'stop reason end_turn',
        record: { text: '{"jsonrpc":"2.0","id":4,"result":{"stopReason":"end_turn"} }' },
      },
    ],
  ]);
}

/** The agent wants to run a tool, and waits for a person. */
export function ask(session: FakeSession): Pending {
  session.burst([
    [
      'kit',
      {
        jsonrpc: '2.0',
        id: 5,
        method: 'session/prompt',
        params: { sessionId: 'session_1', prompt: [{ type: 'text', text: 'edit out.txt' }] },
      },
      { summary: '“edit out.txt”' },
    ],
    [
      'target',
      update({ sessionUpdate: 'tool_call', toolCallId: 'call_2', title: 'Write out.txt', status: 'pending' }),
      { summary: 'tool_call call_2 “Write out.txt” pending' },
    ],
  ]);
  const { index } = session.say(
    'target',
    {
      jsonrpc: '2.0',
      id: 2,
      method: 'session/request_permission',
      params: {
        sessionId: 'session_1',
        toolCall: {
          toolCallId: 'call_2',
          title: 'Write out.txt',
          kind: 'edit',
          rawInput: { path: '/srv/demo/out.txt', newText: 'by session_1\n' },
        },
        options: [
          { optionId: 'allow', name: 'Allow', kind: 'allow_once' },
          { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
        ],
      },
    },
    { summary: 'call_2 “Write out.txt” · 4 options' },
  );
  const selected = (optionId: string) => ({ result: { outcome: { outcome: 'selected', optionId } } });
  const pending: Pending = {
    id: 'p1',
    index,
    method: 'session/request_permission',
    since: 1458,
    question: 'The agent asks: may it run call_2 “Write out.txt”?',
    answers: [
      {
        title: 'Allow',
        reply: selected('allow'),
        usual: true,
        kind: 'allow',
        script: 'permissions:\n  - { tool: "Write *", answer: allow }\n',
      },
      { title: 'Always allow', reply: selected('allow-always'), usual: true, kind: 'allow-always' },
      { title: 'Reject', reply: selected('reject'), usual: true, kind: 'reject' },
      { title: 'Always reject', reply: selected('reject-always'), usual: true, kind: 'reject-always' },
      { title: 'Cancelled', reply: { result: { outcome: { outcome: 'cancelled' } } }, usual: false },
      { title: 'Unknown option', reply: selected('no such option'), usual: false },
      { title: 'Error -32603', reply: { error: { code: -32603, message: 'Internal error' } }, usual: false },
    ],
  };
  session.ask(pending);
  return pending;
}

const METHODS: FakeSession['methods'] = [
  {
    method: 'session/cancel',
    kind: 'notification',
    summary: 'Ends a turn.',
    params: { type: 'object', required: ['sessionId'], properties: { sessionId: { type: 'string' } } },
  },
  {
    method: 'session/set_mode',
    kind: 'request',
    summary: 'Changes the mode of a session.',
    params: {
      type: 'object',
      required: ['sessionId', 'modeId'],
      properties: {
        sessionId: { $ref: '#/$defs/SessionId' },
        modeId: { type: 'string', description: 'The mode to change to.' },
        _meta: { type: 'object' },
      },
      $defs: { SessionId: { type: 'string', description: 'The session.' } },
    },
  },
  {
    method: 'session/prompt',
    kind: 'request',
    params: {
      type: 'object',
      required: ['sessionId', 'prompt'],
      properties: {
        sessionId: { type: 'string' },
        prompt: {
          type: 'array',
          items: {
            oneOf: [
              {
                type: 'object',
                required: ['type', 'text'],
                properties: { type: { const: 'text' }, text: { type: 'string' } },
              },
              {
                type: 'object',
                required: ['type', 'uri'],
                properties: { type: { const: 'resource_link' }, uri: { type: 'string' }, size: { type: 'integer' } },
              },
            ],
          },
        },
        loud: { type: 'boolean' },
        level: { enum: ['low', 'high'] },
      },
    },
  },
];
