import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { roleJudge } from '../../runner/cli/commands/validate/role.js';
import { loadCorpus } from '../../runner/load/corpus.js';
import type { Corpus } from '../../runner/types.js';
import type { Json } from '../../src/json/json.js';
import { loadValidators, methodTable } from '../../src/schemas/index.js';
import { examplesOf, jsonOf, sectionsOf } from '../testing/document-examples.js';

/** What the table says of one example. */
interface Entry {
  params?: string;
  result?: string;
  definition?: string;
  each?: string;
  message?: string;
  none?: string;
  adds?: object;
  method?: string;
  session?: string;
  to?: { id: number };
  version?: string;
  leftOut?: string[];
  position?: string;
  says?: string[];
}

const root = resolve(import.meta.dirname, '../..');
const TABLE = 'specification-examples.yaml';
const table: { [document: string]: { [heading: string]: (Entry | Entry[])[] } } = parse(
  readFileSync(join(import.meta.dirname, TABLE), 'utf8'),
).documents;
const folder = process.env.PROCTOR_SPECS;

let corpus: Corpus;
beforeAll(async () => {
  corpus = (await loadCorpus(root, { compiled: join(root, 'dist/corpus') })).corpus;
});

const titleOf = (title: string) => (folder ? title : `${title} (skipped unless PROCTOR_SPECS names their folder)`);

describe.skipIf(!folder)(titleOf('the JSON examples of the specifications'), () => {
  it('are all of documents that the table has', () => {
    const names = readdirSync(folder!).filter((name) => /^\d/.test(name));
    expect(names.map((name) => name.replace(/\.[a-z]+$/, '')).sort()).toEqual(Object.keys(table));
  });

  describe.each(Object.entries(table))('of %s', (document, headings) => {
    const text = folder ? textOf(document) : '';
    const sections = folder ? sectionsOf(text, Object.keys(headings)) : [];

    it('are as many below each heading as the table has', () => {
      const inDocument = sections.map(({ heading, examples }) => [heading, examples.map(({ line }) => line)]);
      const wrong = inDocument.filter(
        ([heading, lines]) => (lines?.length ?? 0) !== (headings[heading as string] ?? []).length,
      );
      expect(wrong, `add or remove entries in ${TABLE}: the examples are at these lines`).toEqual([]);
      expect(examplesOf(text).length).toBeGreaterThan(0);
    });

    const all = sections.flatMap(({ heading, examples }) =>
      examples.flatMap((example, index) =>
        [headings[heading]?.[index] ?? []]
          .flat()
          .map((entry) => ({ at: titleOfEntry(heading, index, entry), example, entry })),
      ),
    );
    it.each(all)('fit, or a position says why not: $at', async ({ example, entry }) => {
      const { leftOut, position, says = [] } = entry;
      const found = await findings(jsonOf(example, leftOut) as Json, entry);
      expect(found).toEqual(says);
      expect(position === undefined, 'a conflict has both `position` and `says`').toBe(says.length === 0);
      if (position === undefined) return;
      expect(found.join('\n')).toContain(`(${position} `);
      expect(corpus.requirements.get(position)?.note ?? '').toMatch(/\bexamples?\b/);
    });
  });
});

const titleOfEntry = (heading: string, index: number, { leftOut, says, adds, ...rest }: Entry) =>
  `${heading}, ${index + 1}: ${Object.values(rest)
    .filter((value) => typeof value === 'string')
    .join(' ')}`;

/** The text of a document, be it Markdown or plain text. */
function textOf(document: string): string {
  const file = ['.md', '.txt'].map((end) => join(folder!, document + end)).find(existsSync);
  if (file === undefined) throw new Error(`${folder} has neither ${document}.md nor ${document}.txt`);
  return readFileSync(file, 'utf8');
}

/** What is wrong with an example, a line each. */
async function findings(value: Json, entry: Entry): Promise<string[]> {
  const { params, result, definition, each, message, none } = entry;
  const kinds = [params, result, definition, each, message, none].filter((kind) => kind !== undefined);
  expect(kinds, 'one kind for each entry').toHaveLength(1);
  if (message !== undefined) return ofMessage(message, messageOf(value, entry), entry);
  if (none !== undefined) return [];
  if (each !== undefined) {
    expect(value).not.toEqual([]);
    return (await Promise.all((value as Json[]).map((item) => ofDefinition([each], item)))).flat();
  }
  const whole = entry.adds === undefined ? value : { ...entry.adds, ...(value as object) };
  return ofDefinition(definition === undefined ? definitionsOf(entry) : [definition], whole);
}

/** The definitions of the params or results of a method, with their protocol. */
function definitionsOf({ params, result }: Entry): string[] {
  const [group, method] = (params ?? result)!.split(' ') as [string, string];
  const [protocol, version] = group.split('/') as [string, string];
  const known = methodTable(protocol, version)[method];
  if (known === undefined) throw new Error(`${group} has no method ${method}`);
  const names = params === undefined ? known.results : [known.params ?? []].flat();
  return names.map((name) => `${group}/${name}`);
}

async function ofDefinition(definitions: readonly string[], value: unknown): Promise<string[]> {
  const names = definitions.map((one) => one.slice(one.lastIndexOf('/') + 1));
  const [protocol, version] = definitions[0]!.split('/') as [string, string];
  const validators = await loadValidators(protocol, version);
  return validators.validate(names, value as Json).map(({ path, message }) => `${path} ${message}`.trim());
}

/** An example as a whole message: it is one, or what one has as its params or result. */
function messageOf(value: Json, { adds, method, to }: Entry): object {
  if (method !== undefined) return { jsonrpc: '2.0', id: 1, method, params: value };
  const isWhole = 'jsonrpc' in { ...adds, ...(value as object) };
  return to === undefined || isWhole ? { ...adds, ...(value as object) } : { jsonrpc: '2.0', id: to.id, result: value };
}

/** What the wire rules of a role and its peer find in a message, and in those that come before it. */
async function ofMessage(role: string, message: unknown, { to, session, version }: Entry): Promise<string[]> {
  const judge = roleJudge(role, corpus, version);
  if (!judge) throw new Error(`there is no role ${role}`);
  const before = session === undefined ? [] : sessionMade(session);
  const lines = [...before, to ?? [], message as object].flat().map((one) => JSON.stringify(one));
  const { invalid, what } = await judge.judge('example.ndjson', lines.join('\n'));
  expect(what).toContain(`${lines.length} message`);
  // An example stands alone: what comes after it is not shown.
  return invalid.map((one) => one.message).filter((one) => !/ was never answered /.test(one));
}

const sessionMade = (sessionId: string) => [
  { jsonrpc: '2.0', id: 'made', method: 'session/new', params: { cwd: '/', mcpServers: [] } },
  {
    jsonrpc: '2.0',
    id: 'made',
    result: { sessionId, configOptions: [], modes: { currentModeId: 'ask', availableModes: [] } },
  },
];
