import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { listening } from '../../testing/peers.js';
import { InstalledPackage } from '../../testing/tarball.js';

/** The workflow that `init` writes, played through: its `run:` steps by a shell, in a fresh clone, with the packed Proctor. */

let installed: InstalledPackage;
beforeAll(async () => {
  installed = await InstalledPackage.install();
}, 300_000);
afterAll(() => installed?.remove());

interface Step {
  uses?: string;
  with?: { [name: string]: string };
  name?: string;
  run?: string;
  env?: { [name: string]: string };
  'working-directory'?: string;
}

/** Where a program is, if it is there and works. */
const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;

class Repository {
  readonly folder: string;
  readonly clone: string;

  constructor(
    readonly name: string,
    files: { [name: string]: string },
  ) {
    this.folder = join(installed.folder, name);
    this.clone = join(installed.folder, `${name} clone`);
    mkdirSync(this.folder);
    for (const [file, text] of Object.entries(files)) this.write(file, text);
    this.git('init', '--quiet', '--initial-branch=main', '.');
  }

  write(file: string, text: string): void {
    mkdirSync(join(this.folder, file, '..'), { recursive: true });
    writeFileSync(join(this.folder, file), text);
  }

  git(...args: string[]): string {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: this.folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return stdout;
  }

  async init(args: readonly string[], within = '.'): Promise<void> {
    const proctor = join(installed.folder, 'node_modules/.bin/proctor');
    const { exit, stdout, stderr } = await installed.run(proctor, ['init', ...args], {}, join(this.folder, within));
    expect([exit, stderr], stdout).toEqual([0, '']);
  }

  /** Puts the packed file of Proctor beside the target file. */
  addPacked(within = '.'): void {
    copyFileSync(installed.tarball, join(this.folder, within, PACKED));
  }

  /**
   * Commits all, clones, and plays the steps of the workflow there, up to `until`; that of Proctor ends with one of `exits`. Resolves with
   * what the last one said.
   */
  async play(
    exits = [0],
    until = 'Conformance',
  ): Promise<{ exit: number | null; stdout: string; stderr: string; summary: string }> {
    this.git('add', '--all');
    this.git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '--quiet', '--message', 'all');
    this.git('clone', '--quiet', this.folder, this.clone);
    const { jobs } = parse(readFileSync(join(this.clone, '.github/workflows/proctor.yml'), 'utf8'));
    const { steps, defaults } = jobs.proctor as { steps: Step[]; defaults?: { run: { 'working-directory': string } } };
    const summary = join(installed.folder, `${this.name}-summary.md`);
    const home = defaults?.run['working-directory'] ?? '.';
    let last = { exit: null as number | null, stdout: '', stderr: '' };
    for (const { name, run, uses = '', with: inputs = {}, 'working-directory': at = home } of steps) {
      if (uses.startsWith('./')) {
        last = await this.action(join(this.clone, uses), inputs, summary);
        expect(exits, `${uses}${last.stdout}${last.stderr}`).toContain(last.exit);
      }
      if (run === undefined) continue;
      last = await this.shell(run, join(this.clone, at), summary);
      if (name === until && name !== 'Conformance') break;
      expect(name === 'Conformance' ? exits : [0], `${run}${last.stdout}${last.stderr}`).toContain(last.exit);
    }
    return { ...last, summary: existsSync(summary) ? readFileSync(summary, 'utf8') : '' };
  }

  /** Runs the scripts of an action that is in the clone, and puts the JUnit file of its run where the steps of a job would have it. */
  private async action(folder: string, given: { [name: string]: string }, summary: string) {
    const { inputs, runs } = parse(readFileSync(join(folder, 'action.yml'), 'utf8'));
    const output = join(installed.folder, `${this.name}-output`);
    const all = { exit: 0 as number | null, stdout: '', stderr: '' };
    for (const { run, env = {} } of runs.steps as Step[]) {
      if (run === undefined) continue;
      const outputs = new Map(
        (existsSync(output) ? readFileSync(output, 'utf8') : '')
          .split('\n')
          .map((line) => line.split('=') as [string, string]),
      );
      const evaluated = (expression: string) => {
        if (expression === 'github.action_path') return folder;
        const [, kind, name = ''] = /^(inputs|steps\.run\.outputs)\.([\w-]+)$/.exec(expression) ?? [];
        return kind === 'inputs' ? String(given[name] ?? inputs[name].default) : (outputs.get(name) ?? '');
      };
      const variables = Object.entries(env).map(([name, text]) => [
        name,
        text.replace(/\$\{\{ (\S+) \}\}/g, (_, expression: string) => evaluated(expression)),
      ]);
      const step = await this.shell(run, this.clone, summary, {
        ...Object.fromEntries(variables),
        GITHUB_OUTPUT: output,
      });
      all.stdout += step.stdout;
      all.stderr += step.stderr;
      all.exit = step.exit;
      const reports = /^reports=(.+)$/m.exec(existsSync(output) ? readFileSync(output, 'utf8') : '')?.[1];
      if (reports !== undefined) copyFileSync(join(reports, 'proctor.xml'), join(this.clone, 'proctor.xml'));
    }
    return all;
  }

  /** As GitHub calls it. What a step leaves in the background ends with the test. */
  private shell(script: string, cwd: string, summary: string, more: { [name: string]: string } = {}) {
    const file = join(installed.folder, 'step.sh');
    // What it leaves in the background holds the pipes open, so it says itself where its output ends.
    writeFileSync(file, `trap 'echo ${END}; echo ${END} >&2' EXIT\n${script}`);
    const env = {
      ...process.env,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_WORKSPACE: this.clone,
      npm_config_prefer_offline: 'true',
      ...more,
    };
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', file], { cwd, env, detached: true });
    groups.push(child.pid!);
    const exited = new Promise<number | null>((settle, reject) => child.on('error', reject).on('exit', settle));
    return Promise.all([exited, untilEnd(child.stdout), untilEnd(child.stderr)]).then(([exit, stdout, stderr]) => ({
      exit,
      stdout,
      stderr,
    }));
  }
}

/** Where the packed file is in a repository. */
const PACKED = 'proctor-0.1.0.tgz';

/** What a step says last. */
const END = 'the step is over';

/** What comes out of a pipe before the step is over. The pipe stays open for what goes on in the background. */
const untilEnd = (pipe: Readable) =>
  new Promise<string>((settle) => {
    let text = '';
    pipe.setEncoding('utf8').on('end', () => settle(text));
    pipe.on('data', (chunk: string) => {
      text += chunk;
      const end = text.indexOf(END);
      if (end >= 0) settle(text.slice(0, end));
    });
  });

const groups: number[] = [];
afterAll(() => {
  for (const pid of groups)
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It is gone.
    }
});

/** A server of MCP with a ping and no more, in JavaScript; with a port it listens there. */
const NODE = `
import { createInterface } from 'node:readline';
import { createServer } from 'node:http';
const answer = ({ id, method, params }) => {
  if (method === 'initialize') {
    const { protocolVersion } = params ?? {};
    const known = ['2025-06-18', '2025-11-25'].includes(protocolVersion) ? protocolVersion : '2025-11-25';
    return { jsonrpc: '2.0', id, result: { protocolVersion: known, capabilities: {}, serverInfo: { name: 'mine', version: '1' } } };
  }
  if (method === 'ping') return { jsonrpc: '2.0', id, result: {} };
  return { jsonrpc: '2.0', id, error: { code: -32601, message: 'no such method' } };
};
const isRequest = (m) => m && typeof m === 'object' && 'method' in m && 'id' in m;
if (process.env.PORT === undefined)
  createInterface({ input: process.stdin }).on('line', (line) => {
    let message;
    try { message = JSON.parse(line); } catch { return console.log('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no JSON"}}'); }
    if (isRequest(message)) console.log(JSON.stringify(answer(message)));
  });
else
  createServer((request, response) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    if (/^https?:/.test(request.headers.origin ?? '')) return response.writeHead(403).end();
    let text = '';
    request.on('data', (chunk) => (text += chunk)).on('end', () => {
      let message;
      try { message = JSON.parse(text); } catch { return response.writeHead(400).end(); }
      if (!isRequest(message)) return response.writeHead(202).end();
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer(message)));
    });
  }).listen(Number(process.env.PORT), '127.0.0.1');
`;

const PYTHON = `
import json, sys
for line in sys.stdin:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        print(json.dumps({"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "no JSON"}}), flush=True)
        continue
    if not isinstance(message, dict) or "method" not in message or "id" not in message:
        continue
    answer = {"jsonrpc": "2.0", "id": message["id"]}
    if message["method"] == "initialize":
        params = message.get("params")
        asked = params.get("protocolVersion") if isinstance(params, dict) else None
        version = asked if asked in ("2025-06-18", "2025-11-25") else "2025-11-25"
        answer["result"] = {"protocolVersion": version, "capabilities": {}, "serverInfo": {"name": "mine", "version": "1"}}
    elif message["method"] == "ping":
        answer["result"] = {}
    else:
        answer["error"] = {"code": -32601, "message": "no such method"}
    print(json.dumps(answer), flush=True)
`;

const GO = `package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 1024*1024), 64*1024*1024)
	for lines.Scan() {
		var message map[string]json.RawMessage
		if json.Unmarshal(lines.Bytes(), &message) != nil {
			if !json.Valid(lines.Bytes()) {
				fmt.Println(\`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no JSON"}}\`)
			}
			continue
		}
		id, isRequest := message["id"]
		if !isRequest || message["method"] == nil {
			continue
		}
		body := \`"error":{"code":-32601,"message":"no such method"}\`
		switch string(message["method"]) {
		case \`"initialize"\`:
			body = \`"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"mine","version":"1"}}\`
		case \`"ping"\`:
			body = \`"result":{}\`
		}
		fmt.Printf("{\\"jsonrpc\\":\\"2.0\\",\\"id\\":%s,%s}\\n", id, body)
	}
}
`;
const ROLE = ['--role', 'mcp/server'];

const PATIENCE = { timeout: 300_000 };

/** The run came to an end, with all its reports: findings are for the servers above to have. */
function expectReports({ stdout, summary }: { stdout: string; summary: string }, home: string): void {
  expect(stdout).toMatch(/\n\d+ cases in .*: \d+ passed/);
  expect(summary).toMatch(/^## . `mine`/);
  expect(readFileSync(join(home, 'proctor.xml'), 'utf8')).toMatch(/<\/testsuites>\n$/);
}

describe('the workflow that init writes, in a fresh clone', PATIENCE, () => {
  it('of a Node server with Proctor among its devDependencies', async () => {
    const project = {
      name: 'mine',
      private: true,
      type: 'module',
      devDependencies: { proctor: `file:${PACKED}` },
    };
    const repository = new Repository('node', {
      'package.json': JSON.stringify(project),
      'server.js': NODE,
      '.gitignore': 'node_modules\n',
    });
    repository.addPacked();
    const locked = await installed.run(
      'npm',
      ['install', '--package-lock-only', '--prefer-offline'],
      {},
      repository.folder,
    );
    expect(locked.exit, locked.stderr).toBe(0);
    await repository.init([...ROLE, '--', 'node', 'server.js']);
    const ran = await repository.play();
    expect(existsSync(join(repository.clone, 'node_modules/proctor/package.json'))).toBe(true);
    expectReports(ran, repository.clone);
  });

  it('of a Node server at a URL, in a subfolder, with a target file of an odd name', async () => {
    const listener = createServer();
    const port = await listening(listener);
    listener.close();
    const project = {
      ...{ name: 'mine', private: true, type: 'module', scripts: { start: `PORT=${port} node server.js` } },
      devDependencies: { proctor: `file:${PACKED}` },
    };
    const home = 'packages/my server';
    const repository = new Repository('url', {
      [`${home}/package.json`]: JSON.stringify(project),
      [`${home}/server.js`]: NODE,
      [`${home}/.gitignore`]: 'node_modules\n',
    });
    repository.addPacked(home);
    const cwd = join(repository.folder, home);
    const server = spawn(process.execPath, ['server.js'], {
      cwd,
      env: { ...process.env, PORT: `${port}` },
      stdio: 'ignore',
    });
    try {
      const args = ['--url', `http://127.0.0.1:${port}/mcp`, '--target', "it's mine.yaml"];
      await expect
        .poll(
          () =>
            fetch(`http://127.0.0.1:${port}/`).then(
              ({ status }) => status,
              () => 0,
            ),
          { timeout: 30_000 },
        )
        .toBe(405);
      await repository.init([...ROLE, ...args], home);
    } finally {
      server.kill();
    }
    expect(existsSync(join(repository.folder, home, '.github'))).toBe(false);
    // The server is small, and has findings.
    const ran = await repository.play([0, 1]);
    expectReports(ran, repository.clone);
    expect(ran.stderr).toContain(`::error file=${home}/it's mine.yaml,line=1,col=1,title=`);
    expect(ran.stderr).not.toContain('file=../');
  });

  it.skipIf(!has('python3', '-m', 'pip', '--version'))('of a Python server', async () => {
    const repository = new Repository('python', { 'requirements.txt': '# nothing\n', 'server.py': PYTHON });
    await repository.init([...ROLE, '--', 'python3', 'server.py']);
    repository.addPacked();
    expectReports(await repository.play(), repository.clone);
  });

  it.skipIf(!has('go', 'version'))('of a Go server', async () => {
    const repository = new Repository('go', {
      'go.mod': 'module mine\n\ngo 1.20\n',
      'main.go': GO,
      '.gitignore': 'mine\n',
    });
    const built = spawnSync('go', ['build', '-o', 'mine', '.'], { cwd: repository.folder, encoding: 'utf8' });
    expect(built.status, built.stderr).toBe(0);
    await repository.init([...ROLE, '--', './mine']);
    repository.addPacked();
    expectReports(await repository.play(), repository.clone);
  });

  it('says what to commit if the packed file is not in the repository', async () => {
    const repository = new Repository('bare', { 'server.js': NODE });
    await repository.init([...ROLE, '--', 'node', 'server.js']);
    const ran = await repository.play([], 'Find Proctor');
    expect(ran.exit).toBe(1);
    expect(ran.stdout).toMatch(/^::error::the packed file of Proctor is not in the repository/);
  });
});
