import { join, resolve } from 'node:path';
import { beforeAll, describe, expect } from 'vitest';
import { validate } from '../../runner/cli/commands/validate/validate.js';
import { ran } from '../../runner/cli/support/testing.js';
import { loadCorpus } from '../../runner/load/corpus.js';
import type { Corpus } from '../../runner/types.js';
import { roleEntry, roles } from '../../src/protocols/index.js';
import { it, PROCTOR, type Report, type Sandbox } from '../testing/program.js';

/**
 * Every mock of a client against the mock of its server, over every transport and in every version that both speak. Each judges the
 * other, and `validate` judges what both have recorded.
 */

/** What the mocks do, by role. Without a script a mock does what it does by itself. */
const SCRIPTS: { readonly [role: string]: () => object } = {
  'acp/client': () => ({
    prompts: [
      'hello',
      'talk',
      'think',
      'plan',
      'work',
      'fail',
      'write out.txt new',
      'read out.txt',
      'edit out.txt',
      'edit no.txt',
      'run true',
    ],
    permissions: [
      { tool: '*no.txt*', answer: 'reject' },
      { tool: '*', answer: 'allow' },
    ],
  }),
  'harn/client': () => ({
    prompts: [
      'hello',
      'steps',
      'fail',
      'write out.txt new',
      'delegate',
      'tasks',
      'search',
      'compact',
      'visible',
      'report',
    ],
  }),
  'bridge/host': () => ({
    prompts: ['hello', 'again'],
    tools: [{ name: 'Read', description: 'Shows a file', schema: { type: 'object' }, result: 'text' }],
  }),
  'mcp/client': () => ({
    do: [
      { list: 'tools' },
      { call: 'echo', arguments: { message: 'hi' }, times: 2, progress: true },
      { list: 'resources' },
      { read: 'memo://greeting' },
      { list: 'prompts' },
      { call: 'book', arguments: { city: 'Bonn' } },
    ],
  }),
  'mcp/server': () => ({
    tools: [
      'echo',
      {
        name: 'book',
        inputSchema: { type: 'object', required: ['city'] },
        asks: [
          {
            as: 'user',
            method: 'elicitation/create',
            params: {
              message: 'When to {city}?',
              requestedSchema: { type: 'object', properties: { day: { type: 'string' } } },
            },
          },
          { as: 'roots', method: 'roots/list', optional: true },
        ],
        result: { content: [{ type: 'text', text: '{user.action}' }] },
      },
    ],
  }),
  'mcp/harn-client': () => ({ do: [{ list: 'tools' }, { call: 'echo', arguments: { message: 'hi' } }] }),
  'a2a/client': () => ({ message: 'count to three', stream: true }),
  'hub/client': () => ({ prompt: 'edit a.txt' }),
};

interface Pair {
  server: string;
  client: string;
  transport: string;
  version: string;
}

/** The pairs that the registry offers: a client with the server of its protocol that has the same name on the other side. */
async function pairs(): Promise<Pair[]> {
  const counterparts = Object.keys(roles).flatMap((client) => {
    const server = client
      .replace(/client$/, 'server')
      .replace(/^(acp|harn)\/server$/, '$1/agent')
      .replace(/\/host$/, '/runtime');
    return server !== client && server in roles ? [{ client, server }] : [];
  });
  const all = await Promise.all(
    counterparts.map(async ({ client, server }) => {
      const [one, other] = [await roleEntry(client), await roleEntry(server)];
      const transports = Object.keys(one!.bindings).filter((name) => name in other!.bindings);
      const versions = one!.versions.filter((name) => other!.versions.includes(name));
      return transports.flatMap((transport) =>
        versions.map((version) => ({ ...{ client, server, transport, version } })),
      );
    }),
  );
  return all.flat();
}

const all = await pairs();

const root = resolve(import.meta.dirname, '../..');
let corpus: Corpus;
beforeAll(async () => {
  ({ corpus } = await loadCorpus(root, { compiled: join(root, 'dist/corpus') }));
});

it('covers every role that the registry has', () => {
  const paired = new Set(all.flatMap(({ client, server }) => [client, server]));
  expect([...paired].sort()).toEqual(Object.keys(roles).sort());
  expect(new Set(all.map(({ transport }) => transport))).toEqual(new Set(['stdio', 'ws', 'http', 'rest']));
});

describe.each(all)('$client and $server over $transport in $version', ({ client, server, transport, version }) => {
  it('find nothing wrong with each other, and neither does validate', async ({ sandbox }) => {
    const mock = (role: string, name: string) => {
      const script = SCRIPTS[role]?.();
      if (script) sandbox.file(`${name}-script.json`, JSON.stringify(script));
      const watched = ['--judge', `--log=${name}.ndjson`, '--reporter', `json=${name}.json`];
      return ['mock', role, '--version', version, ...watched, ...(script ? ['--script', `${name}-script.json`] : [])];
    };
    const [asClient, asServer] = [mock(client, 'client'), mock(server, 'server')];
    if (transport === 'stdio') {
      const played = await sandbox.run([...asClient, '--', process.execPath, PROCTOR, ...asServer]);
      expect([played.exit, played.stdout], played.stderr).toEqual([0, expect.stringContaining('"ok":true')]);
    } else await overSocket(sandbox, asClient, asServer, transport);
    for (const name of ['client', 'server']) {
      const report = JSON.parse(sandbox.read(`${name}.json`)) as Report;
      const wrong = report.cases.filter(({ checks }) => checks.some(({ status }) => status === 'fail'));
      expect([report.exit, wrong.map(({ id, reason }) => `${id} ${reason}`), report.problems], name).toEqual([
        0,
        [],
        undefined,
      ]);
      expect(report.messagesJudged).toBeGreaterThan(2);
      const file = join(sandbox.folder, `${name}.ndjson`);
      for (const role of [client, server]) {
        const { exit, out } = await ran((context) => validate(role, [file], { json: false }, context), { corpus });
        expect([exit, out], `${role} in ${name}.ndjson`).toEqual([
          0,
          expect.stringMatching(/: \d+ messages of [^\n]*: valid\n$/),
        ]);
      }
    }
  });
});

async function overSocket(sandbox: Sandbox, asClient: string[], asServer: string[], transport: string): Promise<void> {
  const running = sandbox.start([...asServer, '--transport', transport]);
  const url = (await running.firstLine()).replace('listening on ', '');
  try {
    const played = await sandbox.run([...asClient, '--transport', transport, '--url', url]);
    expect([played.exit, played.stdout], played.stderr).toEqual([0, expect.stringContaining('"ok":true')]);
  } finally {
    running.signal('SIGTERM');
  }
  const ended = await running.done;
  expect(ended.exit, ended.stderr).toBe(0);
}
