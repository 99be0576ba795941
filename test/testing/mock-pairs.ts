import { expect } from 'vitest';
import { notSpokenOver } from '../../src/conversation/role-entry.js';
import { roleEntry, roles } from '../../src/protocols/index.js';
import type { Sandbox } from './program.js';

/** What the mocks do, by role. Without a script a mock does what it does by itself. */
export const SCRIPTS: { readonly [role: string]: () => object } = {
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

export interface Pair {
  server: string;
  client: string;
  transport: string;
  version: string;
}

/** The pairs that the registry offers: a client with the server of its protocol that has the same name on the other side. */
export async function pairs(): Promise<Pair[]> {
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
        versions
          .filter((version) => notSpokenOver(client, one!, transport, version) === undefined)
          .filter((version) => notSpokenOver(server, other!, transport, version) === undefined)
          .map((version) => ({ ...{ client, server, transport, version } })),
      );
    }),
  );
  return all.flat();
}

/** Runs a client against a server over a socket. Both must end well. */
export async function overSocket(
  sandbox: Sandbox,
  asClient: string[],
  asServer: string[],
  transport: string,
): Promise<void> {
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
