import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';

const require = createRequire(import.meta.url);
const ROOT = resolve(import.meta.dirname, '../..');
const SERVER = require.resolve('yaml-language-server/bin/yaml-language-server');

/** The schema that the first line of a file names for editors. */
const HEAD = /^# yaml-language-server: \$schema=(\S+)\n/;

/** By format: a file of it, as an editor gets it here. */
const KINDS = new Map<string, { file: string; text: string }>();
const { stdout } = spawnSync('git', ['ls-files', '-z', '*.yaml'], { cwd: ROOT, encoding: 'utf8' });
for (const file of stdout.split('\0').filter(Boolean)) {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const named = HEAD.exec(text)?.[1];
  if (named === undefined) continue;
  const format = /([\w-]+)\/v1\.json$/.exec(named)?.[1] ?? named;
  // What a user's project names is in its node_modules.
  const [, ofPackage] = /^(?:\.\.\/)*node_modules\/proctor\/(.+)$/.exec(named) ?? [];
  const here = ofPackage === undefined ? text : text.replace(named, pathToFileURL(join(ROOT, ofPackage)).href);
  if (!KINDS.has(format)) KINDS.set(format, { file, text: here });
}

let server: ChildProcess;
let editor: MessageConnection;
const found = new Map<string, (found: string[]) => void>();

beforeAll(async () => {
  server = spawn(process.execPath, [SERVER, '--stdio'], { stdio: ['pipe', 'pipe', 'ignore'] });
  editor = createMessageConnection(new StreamMessageReader(server.stdout!), new StreamMessageWriter(server.stdin!));
  editor.onNotification(
    'textDocument/publishDiagnostics',
    ({ uri, diagnostics }: { uri: string; diagnostics: { message: string }[] }) =>
      found.get(uri)?.(diagnostics.map(({ message }) => message)),
  );
  editor.onRequest('client/registerCapability', () => null);
  editor.onRequest('custom/schema/request', () => []);
  const settings = { validate: true, hover: true, schemaStore: { enable: false } };
  editor.onRequest('workspace/configuration', ({ items }: { items: { section: string }[] }) =>
    items.map(({ section }) => (section === 'yaml' ? settings : {})),
  );
  editor.listen();
  await editor.sendRequest('initialize', {
    processId: process.pid,
    rootUri: null,
    capabilities: { workspace: { configuration: true }, textDocument: { hover: {}, publishDiagnostics: {} } },
  });
  await editor.sendNotification('initialized', {});
});

afterAll(async () => {
  editor.dispose();
  const gone = once(server, 'close');
  server.kill();
  await gone;
});

/** Opens a text as a file. Resolves with what the editor finds wrong in it. */
function open(uri: string, text: string): Promise<string[]> {
  return new Promise((done) => {
    found.set(uri, done);
    void editor.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'yaml', version: 1, text },
    });
  });
}

it('there are files of many formats', () => {
  expect(KINDS.size).toBeGreaterThan(20);
});

it.each([...KINDS])('an editor knows the format %s', async (format, { file, text }) => {
  const uri = pathToFileURL(join(ROOT, file)).href;
  expect(await open(uri, text), file).toEqual([]);
  const line = text.split('\n').findIndex((one) => /^[A-Za-z]/.test(one));
  const position = { line, character: 1 };
  const hover = await editor.sendRequest('textDocument/hover', { textDocument: { uri }, position });
  expect(hover, `${file}:${line + 1} has no hover`).toMatchObject({ contents: expect.anything() });
  const wrong = await open(`${uri}.${format}.yaml`, `${text}\nno-such-member: 1\n`);
  expect(wrong.join('\n'), file).toContain('no-such-member');
});
