import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
/** A copy of the sources of generated files, in which `generate` works. */
let copy: string;
afterEach(() => rmSync(copy, { recursive: true, force: true }));

/** Makes the copy: of all schemas and what is generated from them, or of some groups, and nothing is generated yet. */
function makeCopy(groups?: readonly string[]) {
  copy = mkdtempSync(join(tmpdir(), 'proctor-generate-'));
  const schemas = groups?.map((name) => `schemas/${name}`) ?? ['schemas'];
  for (const folder of [
    ...schemas,
    'scripts',
    'package.json',
    ...(groups ? ['src/bounded', 'src/files', 'src/json', 'src/schemas', 'runner/schemas'] : ['src']),
  ])
    cpSync(join(root, folder), join(copy, folder), { recursive: true });
  for (const folder of ['node_modules', ...(groups ? [] : ['runner', 'reports', 'test', 'cases'])])
    symlinkSync(join(root, folder), join(copy, folder));
}

/** Writes a module into the copy, below `src`. */
const module = (text: string) => writeFileSync(join(copy, 'src/json/module.ts'), text);
const generatedTypes = (group: string) => readFileSync(join(copy, `src/generated/types/${group}.ts`), 'utf8');
const exportsOf = (group: string) => generatedTypes(group).match(/^export .*/gm);

function generate(...args: string[]) {
  return generateWith({}, ...args);
}

function generateWith(env: NodeJS.ProcessEnv, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(copy, 'scripts/generate.mjs'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return { status, stdout, stderr };
}
const edit = (file: string, from: string, to: string) => {
  const text = readFileSync(join(copy, file), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(copy, file), text.replace(from, to));
};

/** What every schema file says of itself. */
const described = ($id: string) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id,
  title: $id,
  description: 'Something.',
});
const SAYING = ['title', 'description', 'examples'];

/** Each test starts the program up to six times, and it computes: at a load of twenty that takes minutes. */
const PATIENCE = 300_000;

describe('npm run generate', { timeout: PATIENCE }, () => {
  it('finds nothing to do in the tree as it is, and writes the same twice', () => {
    makeCopy();
    // Nothing of it from what was kept of earlier times, and then what was kept.
    expect(generateWith({ PROCTOR_FRESH: '1' }, '--check')).toMatchObject({ status: 0, stdout: '' });
    expect(generate().stdout).toMatch(/^\d+ files, 0 written, 0 removed\n$/);
  });

  it('--check names what is stale, not there or does not belong there, and writes nothing', () => {
    makeCopy(['case', 'errata', 'mcp']);
    // Where nothing lies that makes the types: those of other times are kept.
    const caller = join(copy, 'src/json/caller.ts');
    writeFileSync(caller, "export type { ClientRequests } from '../generated/methods/mcp-2025-11-25.js';\n");
    expect(generate()).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^(\d+) files, \1 written, 0 removed\n$/),
    });
    const imported = 'src/generated/types/errata-v1.ts';
    edit('schemas/mcp/2025-11-25/Tool.json', 'Something that a server', 'What a server');
    writeFileSync(join(copy, 'src/generated/types/by-hand.ts'), 'export {};\n');
    expect(existsSync(join(copy, imported))).toBe(false);
    module("export type { ErrataFile } from '../generated/types/errata-v1.js';\n");
    const { status, stdout } = generate('--check');
    expect(status).toBe(1);
    expect(stdout).toContain('stale: src/generated/types/mcp-2025-11-25.ts');
    expect(stdout).toContain(`stale: ${imported}`);
    expect(stdout).toContain('not generated: src/generated/types/by-hand.ts');
    expect(generate().stdout).toMatch(/ 2 written, 1 removed/);
    expect(readFileSync(join(copy, imported), 'utf8')).toContain('export type ErrataFile = {');
    rmSync(join(copy, 'src/json/module.ts'));
    expect(generate('--check').stdout).toBe(`not generated: ${imported}\nrun \`npm run generate\`\n`);
    rmSync(join(copy, imported));
  });

  it('makes a revision of what it extends and what it says of it, and tells what does not fit', () => {
    makeCopy(['errata']);
    const folder = join(copy, 'schemas/demo');
    for (const version of ['1', '2', '3']) mkdirSync(join(folder, version), { recursive: true });
    const put = (path: string, schema: object) =>
      writeFileSync(join(folder, path), JSON.stringify({ ...described(`demo/${path}`), ...schema }));
    put('1/Id.json', { type: 'integer', examples: [1] });
    put('1/Ask.json', {
      type: 'object',
      required: ['id'],
      properties: {
        id: { $ref: 'Id.json' },
        more: { type: 'object', additionalProperties: true, description: 'More.' },
      },
      examples: [{ id: 1 }],
    });
    put('1/Old.json', { type: 'null', examples: [null] });
    const method = { summary: 'Asks.', direction: 'both', kind: 'notification', params: 'Ask' };
    const table = {
      protocol: 'demo',
      version: '1',
      title: 'Demo 1',
      errors: { No: { code: 1, meaning: 'No.' } },
      methods: { ask: method },
    };
    writeFileSync(join(folder, '1/methods.yaml'), JSON.stringify(table));
    put('2/Id.json', { type: 'string', examples: ['a'] });
    const second = {
      title: 'Demo 2',
      extends: '1',
      errors: { changes: { No: { code: 2 } } },
      methods: { adds: { tell: method }, changes: { ask: { direction: 'client-to-server' } } },
      definitions: {
        removes: ['Old'],
        changes: {
          Ask: {
            required: null,
            properties: { id: { type: 'string', description: 'Its id.' }, more: { maxProperties: 1 } },
            examples: [{ id: 'a' }],
          },
        },
      },
    };
    const third = {
      title: 'Demo 3',
      extends: '2',
      methods: { removes: ['ask'] },
      definitions: { takes: { 1: ['Old'] }, changes: { Ask: { properties: { more: { $ref: 'Id.json' } } } } },
    };
    const say = (version: string, file: object) =>
      writeFileSync(join(folder, version, 'revision.yaml'), JSON.stringify(file));
    say('2', second);
    say('3', third);
    const dist = join(copy, 'dist');
    expect(generate('--dist', dist)).toMatchObject({ status: 0, stderr: '' });
    const bundle = (version: string) => JSON.parse(readFileSync(join(dist, `schemas/demo/${version}.json`), 'utf8'));
    /** The definitions without those of messages, which are made of the method table. */
    const shapes = (version: string) => {
      const { ClientMessage, ServerMessage, ...defs } = bundle(version).$defs;
      return JSON.parse(JSON.stringify(defs, (name, value) => (SAYING.includes(name) ? undefined : value)));
    };
    expect(bundle('2').title).toBe('Demo 2');
    expect(shapes('2')).toEqual({
      Ask: {
        type: 'object',
        properties: { id: { type: 'string' }, more: { type: 'object', additionalProperties: true, maxProperties: 1 } },
      },
      Id: { type: 'string' },
    });
    expect(shapes('3')).toEqual({
      Ask: { type: 'object', properties: { id: { type: 'string' }, more: { $ref: '#/$defs/Id' } } },
      Id: { type: 'string' },
      Old: { type: 'null' },
    });
    const tableOf = (version: string) => JSON.parse(readFileSync(join(dist, `methods/demo/${version}.json`), 'utf8'));
    expect(tableOf('2')).toMatchObject({
      version: '2',
      errors: { No: { code: 2, meaning: 'No.' } },
      methods: { ask: { direction: 'client-to-server' }, tell: { direction: 'both' } },
    });
    expect(Object.keys(tableOf('3').methods)).toEqual(['tell']);
    const refused = (file: object, cause: string) => {
      say('3', file);
      expect(generate()).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(
          new RegExp(`^schemas/demo/3/revision.yaml:1:\\d+  #${cause}\n1 problem in 1 file\n$`),
        ),
      });
    };
    module("export type { Ask, Id, Old } from '../generated/types/demo-3.js';\n");
    expect(generate()).toMatchObject({ status: 0, stderr: '' });
    // `Old` comes from version 1 as it is there, and `Id` is that of version 2; `Ask` is changed in each.
    expect(exportsOf('demo-1')).toEqual(['export type Old = null;']);
    expect(exportsOf('demo-2')).toEqual(['export type Id = string;']);
    expect(exportsOf('demo-3')).toEqual([
      "export type { Old } from './demo-1.js';",
      "export type { Id } from './demo-2.js';",
      'export type Ask = {',
    ]);
    expect(generatedTypes('demo-3')).toMatch(/^import type \{ Id \} from '.\/demo-2.js';$/m);
    refused({ ...third, extends: '4' }, '/extends  extends 4, of which there are no definitions');
    refused({ ...third, extends: '3' }, '/extends  extends itself by way of 3');
    refused({ ...third, definitions: { removes: ['Old'] } }, '/definitions/removes/0  removes Old, which is not there');
    refused(
      { ...third, definitions: { takes: { 1: ['New'] } } },
      '/definitions/takes/1/0  takes New of 1, which is not there',
    );
    const gone = { Ask: { properties: { id: { minLength: null } } } };
    refused(
      { ...third, definitions: { changes: gone } },
      '/definitions/changes/Ask/properties/id/minLength  minLength is not there and so can not be removed',
    );
    refused({ ...third, methods: { adds: { tell: method } } }, '/methods/adds/tell  adds tell, which 2 has');
    refused(
      { ...third, methods: { changes: { shout: {} } } },
      '/methods/changes/shout  changes shout, which is not there',
    );
    put('3/Id.json', { type: 'string', examples: ['a'] });
    refused(
      { ...third, definitions: { changes: { Id: {} } } },
      '/definitions/changes/Id  changes Id, which has a file here as well',
    );
    refused(
      { ...third, definitions: { removes: ['Id'] } },
      '/definitions/removes/0  removes Id, which has a file here',
    );
    say('3', { ...third, definitions: { removes: ['Ask'] } });
    expect(generate()).toMatchObject({
      status: 1,
      stderr:
        'schemas/demo/3/revision.yaml:1:33  #/methods/changes/tell/params  tell: no definition Ask\n1 problem in 1 file\n',
    });
  });

  it('takes over what a protocol refers to in another one, and keeps names apart', () => {
    makeCopy(['acp']);
    const folder = join(copy, 'schemas/demo/v1');
    mkdirSync(folder, { recursive: true });
    const put = (name: string, schema: object) =>
      writeFileSync(join(folder, `${name}.json`), JSON.stringify({ ...described(`demo/v1/${name}.json`), ...schema }));
    const other = (name: string) => ({ $ref: `../../acp/0.12.2/${name}.json` });
    put('SessionId', { type: 'integer', examples: [1] });
    put('Cancel', {
      type: 'object',
      properties: { mine: { $ref: 'SessionId.json' }, theirs: other('SessionId') },
      examples: [{ mine: 1, theirs: 'a' }],
    });
    put('Prompt', { allOf: [other('PromptRequest')], examples: [{ sessionId: 'a', prompt: [] }] });
    const table = (result: string) => `
protocol: demo
version: v1
title: Demo
errors: {}
methods:
  call: { summary: S, direction: both, kind: request, params: Prompt, result: [SessionId, ${result}] }
`;
    writeFileSync(join(folder, 'methods.yaml'), table('../../acp/0.12.2/SessionId'));
    const dist = join(copy, 'dist');
    expect(generate('--dist', dist)).toMatchObject({ status: 0, stderr: '' });
    const { $defs } = JSON.parse(readFileSync(join(dist, 'schemas/demo/v1.json'), 'utf8'));
    expect($defs.Cancel.properties).toEqual({
      mine: { $ref: '#/$defs/SessionId' },
      theirs: { $ref: '#/$defs/AcpSessionId' },
    });
    expect($defs.AcpSessionId.type).toBe('string');
    expect($defs.Prompt.allOf).toEqual([{ $ref: '#/$defs/PromptRequest' }]);
    expect(Object.keys($defs)).toContain('EmbeddedResourceResource');
    expect(Object.keys($defs)).not.toContain('ToolCall');
    const { methods } = JSON.parse(readFileSync(join(dist, 'openrpc/demo/v1.json'), 'utf8'));
    expect(methods[0].result.name).toBe('SessionId or AcpSessionId');
    module("import type * as Demo from '../generated/types/demo-v1.js';\nexport const ids: Demo.Cancel = {};\n");
    expect(generate()).toMatchObject({ status: 0, stderr: '' });
    expect(generatedTypes('demo-v1')).toContain("import type { SessionId as AcpSessionId } from './acp-0.12.2.js';");
    expect(exportsOf('demo-v1')).toEqual(['export type SessionId = number;', 'export type Cancel = {']);
    expect(exportsOf('acp-0.12.2')).toContain('export type SessionId = string;');
    writeFileSync(join(folder, 'methods.yaml'), table('../../acp/0.12.2/SessionIdd'));
    expect(generate('--dist', dist).stderr).toContain(
      'schemas/demo/v1/methods.yaml:7:71  #/methods/call/result  call: no definition ../../acp/0.12.2/SessionIdd\n',
    );
  });

  it('--dist fills a folder, and removes from it what is not built any more', () => {
    makeCopy(['acp', 'case', 'errata', 'mcp']);
    const dist = join(copy, 'dist');
    expect(generate('--dist', dist).status).toBe(0);
    const old = ['validators/old-v1.cjs', 'types/case/v0.d.ts'].map((path) => join(dist, path));
    for (const file of old) appendFileSync(file, '');
    expect(generate('--dist', dist).status).toBe(0);
    expect(old.filter((file) => existsSync(file))).toEqual([]);
    const types = (group: string) => readFileSync(join(dist, `types/${group}.d.ts`), 'utf8');
    expect(types('errata/v1')).toContain('export interface ErrataFile {');
    const imported = readFileSync(join(root, 'src/generated/types/acp-0.12.2.ts'), 'utf8');
    const names = [...imported.matchAll(/^export type (\w+) /gm)].map(([, name]) => name);
    const shipped = [...types('acp/0.12.2').matchAll(/^export (?:type|interface) (\w+) /gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(0);
    expect(shipped).toEqual(expect.arrayContaining(names));
    expect(types('mcp/2025-11-25').match(/^export /gm)).toHaveLength(149);
    const bundle = readFileSync(join(dist, 'schemas/mcp/2025-11-25.json'), 'utf8');
    expect(Object.keys(JSON.parse(bundle).$defs)).toHaveLength(147);
    expect(bundle.match(/"\$ref": "(?!#\/\$defs\/)/)).toBeNull();
    expect(bundle.match(/"\$id"/g)).toHaveLength(1);
  });
});
