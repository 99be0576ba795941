import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { inlineSchema } from '../../src/conversation/inline-schema.js';
import { depthOf } from '../../src/json/json.js';
import { RpcError } from '../../src/jsonrpc/rpc-error.js';
import { filledForm } from '../../src/protocols/mcp/client/form.js';
import { paramHeadersOf } from '../../src/protocols/mcp/param-headers.js';
import { contentsFor } from '../../src/protocols/mcp/server/explore/input/forms.js';
import {
  argumentsWithUri,
  likelyArguments,
  refusedArguments,
  simplestArguments,
  variedArguments,
  withText,
} from '../../src/protocols/mcp/server/explore/tools/arguments.js';
import { HOSTILE_SCHEMAS, type HostileSchema } from '../../src/schemas/fixtures/hostile-schemas.js';
import { SchemaRefused } from '../../src/schemas/index.js';
import { PROCTOR, type Sandbox } from '../testing/program.js';
import { it } from '../testing/warm.js';

const SERVER = join(import.meta.dirname, '../hostile/schemas-server.mjs');

/** What is done with a schema that somebody else wrote, by where that is. */
const PLACES: { readonly [place: string]: (hostile: HostileSchema) => unknown } = {
  'init, the arguments of a tool': ({ schema }) => {
    const args = simplestArguments(schema) ?? {};
    return [
      likelyArguments(schema),
      variedArguments(schema, args, 5),
      refusedArguments(schema, args),
      withText(schema, args, 'text'),
      argumentsWithUri(schema, 'kit://a'),
    ];
  },
  'init, the answers to a form': ({ schema }) => contentsFor(schema),
  'run, a value and the schema that it is judged by': ({ schema, value }) => inlineSchema(schema)(value),
  'a client, a form that is filled in': ({ schema }) => filledForm(schema),
  'a client, the headers that repeat arguments': ({ schema }) => paramHeadersOf(schema),
};

describe.each(Object.keys(PLACES))('%s', (place) => {
  it.for(Object.keys(HOSTILE_SCHEMAS))('comes to an end for %s', (name) => {
    const hostile = HOSTILE_SCHEMAS[name]!();
    const began = process.cpuUsage();
    try {
      PLACES[place]!(hostile);
    } catch (error) {
      if (!(error instanceof SchemaRefused || error instanceof RpcError)) throw error;
    }
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1_000).toBeLessThan(10_000);
  });
});

describe('a server whose schemas, lists and forms cost', { timeout: 600_000 }, () => {
  /** The schemas that a message can bring: it nests a thousand levels at most. */
  const written = (sandbox: Sandbox, names = Object.keys(HOSTILE_SCHEMAS)) => {
    const all = names.map((name) => HOSTILE_SCHEMAS[name]!());
    const sent = all.filter(({ schema }) => depthOf(schema) < 950 && JSON.stringify(schema).length < 4_000_000);
    return sandbox.file('schemas.json', JSON.stringify(sent));
  };
  const command = (sandbox: Sandbox, names?: string[]) => [process.execPath, SERVER, written(sandbox, names)];

  it('is explored by init, which says what it did not use, and run with what init wrote', async ({ sandbox }) => {
    const init = ['init', '--role', 'mcp/server', '--yes', '--', ...command(sandbox)];
    const explored = await sandbox.measured([PROCTOR, ...init]);
    expect(explored.stderr).toBe('');
    expect(explored.stdout).toMatch(/its inputSchema was refused \((slow|large)/);
    expect(explored.cpu).toBeLessThan(120_000);
    const { report } = await sandbox.report(['mcp.server.tools', 'mcp.server.ping']);
    const broken = report.cases.filter(({ verdict }) => verdict === 'error');
    expect(broken.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
    expect(report.problems ?? []).toEqual([]);
  });

  it('breaks no requirement by a schema that takes too long: the case is untestable, and says which', async ({
    sandbox,
  }) => {
    const names = ['a pattern that backtracks'];
    const [node, server, file] = command(sandbox, names) as [string, string, string];
    const { schema, value } = HOSTILE_SCHEMAS[names[0]!]!();
    const target = {
      name: 'costly',
      role: 'mcp/server',
      version: '2025-11-25',
      transports: { stdio: { command: [node, server, file] } },
      behaviors: { 'structured-tool': { gives: { name: 'get_0', arguments: value, outputSchema: schema } } },
    };
    sandbox.file('proctor.yaml', JSON.stringify(target));
    const { report, stdout } = await sandbox.report(['mcp.server.tools.structured']);
    const [{ verdict, reason } = { verdict: '', reason: '' }] = report.cases;
    expect(verdict, stdout).toBe('untestable');
    expect(reason).toMatch(/tools\.yaml:\d+:\d+ {2}the schema that is used here was refused \(slow\): it takes longer/);
  });
});
