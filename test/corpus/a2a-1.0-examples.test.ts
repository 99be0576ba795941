import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Json, JsonObject } from '../../src/json/json.js';
import { loadValidators, methodTable } from '../../src/schemas/index.js';
import { type Example, examplesOf, jsonOf, sectionsOf } from '../testing/document-examples.js';

/** What the table says of one example. */
interface Entry {
  fits?: string;
  /** The definition that each value of the object fits. */
  each?: string;
  /** The definition of which this is a fragment with the member, all of whose values are judged. */
  within?: string;
  member?: string;
  call?: true;
  none?: string;
  leftOut?: string[];
  says?: string[];
  why?: string;
}

const TABLE = 'a2a-1.0-examples.yaml';
const { headings }: { headings: { [heading: string]: Entry[] } } = parse(
  readFileSync(join(import.meta.dirname, TABLE), 'utf8'),
);
const file = process.env.PROCTOR_A2A_SPECIFICATION;
const title = 'the JSON examples of the specification of A2A 1.0.1';

describe.skipIf(!file)(file ? title : `${title} (skipped unless PROCTOR_A2A_SPECIFICATION names it)`, () => {
  const text = file ? readFileSync(file, 'utf8') : '';
  const sections = file ? sectionsOf(text, Object.keys(headings)) : [];

  it('are as many below each heading as the table has', () => {
    const found = sections.map(({ heading, examples }) => [heading, examples.map(({ line }) => line)] as const);
    const wrong = found.filter(([heading, lines]) => lines.length !== (headings[heading] ?? []).length);
    expect(wrong, `add or remove entries in ${TABLE}: the examples are at these lines`).toEqual([]);
    expect(examplesOf(text).length).toBeGreaterThan(50);
  });

  const all = sections.flatMap(({ heading, examples }) =>
    examples.map((example, index) => ({
      at: `${heading}, ${index + 1}`,
      example,
      entry: headings[heading]?.[index] ?? { none: 'no entry' },
    })),
  );
  it.each(all)('fit, or the table says why not: $at', async ({ example, entry }) => {
    expect(await findings(example, entry)).toEqual(entry.says ?? []);
    expect(entry.why === undefined, 'an example that does not fit has a reason').toBe(entry.says === undefined);
  });
});

/** What is wrong with an example, a line each. */
async function findings(example: Example, entry: Entry): Promise<string[]> {
  const { fits, each, within, member, call, none, leftOut } = entry;
  expect([fits, each, within, call, none].filter((kind) => kind !== undefined)).toHaveLength(1);
  if (none !== undefined) return [];
  // Comments say what the document leaves out.
  const value = jsonOf({ ...example, text: example.text.replace(/\/\*.*?\*\//gs, '') }, leftOut) as JsonObject;
  if (each !== undefined) {
    expect(Object.keys(value).length).toBeGreaterThan(0);
    return (await Promise.all(Object.values(value).map((one) => misfits(each, one)))).flat();
  }
  if (within !== undefined) {
    expect(value).toHaveProperty([member!]);
    const all = await misfits(within, value);
    return all.filter((one) => !one.startsWith('lacks '));
  }
  if (fits !== undefined) return misfits(fits, value);
  const { params } = methodTable('a2a', '1.0.1')[value.method as string]!;
  return [...(await misfits('JSONRPCRequest', value)), ...(await misfits(params!, value.params ?? {}))];
}

async function misfits(definition: string, value: Json): Promise<string[]> {
  const [name, version = '1.0.1'] = definition.split('/').reverse() as [string, string?];
  const validators = await loadValidators('a2a', version);
  return validators.validate(name, value).map(({ path, message }) => `${path} ${message}`.trim());
}
