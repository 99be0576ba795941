import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { CallToolResult, ContentBlock, Tool } from '../../src/generated/types/mcp-2025-11-25.js';
import type { Json, JsonObject } from '../../src/json/json.js';
import { getPointer } from '../../src/json/pointer.js';
import { errorsOf, loadValidators, methodTable, type Validators } from '../../src/schemas/index.js';

const root = resolve(import.meta.dirname, '../..');
const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as JsonObject;

/** Every schema file by its path below schemas/. */
const files = readdirSync(join(root, 'schemas'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
  .map((entry) => join(entry.parentPath, entry.name).slice(join(root, 'schemas').length + 1))
  .sort();

interface RevisionFile {
  extends: string;
  definitions?: { changes?: JsonObject };
  methods?: { changes?: JsonObject };
}

/** Protocol and version of every folder with this file. */
const having = (name: string) =>
  readdirSync(join(root, 'schemas'), { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(path) === name)
    .map((path) => path.split(sep).slice(0, 2) as [protocol: string, version: string]);

/** Versions that are told by what they change of another one. */
const revisions = having('revision.yaml');

const revisionOf = (protocol: string, version: string) =>
  parse(readFileSync(join(root, 'schemas', protocol, version, 'revision.yaml'), 'utf8')) as RevisionFile;

/** Group and definition that a schema file is built into. */
function placeOf(file: string): { protocol: string; version: string; name: string } {
  const [protocol = '', version = '', name] = file.replace(/\.json$/, '').split('/');
  return { protocol, version, name: name ?? protocol };
}

describe('schema files', () => {
  it('are there: all of MCP 2025-11-25, ACP 0.12.2, A2A 0.3.0 and 1.0.1, JSON-RPC 2.0 and our own formats', () => {
    expect(files.filter((file) => file.startsWith('mcp/2025-11-25/'))).toHaveLength(145);
    // Those that are new in 2026-07-28; what else it changes stands in revision.yaml.
    expect(files.filter((file) => file.startsWith('mcp/2026-07-28/'))).toHaveLength(58);
    // Upstream's 124, and the null that stands for an empty result.
    expect(files.filter((file) => file.startsWith('acp/0.12.2/'))).toHaveLength(125);
    // Those that are new in 1.21.0. With the changes in its revision.yaml it has upstream's 170, and the null.
    expect(files.filter((file) => file.startsWith('acp/1.21.0/'))).toHaveLength(46);
    // Upstream's 93, and five that it writes out in several places.
    expect(files.filter((file) => file.startsWith('a2a/0.3.0/'))).toHaveLength(98);
    // Upstream's 47, two enums that it writes out in several places, the messages of JSON-RPC, and what the text says of errors and deletions.
    expect(files.filter((file) => file.startsWith('a2a/1.0.1/'))).toHaveLength(57);
    for (const format of ['case', 'target', 'mutants', 'report']) expect(files).toContain(`${format}/v1.json`);
    expect(files).toContain('jsonrpc/v1/Request.json');
  });

  it.each(files)('%s says what it is, and its examples are valid', async (file) => {
    const schema = readJson(join(root, 'schemas', file));
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(schema.$id).toBe(file);
    const { protocol, version, name } = placeOf(file);
    const validators = await loadValidators(protocol, version);
    expectDescribed(file, schema);
    expectValid(validators, name, schema);
    for (const [inner, definition] of Object.entries((schema.$defs ?? {}) as { [name: string]: JsonObject })) {
      expectDescribed(`${file} ${inner}`, definition);
      expectValid(validators, inner, definition);
    }
  });
});

it('schema files work as they stand, by their relative references; those of revisions with what they extend', () => {
  const { Ajv2020 } = createRequire(import.meta.url)('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const file of files) ajv.addSchema(readJson(join(root, 'schemas', file)));
  for (const [protocol, version] of revisions) {
    const { $defs } = readJson(join(root, 'dist/schemas', protocol, `${version}.json`)) as { $defs: JsonObject };
    for (const [name, definition] of Object.entries($defs)) {
      const file = `${protocol}/${version}/${name}.json`;
      const schema = JSON.parse(JSON.stringify(definition).replace(/"#\/\$defs\/([^"]+)"/g, '"$1.json"')) as JsonObject;
      if (!files.includes(file)) ajv.addSchema({ ...schema, $id: file });
    }
  }
  for (const file of files) {
    const [example] = readJson(join(root, 'schemas', file)).examples as Json[];
    expect(ajv.validate(file, example), file).toBe(true);
  }
});

describe.each(revisions)('revision %s %s', async (protocol, version) => {
  const file = revisionOf(protocol, version);
  const validators = await loadValidators(protocol, version);
  const base = await loadValidators(protocol, file.extends);

  it('is valid as a file', async () => {
    const format = await loadValidators('revision', 'v1');
    expect(format.validate('revision', file as unknown as Json)).toEqual([]);
  });

  it('describes each of its definitions, with examples that are valid', () => {
    for (const [name, definition] of Object.entries(validators.bundle.$defs) as [string, JsonObject][]) {
      expectDescribed(`${version} ${name}`, definition);
      expectValid(validators, name, definition);
    }
  });

  it('says nothing that does not change anything', () => {
    for (const name of Object.keys(file.definitions?.changes ?? {}))
      expect(validators.bundle.$defs[name], name).not.toEqual(base.bundle.$defs[name]);
    const methods = methodTable(protocol, file.extends);
    for (const [name, patch] of Object.entries(file.methods?.changes ?? {}))
      expect(methodTable(protocol, version)[name], `${name} ${JSON.stringify(patch)}`).not.toEqual(methods[name]);
  });

  it('has method entries like those of methods.yaml', async () => {
    const format = await loadValidators('methods', 'v1');
    for (const [name, { paramsRequired: _, results, ...entry }] of Object.entries(methodTable(protocol, version))) {
      const judged = entry.message === undefined ? entry : { ...entry, params: undefined };
      const method = { ...judged, ...(entry.kind === 'request' ? { result: results[0] } : { errors: undefined }) };
      expect(format.validate('Method', JSON.parse(JSON.stringify(method)) as Json), name).toEqual([]);
    }
  });
});

function expectDescribed(where: string, schema: JsonObject): void {
  expect(typeof schema.title, `${where}: title`).toBe('string');
  expect(typeof schema.description, `${where}: description`).toBe('string');
  for (const [name, member] of Object.entries((schema.properties ?? {}) as { [name: string]: JsonObject })) {
    const told = 'description' in member || '$ref' in member;
    expect(told, `${where}: description of ${name}`).toBe(true);
  }
}

function expectValid(validators: Validators, name: string, schema: JsonObject): void {
  const examples = (schema.examples ?? []) as Json[];
  expect(examples.length, `${name}: examples`).toBeGreaterThan(0);
  for (const example of examples) expect(validators.validate(name, example), `${name}: example`).toEqual([]);
}

const at = (value: Json, pointer: string) => getPointer(value, pointer) as JsonObject;

/** The definitions that a union refers to, at some place of a definition. */
const listedAt = (definition: Json, pointer: string) =>
  (getPointer(definition, pointer) as JsonObject[]).flatMap(({ $ref }) =>
    typeof $ref === 'string' ? [$ref.replace('#/$defs/', '')] : [],
  );

describe('method tables', async () => {
  it.each(having('methods.yaml'))('of %s %s is valid as a file', async (protocol, version) => {
    const format = await loadValidators('methods', 'v1');
    const file = parse(readFileSync(join(root, 'schemas', protocol, version, 'methods.yaml'), 'utf8')) as Json;
    expect(format.validate('methods', file)).toEqual([]);
  });

  it.each([
    ['mcp', '2025-11-25', 'ClientRequest', 'request', 'client-to-server'],
    ['mcp', '2025-11-25', 'ServerRequest', 'request', 'server-to-client'],
    ['mcp', '2025-11-25', 'ClientNotification', 'notification', 'client-to-server'],
    ['mcp', '2025-11-25', 'ServerNotification', 'notification', 'server-to-client'],
    ['mcp', '2026-07-28', 'ClientRequest', 'request', 'client-to-server'],
    ['mcp', '2026-07-28', 'ClientNotification', 'notification', 'client-to-server'],
    ['mcp', '2026-07-28', 'ServerNotification', 'notification', 'server-to-client'],
    ['mcp', 'DRAFT-2026-v1', 'ClientRequest', 'request', 'client-to-server'],
    ['mcp', 'DRAFT-2026-v1', 'ClientNotification', 'notification', 'client-to-server'],
    ['mcp', 'DRAFT-2026-v1', 'ServerNotification', 'notification', 'server-to-client'],
    ...['2025-06-18', '2025-03-26', '2024-11-05'].flatMap((version) => [
      ['mcp', version, 'ClientRequest', 'request', 'client-to-server'],
      ['mcp', version, 'ServerRequest', 'request', 'server-to-client'],
      ['mcp', version, 'ClientNotification', 'notification', 'client-to-server'],
      ['mcp', version, 'ServerNotification', 'notification', 'server-to-client'],
    ]),
    ...['0.12.2', '1.21.0'].flatMap((version) => [
      ['acp', version, 'ClientRequest', 'request', 'client-to-server'],
      ['acp', version, 'AgentRequest', 'request', 'server-to-client'],
      ['acp', version, 'ClientNotification', 'notification', 'client-to-server'],
      ['acp', version, 'AgentNotification', 'notification', 'server-to-client'],
    ]),
    ['a2a', '0.3.0', 'A2ARequest', 'request', 'client-to-server'],
  ])(
    'of %s %s has exactly the messages of %s',
    async (protocol = '', version = '', union = '', kind = '', direction = '') => {
      const definition = (await loadValidators(protocol, version)).bundle.$defs[union] as unknown as JsonObject;
      const listed = listedAt(definition, 'oneOf' in definition ? '/oneOf' : '/properties/params/anyOf');
      const table = Object.entries(methodTable(protocol, version));
      // ACP's unions leave out the notifications of the connection itself, such as `$/cancel_request`.
      const entries = table
        .flatMap(([method, entry]) => (method.startsWith('$/') ? [] : [entry]))
        .filter(
          (entry) =>
            entry.kind === kind &&
            [direction, 'both'].includes(entry.direction) &&
            // Messages of an extension are no part of the protocol's own unions.
            !entry.capability?.pointer.startsWith('/extensions/'),
        );
      const judges = entries.map(({ message, params }) => message ?? params);
      expect(judges.sort()).toEqual(listed.filter((name) => !name.startsWith('Ext')).sort());
    },
  );

  it.each(
    ['0.12.2', '1.21.0'].flatMap((version) => [
      [version, 'AgentResponse', 'client-to-server'],
      [version, 'ClientResponse', 'server-to-client'],
    ]),
  )('of acp %s has the results of %s', async (version = '', union = '', direction = '') => {
    const definition = (await loadValidators('acp', version)).bundle.$defs[union] as unknown as JsonObject;
    const results = Object.values(methodTable('acp', version))
      .filter((entry) => entry.direction === direction)
      .flatMap((entry) => entry.results)
      .filter((name) => name !== 'NullResult');
    const listed = listedAt(definition, '/anyOf/0/properties/result/anyOf').filter((name) => name !== 'ExtResponse');
    expect(results.sort()).toEqual(listed.sort());
  });

  it('of a2a 0.3.0 has the results of every successful response, and the codes of every error', async () => {
    const { $defs } = (await loadValidators('a2a', '0.3.0')).bundle as unknown as { $defs: { [name: string]: Json } };
    for (const [method, { message, results }] of Object.entries(methodTable('a2a', '0.3.0'))) {
      const success = message
        ?.replace('TaskResubscription', 'SendStreamingMessage')
        .replace('Request', 'SuccessResponse');
      const result = getPointer($defs[success ?? ''] as Json, '/properties/result') as JsonObject;
      expect(listedAt({ oneOf: [result], ...result }, '/oneOf'), method).toEqual(results);
    }
    const codes = listedAt($defs.A2AError as Json, '/oneOf').map((name) => [
      name.replace(/Error$/, ''),
      getPointer($defs[name] as Json, '/properties/code/const'),
    ]);
    const named = Object.entries(errorsOf('a2a', '0.3.0')).map(([name, { code }]) => [
      name.replace(/Error$/, ''),
      code,
    ]);
    expect(named).toEqual(codes);
  });

  it.each(['0.12.2', '1.21.0'])(
    'of acp %s takes null only if every member of a result is optional',
    async (version) => {
      const acp = await loadValidators('acp', version);
      for (const [method, { kind, results }] of Object.entries(methodTable('acp', version))) {
        if (kind === 'notification') continue;
        const mayBeEmpty = acp.validate(results[0] as string, {}).length === 0;
        expect(acp.validate(results, null).length === 0, method).toBe(mayBeEmpty);
      }
    },
  );
});

interface Erratum {
  id: string;
  definition: string;
  path: string;
  upstream?: Json;
  ours: Json;
  instance: Json;
  verdicts: { upstream: 'accepts' | 'rejects'; ours: 'accepts' | 'rejects' };
}

interface ErrataFile {
  keeps?: string[];
  errata: Erratum[];
}

const errataFileOf = (protocol: string, version: string) =>
  parse(readFileSync(join(root, 'schemas', protocol, version, 'errata.yaml'), 'utf8')) as ErrataFile;

/** The errata of a version, those among them that it keeps of the one that it extends. */
function errataOf(protocol: string, version: string): Erratum[] {
  const { keeps = [], errata } = errataFileOf(protocol, version);
  const extended = keeps.length > 0 ? errataOf(protocol, revisionOf(protocol, version).extends) : [];
  const kept = keeps.map((id) => extended.find((one) => one.id === id) ?? ({ id } as Erratum));
  return [...kept, ...errata];
}

describe.each(having('errata.yaml'))('errata of %s %s', async (protocol, version) => {
  const file = errataFileOf(protocol, version);
  const errata = errataOf(protocol, version);
  const ours = await loadValidators(protocol, version);
  const upstreamFile = join(process.env.UPSTREAM_SCHEMAS ?? root, `${protocol}-${version}.schema.json`);
  const verdict = (fits: boolean) => (fits ? 'accepts' : 'rejects');

  it('is valid as a file', async () => {
    const format = await loadValidators('errata', 'v1');
    expect(format.validate('errata', file as unknown as Json)).toEqual([]);
  });

  it.each(errata)('$id: ours is as the entry says', ({ definition, path, ours: wanted, instance, verdicts }) => {
    expect(getPointer(ours.bundle.$defs[definition] as Json, path)).toEqual(wanted);
    expect(verdict(ours.validate(definition, instance).length === 0)).toBe(verdicts.ours);
    expect(verdicts.upstream).not.toBe(verdicts.ours);
  });

  it.skipIf(!existsSync(upstreamFile)).each(errata)(
    '$id: upstream has not mended it (skipped unless UPSTREAM_SCHEMAS names a folder with its schema)',
    ({ definition, path, upstream: wanted, instance, verdicts }) => {
      // Old ones are of another dialect, which says all that is in them alike but for this word.
      const { $schema: _, ...upstream } = JSON.parse(
        readFileSync(upstreamFile, 'utf8').replace(/(?<="|#\/)definitions(?="|\/)/g, '$$defs'),
      ) as JsonObject;
      expect(getPointer(at(upstream, '/$defs')[definition] as Json, path)).toEqual(wanted);
      const { Ajv2020 } = createRequire(import.meta.url)('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
      const ajv = new Ajv2020({ strict: false, validateFormats: false });
      ajv.addSchema({ ...upstream, $id: 'upstream' });
      expect(verdict(ajv.validate(`upstream#/$defs/${definition}`, instance))).toBe(verdicts.upstream);
    },
  );
});

describe('generated types', () => {
  it('say what the schemas say', async () => {
    const tool: Tool = { name: 'echo', inputSchema: { type: 'object', properties: { text: true } } };
    const content: ContentBlock[] = [{ type: 'text', text: 'x' }];
    const result: CallToolResult = { content, structuredContent: { a: 1 } };
    // @ts-expect-error: the root of an input schema is an object
    const wrong: Tool = { name: 'echo', inputSchema: { type: 'string' } };
    const mcp = await loadValidators('mcp', '2025-11-25');
    expect(mcp.validate('Tool', tool as unknown as Json)).toEqual([]);
    expect(mcp.validate('CallToolResult', result as unknown as Json)).toEqual([]);
    expect(mcp.validate('Tool', wrong as unknown as Json)).toHaveLength(1);
  });
});
