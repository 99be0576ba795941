import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect } from 'vitest';
import { loadValidators, methodTable } from '../../src/schemas/index.js';
import { it } from '../testing/warm.js';

const FILE = resolve(import.meta.dirname, '../../examples/harn-session/session.ndjson');

/** The methods of the agent that Harn's guide lists (ACP, Protocol overview). */
const GUIDE = [
  'initialize',
  'authenticate',
  ...['new', 'fork', 'list', 'prompt', 'inject', 'revoke_inject', 'replace_inject', 'remind', 'pending_injections'].map(
    (name) => `session/${name}`,
  ),
  ...['revoke_reminder', 'cancel', 'cancel_tool_call', 'truncate', 'rollback', 'redo', 'close', 'stop', 'set_mode'].map(
    (name) => `session/${name}`,
  ),
  'session/set_config_option',
  ...['session_workspace_roots', 'session_add_root', 'session_reanchor'].map((name) => `harn.${name}`),
  ...['query', 'subscribe', 'unsubscribe'].map((name) => `harn.session_timeline.${name}`),
  ...['signal', 'query', 'update', 'pause', 'resume'].map((name) => `workflow/${name}`),
];

interface Said {
  record: { from: string; message?: { method?: string; id?: unknown; result?: unknown } };
}

const said = readFileSync(FILE, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): Said => JSON.parse(line));

describe('the recorded session of examples/harn-session', () => {
  it('is valid', async ({ sandbox }) => {
    const { exit, stdout } = await sandbox.run(['validate', 'harn/agent', FILE]);
    expect([exit, stdout]).toEqual([0, expect.stringMatching(/session\.ndjson: \d+ messages of .*: valid\n$/)]);
  });

  it('has every method of the guide, answered with a result where it is a request', () => {
    const asked = said.filter(({ record: { message } }) => message?.method !== undefined && message.id !== undefined);
    const results = said.filter(({ record: { message } }) => message?.result !== undefined);
    const answered = (id: unknown, from: string) =>
      results.some(({ record }) => record.message?.id === id && record.from !== from);
    const succeeded = asked.filter(({ record: { message, from } }) => answered(message?.id, from));
    const methods = new Set(succeeded.map(({ record: { message } }) => message?.method));
    expect(GUIDE.filter((method) => !methods.has(method) && method !== 'session/cancel')).toEqual([]);
    expect(said.some(({ record: { message } }) => message?.method === 'session/cancel')).toBe(true);
  });

  it('misses no method of the table of Harn but those of other pages, and those by another name', async () => {
    await loadValidators('harn', 'extensions-v1');
    const table = Object.entries(methodTable('harn', 'extensions-v1'));
    const ofAgent = table.filter(([, { direction }]) => direction === 'client-to-server').map(([method]) => method);
    const others = ofAgent.filter(
      (method) => !GUIDE.includes(method) && !/^harn\.(workflow\.|session_rollback|session_redo)/.test(method),
    );
    expect(others).toEqual(['session/load', 'agent/resume', 'harn.hitl.respond', '_harn/providerCatalog']);
  });

  it('tells nothing of the machine on which it was recorded', () => {
    const text = readFileSync(FILE, 'utf8');
    expect(text).not.toMatch(/\/(tmp|work|root|var|usr|Users)\/|\/home\/(?!user\/project)|[A-Z]:\\\\/);
  });
});
