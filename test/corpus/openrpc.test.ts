import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/json/json.js';
import { getPointer } from '../../src/json/pointer.js';
import { loadValidators } from '../../src/schemas/index.js';
import { methodTable } from '../../src/schemas/methods.js';

const root = resolve(import.meta.dirname, '../..');
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as JsonObject;
const at = (value: Json, pointer: string) => getPointer(value, pointer) as JsonObject;

describe('OpenRPC document', () => {
  const read = (name: string) => readJson(join(root, 'dist/openrpc', `${name}.json`));
  const methodsOf = (document: JsonObject) => document.methods as JsonObject[];
  const methods = methodsOf(read('mcp/2025-11-25'));

  it.each([
    ['mcp', '2025-11-25', 'Model Context Protocol 2025-11-25', 147],
    ['mcp', '2026-07-28', 'Model Context Protocol 2026-07-28', 174],
    ['acp', '0.12.2', 'Agent Client Protocol 0.12.2', 127],
    ['acp', '1.21.0', 'Agent Client Protocol 1.21.0', 173],
    ['a2a', '0.3.0', 'Agent2Agent Protocol 0.3.0', 100],
    ['a2a', '1.0.1', 'Agent2Agent Protocol 1.0.1', 59],
  ])('of %s %s has every method once, with its definitions', (protocol, version, title, definitions) => {
    const document = read(`${protocol}/${version}`);
    expect(document.openrpc).toMatch(/^1\.3\./);
    expect(document.info).toMatchObject({ title, version, description: expect.any(String) });
    expect(methodsOf(document).map(({ name }) => name)).toEqual(Object.keys(methodTable(protocol, version)));
    expect(Object.keys(at(document, '/components/schemas'))).toHaveLength(definitions);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)].map(
      ([, pointer]) => pointer ?? '',
    );
    expect(references.length).toBeGreaterThan(100);
    for (const pointer of new Set(references)) expect(getPointer(document, pointer), pointer).toBeDefined();
  });

  it('splits params by name, and leaves the result of a notification away', () => {
    const call = methods.find(({ name }) => name === 'tools/call') as JsonObject;
    const parameters = call.params as JsonObject[];
    expect(parameters.map(({ name, required }) => [name, required])).toEqual([
      ['name', true],
      ['_meta', false],
      ['arguments', false],
      ['task', false],
    ]);
    const elicit = methods.find(({ name }) => name === 'elicitation/create') as JsonObject;
    const required = (elicit.params as JsonObject[]).filter((one) => one.required).map(({ name }) => name);
    expect(required).toEqual(['message']);
    for (const method of methods) expect('result' in method).toBe(method['x-kind'] === 'request');
  });

  const documents = readdirSync(join(root, 'dist/openrpc'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replace(/\.json$/, ''));

  it.each(documents)('of %s describes each method, with tags, errors and examples', (name) => {
    for (const method of methodsOf(read(name))) {
      const where = `${method.name}`;
      for (const member of ['summary', 'description']) expect(method[member], where).toMatch(/\S/);
      // No part of a name such as SendMessage says what it is about.
      const area = /^[A-Z]/.test(String(method.name)) ? [] : [{ name: expect.stringMatching(/^[\w-]+$/) }];
      expect(method.tags, where).toEqual([...area, { name: method['x-direction'] }]);
      for (const one of method.params as JsonObject[]) {
        expect(one, where).toMatchObject({ summary: expect.any(String), description: expect.any(String) });
        const { title, $ref } = one.schema as JsonObject;
        expect(title ?? $ref, `${where} ${one.name}`).toEqual(expect.any(String));
      }
      if (method['x-kind'] === 'request') expect((method.errors as Json[]).length, where).toBeGreaterThan(0);
      else expect(method).not.toHaveProperty('errors');
      expect((method.examples as Json[]).length, where).toBeGreaterThan(0);
    }
  });

  it.each(documents)('of %s has examples that fit', async (name) => {
    const [protocol = '', version = ''] = name.split('/');
    const validators = await loadValidators(protocol, version);
    const table = methodTable(protocol, version);
    for (const method of methodsOf(read(name)))
      for (const { params, result } of method.examples as {
        params: { name: string; value: Json }[];
        result?: { name: string; value: Json };
      }[]) {
        const given = Object.fromEntries(params.map((one) => [one.name, one.value]));
        const entry = table[method.name as string]!;
        if (entry.params) expect(validators.validate(entry.params, given), `${method.name}`).toEqual([]);
        if (entry.kind === 'request')
          expect(validators.validate(result!.name, result!.value), `${method.name}`).toEqual([]);
        else expect(result).toBeUndefined();
      }
  });

  it('has no definition that contains itself', () => {
    const { StructValue, TypedValue } = at(read('trust/v1'), '/components/schemas') as { [name: string]: JsonObject };
    expect(JSON.stringify(StructValue)).toContain('"x-recursive":"#/components/schemas/TypedValue"');
    expect(JSON.stringify(TypedValue)).toContain('"$ref":"#/components/schemas/StructValue"');
  });

  it('refers to the params where there is no definition of the whole message', () => {
    const update = methodsOf(read('acp/0.12.2')).find(({ name }) => name === 'session/update') as JsonObject;
    expect(update).not.toHaveProperty('x-message');
    expect(update).toMatchObject({
      'x-params': { $ref: '#/components/schemas/SessionNotification' },
      'x-params-required': true,
      'x-discriminator': '/update/sessionUpdate',
    });
    expect((update.params as JsonObject[]).map(({ name }) => name)).toEqual(['sessionId', 'update', '_meta']);
  });
});
