import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadCorpus } from '../../../load/corpus.js';
import type { Corpus } from '../../../types.js';
import { ran } from '../../support/testing.js';
import { validate } from './validate.js';

/** The wire rules of ACP as they are shipped: what they find, and what is legal although it looks like it. */
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'proctor-validate-acp-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

let corpus: Corpus;
beforeAll(async () => {
  ({ corpus } = await loadCorpus(root, { protocols: ['acp'], compiled: join(root, 'dist/corpus') }));
});

const rpc = { jsonrpc: '2.0' };
const opening = [
  { ...rpc, id: 1, method: 'initialize', params: { protocolVersion: 1 } },
  { ...rpc, id: 1, result: { protocolVersion: 1, agentCapabilities: { sessionCapabilities: { list: {} } } } },
  { ...rpc, id: 2, method: 'session/new', params: { cwd: '/', mcpServers: [] } },
  { ...rpc, id: 2, result: { sessionId: 's' } },
];
const update = (body: object, sessionId = 's') => ({
  ...rpc,
  method: 'session/update',
  params: { sessionId, update: body },
});
const prompt = { ...rpc, id: 3, method: 'session/prompt', params: { sessionId: 's', prompt: [] } };
const turnEnd = { ...rpc, id: 3, result: { stopReason: 'end_turn' } };
const say = (content: object) => update({ sessionUpdate: 'agent_message_chunk', content });
const call = (content: object[]) =>
  update({ sessionUpdate: 'tool_call', toolCallId: 'c', title: 'Edit', content, locations: [{ path: '/a' }] });
const permission = {
  sessionId: 's',
  toolCall: { toolCallId: 'c' },
  options: [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }],
};
const list = [
  { ...rpc, id: 4, method: 'session/list', params: {} },
  { ...rpc, id: 4, result: { sessions: [{ sessionId: 'older', cwd: '/' }] } },
];
const rename = (sessionId: string) => update({ sessionUpdate: 'session_info_update', title: 'A title' }, sessionId);

/** The rules, each with its requirement and level, that find something in what follows the opening of a session. */
async function found(messages: readonly object[], role = 'acp/agent'): Promise<string[]> {
  const file = join(dir, 'messages.ndjson');
  const isPrompted = messages.includes(prompt);
  writeFileSync(
    file,
    [...opening, ...messages, ...(isPrompted ? [turnEnd] : [])].map((one) => `${JSON.stringify(one)}\n`).join(''),
  );
  const { out } = await ran((context) => validate(role, [file], { json: true }, context), { corpus });
  const { problems } = JSON.parse(out) as { problems: { rule: string; message: string }[] };
  return problems.map(({ rule, message }) => `${rule} ${message.match(/\((ACP\S+ \w+)\)$/)?.[1]}`);
}

it.each<[string, object[], string[]]>([
  ['a path in the _meta of a text', [prompt, say({ type: 'text', text: 'x', _meta: { path: 'src/a.ts' } })], []],
  [
    'a link to a relative path',
    [prompt, say({ type: 'resource_link', name: 'a', uri: 'src/a.ts' })],
    ['uris ACP-P-25 should'],
  ],
  ['a tool call without a diff', [prompt, call([{ type: 'content', content: { type: 'text', text: 'a/b' } }])], []],
  ['a diff with an absolute path', [prompt, call([{ type: 'diff', path: '/a', newText: '' }])], []],
  ['a diff with a relative path', [prompt, call([{ type: 'diff', path: 'a', newText: '' }])], ['diffs ACP-P-11 must']],
  ['the title of a session that was listed', [...list, rename('older')], []],
  ['the title of a session that nobody named', [...list, rename('other')], ['sessions-agent ACP-S-09 must']],
  [
    'a request whose id is null',
    [prompt, call([]), { ...rpc, id: null, method: 'session/request_permission', params: permission }],
    ['null-id ACP-J-17 should'],
  ],
  [
    'a request whose id has a fraction',
    [prompt, call([]), { ...rpc, id: 1.5, method: 'session/request_permission', params: permission }],
    ['id ACP-J-14 must'],
  ],
  [
    'an option that was not offered, under an id of the other side',
    [
      prompt,
      call([]),
      { ...rpc, id: 1, method: 'session/request_permission', params: permission },
      { ...rpc, id: 1, result: { outcome: { outcome: 'selected', optionId: 'always' } } },
    ],
    ['picked ACP-P-18 must'],
  ],
  [
    'a write after a rejection',
    [
      prompt,
      call([]),
      { ...rpc, id: 1, method: 'session/request_permission', params: permission },
      { ...rpc, id: 1, result: { outcome: { outcome: 'cancelled' } } },
      { ...rpc, id: 2, method: 'fs/write_text_file', params: { sessionId: 's', path: '/a', content: '' } },
      { ...rpc, id: 2, result: {} },
    ],
    ['offered-agent ACP-I-06 must', 'rejected ACP-P-07 must'],
  ],
  ['a prompt without an answer', [{ ...prompt, id: 9 }], ['open ACP-J-18 must']],
])('judges the same for both roles: %s', async (_what, messages, wanted) => {
  expect(await found(messages)).toEqual(wanted);
  expect(await found(messages, 'acp/client'), 'the same for both roles').toEqual(wanted);
});
