import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/json/json.js';
import { InstalledPackage, ROOT } from '../../testing/tarball.js';

/** Tools that others wrote, on the bundles of the package as users have them. Those in Python and Rust are installed by `npm run peers`. */
const BUNDLES = [
  ...['mcp/2025-11-25', 'acp/0.12.2', 'acp/1.21.0', 'a2a/0.3.0', 'a2a/1.0.1'],
  ...['bridge/v1', 'trust/v1'],
];
const PEERS = join(ROOT, 'targets/peers');
const PYTHON = join(PEERS, 'venv-schemas/bin');
const RUST = join(PEERS, 'rust-types');
const require = createRequire(import.meta.url);

/** Why a tool can't be tried here; undefined if it can. */
const missing = {
  python: existsSync(PYTHON) ? undefined : 'npm run peers has not installed it',
  rust: existsSync(RUST) ? undefined : 'npm run peers has not built it',
  go: spawnSync('go', ['version']).status === 0 ? undefined : 'there is no go',
};
const named = (what: string, reason: string | undefined) => (reason ? `${what} (skipped: ${reason})` : what);

/** What is used of `@open-rpc/schema-utils-js`, whose own types are sources that our compiler would check. */
interface OpenRpcTools {
  validateOpenRPCDocument(document: JsonObject): unknown;
  parseOpenRPCDocument(document: JsonObject, options: { dereference: boolean }): Promise<{ methods: JsonObject[] }>;
}

interface Bundle {
  $id: string;
  $defs: { [name: string]: { examples: Json[] } };
}

let installed: InstalledPackage;
beforeAll(async () => {
  installed = await InstalledPackage.install();
}, 300_000);
afterAll(() => installed?.remove());

const fileOf = (bundle: string) => join(installed.folder, `node_modules/proctor/dist/schemas/${bundle}.json`);
const read = (bundle: string) => JSON.parse(readFileSync(fileOf(bundle), 'utf8')) as Bundle;
const fileName = (bundle: string) => bundle.replace(/\W/g, '_');

/** Runs a program in the project; returns what it printed. It has to succeed. */
async function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { exit, stdout, stderr } = await installed.run(program, args, env);
  expect(exit, `${stdout}${stderr}`).toBe(0);
  return stdout;
}

describe.each(BUNDLES)('the bundle %s', { timeout: 600_000 }, (bundle) => {
  it('is read by Ajv as it comes, with ajv-formats, and takes its examples', () => {
    const { default: Ajv } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
    const { default: formats } = require('ajv-formats') as typeof import('ajv-formats');
    // Of several types in one schema it warns, and that is all.
    const said = new Set<string>();
    const log = (text: string) => void said.add(text.replace(/"[^"]*"/g, '…'));
    const ajv = new Ajv({ logger: { log, warn: log, error: log } });
    formats.default(ajv);
    const schema = read(bundle);
    ajv.addSchema(schema);
    for (const [name, { examples }] of Object.entries(schema.$defs))
      for (const example of examples) {
        ajv.validate(`${schema.$id}#/$defs/${name}`, example);
        expect(ajv.errors ?? [], `${name} ${JSON.stringify(example)}`).toEqual([]);
      }
    for (const name of ['ClientMessage', 'ServerMessage'])
      for (const example of schema.$defs[name]!.examples) expect(ajv.validate(schema.$id, example), name).toBe(true);
    expect(ajv.validate(schema.$id, { jsonrpc: '2.0', method: 'no/such' })).toBe(false);
    expect([...said].filter((text) => !text.includes('allowUnionTypes'))).toEqual([]);
  });

  const quicktype = async (lang: 'typescript' | 'python' | 'go') => {
    const { FetchingJSONSchemaStore, InputData, JSONSchemaInput, quicktype: make } = await import('quicktype-core');
    const input = new JSONSchemaInput(new FetchingJSONSchemaStore());
    await input.addSource({ name: 'Message', schema: readFileSync(fileOf(bundle), 'utf8') });
    const inputData = new InputData();
    inputData.addInput(input);
    const rendererOptions = lang === 'go' ? { package: 'made' } : {};
    const { lines } = await make({ inputData, lang, rendererOptions });
    expect(lines.length).toBeGreaterThan(300);
    return lines.join('\n');
  };

  it('becomes TypeScript by quicktype', async () => {
    const file = `${fileName(bundle)}.ts`;
    installed.file(file, await quicktype('typescript'));
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    const options = ['--noEmit', '--strict', '--module', 'esnext', '--target', 'es2022', '--ignoreConfig'];
    expect(await run(process.execPath, [compiler, ...options, file])).toBe('');
  });

  it.skipIf(missing.python)(named('becomes Python by quicktype', missing.python), async () => {
    const file = `${fileName(bundle)}_quicktype.py`;
    installed.file(file, await quicktype('python'));
    await run(join(PYTHON, 'python'), ['-m', 'py_compile', file]);
  });

  it.skipIf(missing.go)(named('becomes Go by quicktype', missing.go), async () => {
    const folder = `go/${fileName(bundle)}`;
    installed.file(`${folder}/made.go`, await quicktype('go'));
    installed.file(`${folder}/go.mod`, 'module made\n\ngo 1.21\n');
    await run('go', ['build', '-C', folder, './...']);
  });

  it.skipIf(missing.python)(
    named('becomes pydantic by datamodel-code-generator, and all examples come back', missing.python),
    async () => {
      const file = `${fileName(bundle)}_models.py`;
      const options = ['--input-file-type', 'jsonschema', '--output-model-type', 'pydantic_v2.BaseModel'];
      // An enumeration would be a class named like its member, and perhaps like a definition.
      const choices = ['--extra-fields', 'allow', '--enum-field-as-literal', 'all', '--disable-timestamp'];
      const program = join(PYTHON, 'datamodel-codegen');
      await run(program, ['--input', fileOf(bundle), '--output', file, ...options, ...choices]);
      const script = join(import.meta.dirname, 'round-trip.py');
      const lines = (await run(join(PYTHON, 'python'), [script, fileOf(bundle), file])).trim().split('\n');
      const count = Object.values(read(bundle).$defs).flatMap(({ examples }) => examples).length;
      expect(lines).toEqual([`${count} examples`]);
    },
  );

  it.skipIf(missing.python)(named('is described by json-schema-for-humans', missing.python), async () => {
    const file = `${fileName(bundle)}.html`;
    await run(join(PYTHON, 'generate-schema-doc'), [fileOf(bundle), file]);
    const page = readFileSync(join(installed.folder, file), 'utf8');
    for (const title of ['Message of the client', 'Message of the server']) expect(page).toContain(title);
  });
});

describe('typify', { timeout: 600_000 }, () => {
  it.skipIf(missing.rust).each([
    ['acp/0.12.2', 'SessionUpdate'],
    ['bridge/v1', 'SessionUpdate'],
    ['mcp/2025-11-25', 'ContentBlock'],
    ['acp/1.21.0', 'SessionUpdate'],
    ['a2a/0.3.0', 'Part'],
    ['a2a/1.0.1', 'StreamResponse'],
    ['trust/v1', 'BoolValue'],
  ])(named('makes Rust of %s that compiles, and %s comes back', missing.rust), async (bundle, definition) => {
    const manifest = join(ROOT, 'test/peers/rust-types/Cargo.toml');
    const env = { PROCTOR_BUNDLE: fileOf(bundle), PROCTOR_DEFINITION: definition };
    await run('cargo', ['build', '--offline', '--quiet', '--manifest-path', manifest, '--target-dir', RUST], env);
    const { examples } = read(bundle).$defs[definition]!;
    const input = examples.map((example) => `${JSON.stringify(example)}\n`).join('');
    const { stdout } = spawnSync(join(RUST, 'debug/rust-types'), { input, encoding: 'utf8' });
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Json),
    ).toEqual(examples);
  });
});

describe('schema-utils-js of OpenRPC', { timeout: 120_000 }, () => {
  it('finds every document valid, and replaces all of its references', async () => {
    const { parseOpenRPCDocument, validateOpenRPCDocument } = require('@open-rpc/schema-utils-js') as OpenRpcTools;
    const folder = join(installed.folder, 'node_modules/proctor/dist/openrpc');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
    expect(files.length).toBeGreaterThan(15);
    for (const file of files) {
      const text = readFileSync(join(folder, file), 'utf8');
      const document = JSON.parse(text) as JsonObject;
      expect(validateOpenRPCDocument(document), file).toBe(true);
      const { methods } = await parseOpenRPCDocument(document, { dereference: true });
      const schemas = methods.map(({ params, result }) => ({
        params,
        result: result ?? null,
      }));
      expect(JSON.stringify(schemas), file).not.toContain('"$ref"');
    }
  });
});
