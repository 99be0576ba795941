import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roles } from '../../../src/protocols/index.js';
import type { Corpus } from '../../types.js';
import { loadCorpus } from '../corpus.js';
import { withOwn } from './own-corpus.js';
import { ownOfLine } from './own-of-target.js';

const context = { root: process.cwd(), roles: Object.keys(roles) };
let corpus: Corpus;
const folders: string[] = [];

beforeAll(async () => {
  ({ corpus } = await loadCorpus(process.cwd(), { compiled: join(process.cwd(), 'dist/corpus') }));
}, 60_000);
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** What a project with these files brings for servers of MCP, and what is wrong with it: a line for each mistake. */
async function brought(files: { [path: string]: string }, named = ['.']) {
  const folder = mkdtempSync(join(tmpdir(), 'own-'));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const own = ownOfLine(named.map((path) => join(folder, path)));
  const found = await withOwn(corpus, ['mcp/server'], own, context);
  const told = found.problems.map(({ file, place, message, suggestion }) =>
    [
      `${file.slice(file.lastIndexOf('/') + 1)}:${place?.line ?? '-'}`,
      message,
      ...(suggestion ? [suggestion] : []),
    ].join(' | '),
  );
  return { corpus: found.corpus, told };
}

const REQUIREMENTS =
  'requirements:\n  - { id: ACME-01, level: must, roles: mcp/server, text: It holds., source: Here }\n';
const cases = (steps: string, more = '') =>
  `suite: Acme\nrole: mcp/server\ncases:\n  - id: acme.one\n    title: It holds\n${more}    steps:\n      - use: initialized\n${steps}`;
const CHECKED = '      - { call: { request: ping, result: {} }, check: ACME-01 }\n';

describe('what a project brings', () => {
  it('stands beside the corpus, which stays as it is', async () => {
    const before = corpus.cases.length;
    const { corpus: extended, told } = await brought({
      'requirements.yaml': REQUIREMENTS,
      'deep/er/one.yml': cases(CHECKED),
    });
    expect(told).toEqual([]);
    expect(extended.cases.at(-1)).toMatchObject({ id: 'acme.one', requirements: ['ACME-01'] });
    expect(extended.requirements.get('ACME-01')).toMatchObject({ level: 'must', source: 'Here' });
    expect([corpus.cases.length, corpus.requirements.has('ACME-01')]).toEqual([before, false]);
  });

  it('may be a single file, and cases of another role stay out', async () => {
    const other = cases(CHECKED).replace('mcp/server', 'mcp/client').replace('acme.one', 'acme.two');
    const { corpus: extended, told } = await brought(
      { 'requirements.yaml': REQUIREMENTS, 'one.yaml': cases(CHECKED), 'two.yaml': other },
      ['requirements.yaml', 'one.yaml', 'two.yaml'],
    );
    expect(told).toEqual([]);
    expect(extended.cases.slice(corpus.cases.length).map(({ id }) => id)).toEqual(['acme.one']);
  });

  it('has fragments that hold in their folder and below, the nearest first', async () => {
    const fragment = (method: string) =>
      `fragments:\n  mine:\n    - { call: { request: ${method}, result: {} }, check: true }\n`;
    const use = '      - { use: mine, check: ACME-01 }\n';
    const { corpus: extended, told } = await brought({
      'requirements.yaml': REQUIREMENTS,
      'fragments.yaml': fragment('ping'),
      'near/fragments.yaml': fragment('tools/list'),
      'near/one.yaml': cases(use),
      'far/two.yaml': cases(use).replace('acme.one', 'acme.two'),
    });
    expect(told).toEqual([]);
    const called = extended.cases.slice(corpus.cases.length).map(({ id, steps }) => [id, steps.at(-1)?.body]);
    expect(called).toEqual([
      ['acme.two', { request: 'ping', result: {} }],
      ['acme.one', { request: 'tools/list', result: {} }],
    ]);
  });

  it('may name in its steps only what there is', async () => {
    const { told } = await brought({
      'requirements.yaml': REQUIREMENTS,
      'a.yaml': cases(
        [
          '      - { use: initialised }',
          '      - { call: { request: tools/lst, result: {} }, check: ACME-02 }',
          '      - { call: { request: no/such/method, error: { code: -32601 } }, check: ACME-01 }',
          '      - { expect: { notify: acme/changed } }',
          '      - { call: { request: tools/list, result: { $schema: ListToolResult } }, check: ACME-01 }',
          '',
        ].join('\n'),
        '    needs: { behavior: slow-tol, version: "2025-11-26" }\n',
      ),
    });
    expect(told).toEqual([
      expect.stringMatching(/^a\.yaml:6 \| unknown behavior `slow-tol` \| did you mean `slow-tool`\?/),
      expect.stringMatching(/^a\.yaml:6 \| unknown version `2025-11-26`/),
      expect.stringMatching(/^a\.yaml:9 \| there is no fragment `initialised` \| did you mean `initialized`\?/),
      expect.stringMatching(/^a\.yaml:10 \| unknown method `tools\/lst` \| did you mean/),
      expect.stringMatching(/^a\.yaml:10 \| unknown requirement `ACME-02`/),
      'a.yaml:12 | unknown method `acme/changed` | declare your own methods in methods.yaml',
      expect.stringMatching(/^a\.yaml:13 \| unknown definition `ListToolResult` \| did you mean/),
    ]);
  });

  it('has no id that is there already, and no role that does not exist', async () => {
    const { told } = await brought({
      'requirements.yaml': `${REQUIREMENTS}  - { id: MCP-PING-01, level: must, roles: mcp/srver, text: x, source: y, since: "2025" }\n`,
      'behaviors.yaml': 'behaviors:\n  slow-tool: { roles: mcp/server, text: It is slow. }\n',
      'a.yaml': cases(CHECKED),
      'b.yaml': cases(CHECKED),
      'c.yaml': cases(CHECKED).replace('mcp/server', 'mcp/servr'),
    });
    expect(told).toEqual([
      expect.stringMatching(/^b\.yaml:4 \| the id `acme.one` is there already \| .*a\.yaml:4 has it$/),
      expect.stringMatching(
        /^behaviors\.yaml:2 \| `slow-tool` is there already \| cases\/mcp\/behaviors\.yaml:\d+ has it$/,
      ),
      expect.stringMatching(/^c\.yaml:2 \| unknown role `mcp\/servr` \| did you mean `mcp\/server`\?/),
      expect.stringMatching(/^requirements\.yaml:3 \| unknown role `mcp\/srver`/),
      expect.stringMatching(/^requirements\.yaml:3 \| `MCP-PING-01` is there already \| cases\/mcp\/.*has it$/),
      expect.stringMatching(/^requirements\.yaml:3 \| unknown version `2025` of mcp/),
    ]);
  });

  it('is named by what exists', async () => {
    const { told } = await brought({}, ['nowhere', 'none.yaml']);
    expect(told.map((line) => line.replace(/\S*\/own-\S+\//, ''))).toEqual([
      expect.stringMatching(/^none\.yaml:- \| --cases: .*none\.yaml does not exist$/),
      expect.stringMatching(/^nowhere:- \| --cases: .*nowhere does not exist$/),
    ]);
  });
});

describe('schemas and methods of a project', () => {
  const METHODS =
    'methods:\n  acme/export: { direction: client-to-server, kind: request, params: Ask, result: Rows }\n';

  it('judge its messages, and refer to each other and to the protocol', async () => {
    const { corpus: extended, told } = await brought({
      'schemas/methods.yaml': METHODS,
      'schemas/Ask.json': '{ "type": "object", "required": ["table"] }',
      'schemas/Rows.yaml': [
        'type: object',
        'properties:',
        '  rows: { type: array, items: { $ref: Row.json } }',
        '  tools: { type: array, items: { $ref: Tool.json } }',
        '',
      ].join('\n'),
      'schemas/Row.json':
        '{ "$defs": { "Id": { "type": "integer" } }, "properties": { "id": { "$ref": "#/$defs/Id" } } }',
    });
    expect(told).toEqual([]);
    const [{ methods, definitions, rule } = expect.fail()] = extended.extensions ?? [];
    expect(methods['acme/export']).toMatchObject({ params: 'Ask', results: ['Rows'], paramsRequired: true });
    expect(rule).toMatchObject({ id: 'own.schema', requirement: 'OWN-SCHEMA', rule: 'schema' });
    expect(definitions.names()).toEqual(['Ask', 'Row', 'Rows']);
    const misfits = (value: Parameters<typeof definitions.validate>[1]) =>
      definitions.validate('Rows', value).map(({ path, message }) => `${path} ${message}`);
    expect(misfits({ rows: [{ id: 1 }], tools: [{ name: 'a', inputSchema: { type: 'object' } }] })).toEqual([]);
    expect(misfits({ rows: [{ id: '1' }] })).toEqual(['/rows/0/id expected an integer, got a string']);
    expect(misfits({ tools: [{ name: 'a' }] })).toEqual(['/tools/0 lacks `inputSchema`']);
  });

  it('say what is wrong with them, in the file', async () => {
    const { told } = await brought({
      'schemas/methods.yaml': `requirement: ACME-09\n${METHODS}  tools/list: { direction: both, kind: notification }\n`,
      'schemas/Ask.json':
        '{ "$schema": "http://json-schema.org/draft-07/schema#", "properties": { "a": { "$ref": "Tol.json" } } }',
      'schemas/Other.json': '[]',
      'schemas/Anchor.json': '{ "properties": { "a": { "$anchor": "x" } } }',
    });
    expect(told).toEqual([
      expect.stringMatching(/^Anchor\.json:1 \| `\$anchor` is not supported/),
      expect.stringMatching(/^Ask\.json:1 \| must be JSON Schema 2020-12/),
      expect.stringMatching(/^Ask\.json:1 \| there is no definition `Tol` \| did you mean `Tool`\?/),
      'Other.json:1 | is not a JSON Schema',
      expect.stringMatching(/^methods\.yaml:2 \| unknown requirement `ACME-09`/),
      'methods.yaml:3 | there is no definition `Rows` | there are `Anchor` and `Ask`',
      'methods.yaml:4 | the protocol has a method `tools/list`',
    ]);
  });

  it('are refused if they are no schemas', async () => {
    const { told } = await brought({
      'schemas/Bad.json': '{ "type": "strnig" }',
      'schemas/Odd.json': '{ "pattern": "(" }',
    });
    expect(told).toEqual([
      expect.stringMatching(/^Bad\.json:1 \| can't be judged by: /),
      expect.stringMatching(/^Odd\.json:1 \| can't be judged by: /),
    ]);
  });
});
