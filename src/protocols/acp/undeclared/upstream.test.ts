import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadValidators, methodTable } from '../../../schemas/index.js';
import type { SchemaObject } from '../../../schemas/json-schema.js';
import { UPSTREAM } from './upstream.js';

const ours = await loadValidators('acp', '0.12.2');
const table = methodTable('acp', '0.12.2');

describe.each(Object.entries(UPSTREAM))(
  'what upstream has beside stable ACP, %s',
  (_, { methods, members, variants }) => {
    it('is about definitions that there are, and names nothing that they have', () => {
      for (const method of methods) expect(table).not.toHaveProperty([method]);
      for (const [definition, names] of Object.entries(members)) {
        const { properties = {} } = ours.bundle.$defs[definition] as SchemaObject;
        for (const name of names) expect(properties, definition).not.toHaveProperty([name]);
      }
      for (const [definition, names] of Object.entries(variants))
        for (const name of names) expect(variantsOf(ours.bundle.$defs[definition] as SchemaObject)).not.toContain(name);
    });
  },
);

/** Values of the members that have one value only, over the branches of a union. */
function variantsOf({ anyOf, oneOf }: SchemaObject): unknown[] {
  return (anyOf ?? oneOf ?? []).flatMap((branch) =>
    Object.values((branch as SchemaObject).properties ?? {}).flatMap((member) => (member as SchemaObject).const ?? []),
  );
}

/** Schemas of SDKs that are installed here: what they have, an agent or client in the field may send. */
const installed = ['@agentclientprotocol/sdk/schema/schema.json', 'acp-sdk-2/schema/v1/schema.unstable.json'];

describe.each(installed)('the schema of %s', (file) => {
  const text = readFileSync(new URL(`../../../../node_modules/${file}`, import.meta.url), 'utf8');
  const { $defs: theirs } = JSON.parse(text) as { $defs: { [name: string]: Method } };
  const missing = (names: readonly unknown[], ...places: (readonly unknown[])[]) =>
    names.filter((name) => !places.some((place) => place.includes(name)));

  it('has no method that the lists lack', () => {
    const methods = Object.values(theirs).flatMap((schema) => schema['x-method'] ?? []);
    const { unstable, later } = UPSTREAM;
    expect(missing(methods, Object.keys(table), unstable.methods, later.methods)).toEqual([]);
  });

  it.each(Object.keys(ours.bundle.$defs).filter((name) => name in theirs))('adds nothing else to %s', (name) => {
    const [mine, other] = [ours.bundle.$defs[name] as SchemaObject, theirs[name]!];
    const { unstable, later } = UPSTREAM;
    const listed = (of: 'members' | 'variants') => [...(unstable[of][name] ?? []), ...(later[of][name] ?? [])];
    expect(missing(Object.keys(other.properties ?? {}), membersOf(mine), listed('members'))).toEqual([]);
    // These two unions have no member that tells variants apart, so the members of the new ones are listed.
    if (name === 'AuthMethod' || name === 'SetSessionConfigOptionRequest') return;
    expect(missing(variantsOf(other), variantsOf(mine), listed('variants'))).toEqual([]);
  });
});

type Method = SchemaObject & { 'x-method'?: string };

/** The members that our definition knows, those of its parts too. */
function membersOf(schema: SchemaObject): string[] {
  const { properties = {}, allOf = [], anyOf = [], oneOf = [], $ref } = schema;
  const target = $ref === undefined ? [] : [ours.bundle.$defs[$ref.replace('#/$defs/', '')] as SchemaObject];
  const parts = [...allOf, ...anyOf, ...oneOf, ...target] as SchemaObject[];
  return [...Object.keys(properties), ...parts.flatMap(membersOf)];
}

const folder = process.env.UPSTREAM_SCHEMAS;
const files = ['acp-0.12.2.schema.json', 'acp-0.12.2.unstable.schema.json'].map((name) => join(folder ?? '', name));

/** Skipped unless UPSTREAM_SCHEMAS names a folder with upstream's schemas. */
describe.skipIf(folder === undefined || !files.every((file) => existsSync(file)))('the unstable schema', () => {
  type Upstream = { [definition: string]: Method };
  const [stable, unstable] = (folder === undefined ? [] : files).map(
    (file) => (JSON.parse(readFileSync(file, 'utf8')) as { $defs: Upstream }).$defs,
  ) as [Upstream, Upstream];
  const added = <T>(of: (schema: SchemaObject) => T[]) =>
    Object.fromEntries(
      Object.keys(stable)
        .sort()
        .map((name) => [name, of(unstable[name]!).filter((one) => !of(stable[name]!).includes(one))] as const)
        .filter(([, list]) => list.length > 0),
    );

  it('has exactly these methods', () => {
    const methodsOf = (defs: Upstream) => new Set(Object.values(defs).flatMap((schema) => schema['x-method'] ?? []));
    const known = methodsOf(stable);
    expect([...methodsOf(unstable)].filter((method) => !known.has(method)).sort()).toEqual(UPSTREAM.unstable.methods);
  });

  it('has exactly these members and variants, and those of union branches without a name', () => {
    const { AuthMethod, SetSessionConfigOptionRequest, ...members } = UPSTREAM.unstable.members;
    expect(added((schema) => Object.keys(schema.properties ?? {}).sort())).toEqual(members);
    expect(AuthMethod).toEqual(['args', 'env', 'link', 'type', 'vars']);
    expect(SetSessionConfigOptionRequest).toEqual(['type']);
    expect(added(variantsOf)).toEqual({
      AuthMethod: ['env_var', 'terminal'],
      SetSessionConfigOptionRequest: ['boolean'],
      ...UPSTREAM.unstable.variants,
    });
  });
});
