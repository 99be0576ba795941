import { spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../runner/targets/free-port.js';
import { ROWS, type Row } from '../testing/documented-commands.js';
import type { Ran } from '../testing/program.js';
import { InstalledPackage, ROOT } from '../testing/tarball.js';
import { untilItSays } from '../testing/until-it-says.js';

/** What a user finds, but for what is about the repository. */
const PAGES = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true })
    .map((name) => `docs/${name}`)
    .filter((path) => path.endsWith('.md')),
];
/** Its commands follow one another. */
const QUICK_START = 'docs/quick-start.md';
/** Of the repository: CI runs them. */
const OF_THE_REPOSITORY = [
  'npm ci && npm start',
  'npm ci && npm pack',
  'cp ../proctor/proctor-',
  'npm i -D ./proctor-',
  'npm test',
  'npm i -D @modelcontextprotocol/server-everything',
];

/** The commands of a page: the lines of its blocks that begin with a program, and whole commands within a sentence. */
function commandsOf(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(/\\\n\s*/g, '');
  const lines = blockLines(text).filter((line) => /^(npx proctor|proctor|npm) /.test(line));
  const inline = [...text.matchAll(/`(npx proctor (?:list|explain|--help)[^`]*)`/g)].map(([, command]) => command!);
  return [...lines, ...inline]
    .map((line) => line.replace(/ {2,}(#.*|one value a line)$/, '').trim())
    .filter((line) => !OF_THE_REPOSITORY.some((one) => line.startsWith(one)));
}

/** The blocks of a page with their languages. */
const blocksOf = (text: string): { language: string; lines: string[] }[] =>
  [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language, body]) => ({
    language: language!,
    lines: body!.trimEnd().split('\n'),
  }));

/** The lines of blocks that have no language. */
const blockLines = (text: string): string[] =>
  blocksOf(text).flatMap(({ language, lines }) => (language === '' ? lines : []));

/** A text without what differs from run to run: numbers and blanks. */
const plain = (text: string) =>
  text
    .replaceAll(/\d+(?:[.\s]\d+)*/g, '0')
    .replaceAll(/\s+/g, ' ')
    // How long it takes differs.
    .replaceAll(/\b0 (?:min 0 s|ms)(?![a-z])/g, '0 s')
    .trim();

const SERVER = (role: string) =>
  `process.argv.splice(2, 0, 'mock', '${role}');\nawait import('@dist/bin/proctor.mjs');\n`;

/** Stand-ins for the user's programs, by page and file: our references, configured as the page says. */
const STAND_INS: { [page: string]: { [file: string]: string } } = {
  'docs/guides/test-a-client.md': {
    'my-client.js': `
    import { mkdtempSync, writeFileSync } from 'node:fs';
    import { parseArgs } from 'node:util';
    const option = { type: 'string' };
    const options = { server: option, url: option, call: option, arguments: option, list: { type: 'boolean' } };
    const { server, url, call, arguments: given, list } = parseArgs({ options }).values;
    const script = mkdtempSync('client-') + '/client.yaml';
    const acts = call ? [{ call, arguments: JSON.parse(given) }] : list ? [{ list: 'tools' }] : [];
    writeFileSync(script, JSON.stringify({ do: acts }));
    process.argv.splice(2, 99, 'mock', 'mcp/client', '--script', script, ...(url ? ['--url', url] : ['--', 'sh', '-c', server]));
    await import('@dist/bin/proctor.mjs');`,
  },
  'docs/guides/authorization.md': {
    'server.js': `
    const { PORT, ISSUER, JWKS_URL, AUDIENCE } = process.env;
    const trusts = ['--auth-issuer', ISSUER, '--auth-jwks', JWKS_URL, '--auth-audience', AUDIENCE];
    const script = new URL('server.yaml', import.meta.url).pathname;
    const scopes = ['--auth-scopes', 'mcp:use; delete = mcp:admin'];
    process.argv.splice(2, 99, 'mock', 'mcp/server', '--transport', 'http', '--port', PORT, '--script', script, ...trusts, ...scopes);
    await import('@dist/bin/proctor.mjs');`,
    'server.yaml': 'tools: [echo, { name: delete }]\n',
    'client.js': `
    import { mkdtempSync, writeFileSync } from 'node:fs';
    import { parseArgs } from 'node:util';
    const option = { type: 'string' };
    const { url, call, arguments: given } = parseArgs({ options: { url: option, call: option, arguments: option } }).values;
    const script = mkdtempSync('client-') + '/client.yaml';
    const login = { url, document: 'https://client.example/oauth-client.json' };
    writeFileSync(script, JSON.stringify({ login, do: [{ call, arguments: JSON.parse(given) }] }));
    process.argv.splice(2, 99, 'mock', 'mcp/client', '--url', url, '--script', script);
    await import('@dist/bin/proctor.mjs');`,
  },
};

/** The target files that stand in a page, by their names. */
function targetsOf(page: string): [string, string][] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(/```yaml\n(name: (\S+)\n.*?)```/gs)].map(([, yaml, name]) => [`${name!}.yaml`, yaml!]);
}

/** What `npx` does that has found the program, without its half second of CPU; those that listen are started by `npx` itself. */
const WITHOUT_NPX = 'npx() { "$@"; }';

const about = 'io.modelcontextprotocol';
/** A request of a client of MCP 2026-07-28, and its answer. */
const TRAFFIC = [
  {
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/list' },
    params: {
      _meta: {
        [`${about}/protocolVersion`]: '2026-07-28',
        [`${about}/clientInfo`]: { name: 'a', version: '1' },
        [`${about}/clientCapabilities`]: {},
      },
    },
  },
  { jsonrpc: '2.0', id: 1, result: { tools: [], resultType: 'complete', ttlMs: 0, cacheScope: 'public' } },
];

/** The same as a recording of a mock. */
const RECORDING = [
  {
    ...{ type: 'header', format: 'proctor-recording', version: 1, protocolVersion: '2026-07-28', transport: 'http' },
    roles: { kit: 'mcp/server', target: 'mcp/client' },
  },
  ...TRAFFIC.map((message, at) => ({
    ...{ type: 'message', session: 'session 1', findings: [] },
    record: { seq: at + 1, time: at, from: at === 0 ? 'target' : 'kit', channel: 'main', kind: 'message', message },
  })),
  { type: 'footer', messages: TRAFFIC.length },
];

let installed: InstalledPackage;
let path: string;
let server: Server;
let agent: Server;
/** A server that asks for a token, and one that it takes. */
let asking: Server;
let token: string;
interface Server {
  url: string;
  /** Types a line, and resolves with the part of what it prints then that fits the pattern. */
  says(line: string, pattern: RegExp): Promise<string>;
  end(): Promise<void>;
}

beforeAll(async () => {
  installed = await InstalledPackage.install();
  path = [join(installed.folder, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  installed.link('@modelcontextprotocol/server-everything');
  server = await served(installed.folder, 'npx proctor mock mcp/server --transport http');
  agent = await served(installed.folder, 'npx proctor mock a2a/server --transport http');
  asking = await served(installed.folder, 'npx proctor mock mcp/server --auth');
  token = await asking.says('issue', /^eyJ\S+/m);
}, 300_000);
afterAll(async () => {
  await Promise.all([server?.end(), agent?.end(), asking?.end()]);
  installed?.remove();
});

/** Starts what listens. */
async function served(cwd: string, line: string): Promise<Server> {
  const child = spawn('sh', ['-c', `exec ${line}`], { cwd, detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  const said = await new Promise<string>((settle, reject) => {
    child.once('exit', (code) => reject(new Error(`${line} ended with ${code}`)));
    child.stdout.once('data', (chunk) => settle(String(chunk)));
  });
  child.removeAllListeners('exit');
  const gone = new Promise<void>((settle) => child.once('exit', () => settle()));
  const end = () => {
    process.kill(-child.pid!, 'SIGTERM');
    return gone;
  };
  const says = (typed: string, pattern: RegExp) =>
    new Promise<string>((settle) => {
      let printed = '';
      child.stdout.on('data', (chunk) => {
        printed += chunk;
        const found = pattern.exec(printed);
        if (found) settle(found[0]);
      });
      child.stdin.write(`${typed}\n`);
    });
  return { url: /^listening on (\S+)/.exec(said)![1]!, says, end };
}

/** The folder of a page, with all that its commands name. */
function folderOf(page: string): string {
  const name = page.replace(/\W/g, '-');
  const up = installed.folder;
  const program = (role: string) => SERVER(role).replace('@dist', `${up}/node_modules/proctor/dist`);
  const roles = { 'my-server.js': 'mcp/server', 'my-agent.js': 'acp/agent', 'my-runtime.js': 'bridge/runtime' };
  for (const [file, role] of Object.entries(roles)) installed.file(`${name}/${file}`, program(role));
  installed.file(`${name}/package.json`, '{ "type": "module" }\n');
  // Its cases share a process: that whole suites play on processes of their own is seen elsewhere, and takes five times as long.
  const http = "{ command: [node, my-server.js, --transport, http], ready: { stdout: 'listening on (\\S+)' } }";
  const target = `role: mcp/server\nisolation: run\ntransports:\n  http: ${http}\n`;
  for (const file of ['proctor', 'my-server'])
    installed.file(
      `${name}/${file}.yaml`,
      `name: ${file}\n${target}untestable: [{ case: "*", reason: of the page }]\n`,
    );
  const standIns = STAND_INS[page];
  if (standIns) {
    const files = Object.entries(standIns).map(([file, text]) => [
      file,
      text.replace('@dist', `${up}/node_modules/proctor/dist`),
    ]);
    for (const [file, text] of [...files, ...targetsOf(page)]) installed.file(`${name}/${file!}`, text!);
  }
  installed.file(`${name}/known.yaml`, 'known: []\n');
  cpSync(join(ROOT, 'test/fixtures/chess-schemas'), join(up, name, 'protocol'), { recursive: true });
  for (const [file, maxLength] of [
    ['published', 5],
    ['schemas', 4],
  ])
    installed.file(`${name}/${file}.json`, JSON.stringify({ $defs: { A: { type: 'string', maxLength } } }));
  installed.file(`${name}/.mcp.json`, '{ "mcpServers": { "a": { "command": "node", "args": ["my-server.js"] } } }\n');
  installed.file(`${name}/faults.yaml`, 'faults: [{ sends: { reply: tools/list }, do: { delay: 10ms } }]\n');
  installed.file(`${name}/under-strace.sh`, '#!/bin/sh\nexec "$@"\n');
  chmodSync(join(up, name, 'under-strace.sh'), 0o755);
  installed.file(`${name}/answer.json`, '{ "resultType": "complete", "content": [] }\n');
  installed.file(`${name}/tools.ndjson`, '{ "name": "a", "inputSchema": { "type": "object" } }\n'.repeat(2));
  for (const [file, lines] of Object.entries({ 'traffic.ndjson': TRAFFIC, 'messages.ndjson': RECORDING }))
    installed.file(`${name}/${file}`, lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const card = JSON.parse(readFileSync(join(ROOT, 'dist/schemas/mcp-card/harn-v1.json'), 'utf8')).$defs.ServerCard;
  installed.file(`${name}/card.json`, JSON.stringify(card.examples[0]));
  mkdirSync(join(up, name, 'node_modules'), { recursive: true });
  if (!existsSync(join(up, name, 'node_modules/proctor')))
    installed.alias(`${name}/node_modules/proctor`, 'node_modules/proctor');
  return join(up, name);
}

async function ran(page: string, line: string, { without = [], only, after }: Row): Promise<Ran> {
  const cwd = folderOf(page);
  for (const file of without) rmSync(join(cwd, file), { force: true });
  if (after !== undefined) await installed.run('sh', ['-c', after], { PATH: path }, cwd);
  const named = /(?<= )(?:mcp\.[\w.]+|orders[\w.]*)(?= |$)/;
  const narrowed = named.test(line) ? line.replace(named, only ?? '$&') : line.replace(/(?<= run)(?= |$)/, ` ${only}`);
  const here = (only === undefined || !line.includes(' run') ? line : narrowed)
    .replaceAll(/https:\/\/mcp\.example\/mcp(?=.*--header)/g, asking.url)
    .replaceAll(/https?:\/\/(127\.0\.0\.1:3000|mcp\.example)\/mcp/g, server.url)
    .replaceAll(/http:\/\/127\.0\.0\.1:3000(?!\/)/g, agent.url)
    .replace(/^proctor/, 'npx proctor');
  if (here.startsWith('npx proctor host')) {
    const port = String(await freePort());
    return untilItSays({ cwd, path }, here.replace(/^npx /, '').replace('8080', port), /page at http/);
  }
  const env = { TOKEN: token, GITHUB_STEP_SUMMARY: join(cwd, 'summary.md'), NO_COLOR: '1', PATH: path };
  if (!/--(transport (http|ws)|auth)| proxy .*--url/.test(here))
    return installed.run('sh', ['-c', `${WITHOUT_NPX}\n${here}`], env, cwd);
  const one = await served(cwd, here.replace('8080', String(await freePort())));
  await one.end();
  return { exit: 0, stdout: `listening on ${one.url}`, stderr: '' };
}

describe('the documentation', () => {
  it('is installed without a warning', () => {
    expect(installed.said).toMatch(/added \d+ packages/);
    expect(installed.said).not.toMatch(/install-scripts|allowScripts/);
  });

  it.each(PAGES)('%s names and links to what is there', (page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    const names = [...text.matchAll(/`((?:docs|targets|examples|cases|schemas|dist)\/[\w./-]*[\w/])`/g)].map(
      ([, name]) => name!,
    );
    const missing = names.filter((name) => !existsSync(join(installed.folder, 'node_modules/proctor', name)));
    expect(missing).toEqual([]);
    const links = [...text.matchAll(/\]\((?![a-z]+:|#)([^)\s#]+)/g)].map(([, link]) => join(dirname(page), link!));
    expect(links.filter((link) => !existsSync(join(installed.folder, 'node_modules/proctor', link)))).toEqual([]);
  });

  it('quick start: each step brings the output that the page shows', { timeout: 600_000 }, async () => {
    installed.file('quick/package.json', '{ "type": "module" }\n');
    mkdirSync(join(installed.folder, 'quick/node_modules'), { recursive: true });
    installed.alias('quick/node_modules/proctor', 'node_modules/proctor');
    const cwd = join(installed.folder, 'quick');
    let said = '';
    for (const { language, lines } of blocksOf(readFileSync(join(ROOT, QUICK_START), 'utf8'))) {
      if (language === 'text') {
        for (const line of lines.map((one) => plain(one.split('…')[0]!)).filter((one) => one !== ''))
          expect(plain(said)).toContain(line);
        continue;
      }
      const commands = lines.filter((line) => !OF_THE_REPOSITORY.some((one) => line.startsWith(one)));
      const { exit, stdout, stderr } = await installed.run(
        'sh',
        ['-c', [WITHOUT_NPX, ...commands].join('\n')],
        { NO_COLOR: '1', PATH: path },
        cwd,
      );
      said = `${stdout}\n${stderr}`;
      expect([commands, exit], said).toEqual([commands, commands.some((line) => line.includes('broken.mjs')) ? 1 : 0]);
    }
  });

  describe.each(PAGES.filter((page) => page !== QUICK_START && commandsOf(page).length > 0))(
    '%s: each command does what it says',
    (page) => {
      const commands = [...new Set(commandsOf(page))];
      it.each(commands.map((line) => [line]))('%s', { timeout: 600_000 }, async (line) => {
        const row = ROWS.find((one) => one.line.test(line) && (one.pages?.test(page) ?? true));
        if (!row) throw new Error(`no row of this test says what must come of it: ${line}`);
        const { exit, stdout, stderr } = await ran(page, line, row);
        expect([exit, row.exit ?? 0], `${stdout}\n${stderr}`).toEqual([row.exit ?? 0, row.exit ?? 0]);
        if (row.out) expect(`${stdout}\n${stderr}`).toMatch(row.out);
      });
    },
  );
});
