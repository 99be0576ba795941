import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { driveCase } from '../runner/drive/case.js';
import { Launcher } from '../runner/drive/launcher.js';
import { loadCaseFile } from '../runner/load/cases.js';
import { formatOf } from '../runner/load/formats.js';
import type { BehaviorSpec, Role } from '../runner/types.js';
import type { RoleEntry } from '../src/play/role-entry.js';
import { realClock } from '../src/transport/clock.js';
import { defaultLimits } from '../src/transport/limits.js';

/** Our side for a host: a runtime that knows `hello`. */
const entry: RoleEntry = {
  version: '2025-11-25',
  protocol: 'test',
  opens: 'target',
  kitSide: () => ({ values: { greeting: 'hi' }, requests: { hello: () => ({ served: true }) }, notifications: {} }),
  mock: () => Promise.reject(new Error('there is none')),
};
const role: Role = {
  role: 'test/host',
  peer: 'test/runtime',
  within: '10s',
  limit: '30s',
  replies: 'by-id',
  alive: null,
  probe: null,
  anytime: [],
  transports: ['stdio'],
  place: { file: 'role.yaml', line: 1, col: 1 },
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clients-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function play(steps: string, flags: string[] = []) {
  const file = join(folder, 'cases.yaml');
  writeFileSync(
    file,
    `suite: Hosts\nrole: test/host\ncases:\n  - id: test.host.case\n    title: A host does what it is asked\n    kills: []\n    steps:\n${steps}`,
  );
  const { cases, problems } = loadCaseFile(file, 'cases.yaml', { format: await formatOf('case') });
  expect(problems).toEqual([]);
  const launcher = new Launcher(
    {
      transport: 'stdio',
      command: ['${node}', resolve('test/peers/host.mjs'), ...flags, '${peer.command}'],
      grace: { eof: 500, term: 500 },
      isolation: 'case',
      clock: false,
    },
    { node: process.execPath },
    realClock,
    defaultLimits,
  );
  const behavior: BehaviorSpec = {
    gives: {},
    args: ['--about=${with.topic}'],
    env: {},
    files: { 'notes.txt': 'n' },
    outcome: { stdout: 'json' },
  };
  const judged: string[] = [];
  try {
    const driven = await driveCase(cases[0]!, {
      entry,
      role,
      launcher,
      clock: realClock,
      limits: defaultLimits,
      within: 10_000,
      limit: 30_000,
      slow: 1,
      signal: new AbortController().signal,
      version: {},
      values: {},
      behaviors: new Map([['greet', behavior]]),
      proctor: 'test',
      match: {},
      select: {},
      level: () => 'must',
      anytime: () => false,
      onRecord: () => undefined,
      onJudged: ({ requirement, status, message }) =>
        judged.push([requirement, status, message].filter(Boolean).join(' ')),
    });
    return { ...driven, judged };
  } finally {
    await launcher.close();
  }
}

describe('a host that spawns its peer', () => {
  it('is asked by the steps, served by the living peer, and judged by its outcome', async () => {
    const { ending, judged } = await play(`
      - start: { behavior: greet, with: { topic: files } }
      - assert: { file: notes.txt, is: n }
        check: T-0
      - call: { request: ask, params: { what: "\${peer.greeting}" }, result: { you: hi } }
        check: T-1
      - assert: { seen: { request: hello }, at: /params/name, is: [first] }
        check: T-2
      - { close: end }
      - expect: { outcome: true, is: { ok: true, value: { codes: [0] } } }
        check: T-3
`);
    expect(ending).toEqual({ kind: 'finished' });
    expect(judged).toEqual(['T-0 pass', 'T-1 pass', 'T-2 pass', 'T-3 pass']);
  });

  it('meets a peer that exits with the code of the case', async () => {
    const { ending } = await play(`
      - start: { behavior: greet, with: { topic: x } }
      - expect: { request: hello, as: hello }
      - { close: 7 }
      - expect: { outcome: true, is: { ok: false, value: { codes: [7] } } }
        check: T-1
`);
    expect(ending).toEqual({ kind: 'finished' });
  });

  it('waits for a claimed request, and its second peer is a channel of its own', async () => {
    const { ending, judged } = await play(
      `
      - start: { behavior: greet, with: { topic: x } }
      - expect: { request: hello, as: one, params: { name: { $type: string } } }
        check: T-1
      - expect: { request: hello, as: two, params: { name: { $type: string } } }
        on: peer-2
        check: T-2
      - send: { reply: one, result: {} }
      - call: { request: ask, params: { what: 2 }, result: { you: 2 } }
        on: peer-2
        check: T-3
`,
      ['--twice'],
    );
    expect(ending).toEqual({ kind: 'finished' });
    expect(judged).toEqual(['T-1 pass', 'T-2 pass', 'T-3 pass']);
  });

  it('fails the check where it does not answer, and is called dead only when a signal ended it', async () => {
    const deaf = await play(
      `
      - start: { behavior: greet, with: { topic: x } }
      - call: { request: ask, params: { what: 1 }, result: {} }
        within: 300ms
        check: T-1
`,
      ['--deaf'],
    );
    expect(deaf.ending).toMatchObject({ kind: 'check-failed', timedOut: true });
    const dead = await play(
      `
      - start: { behavior: greet, with: { topic: x } }
      - expect: { notify: never }
        check: T-1
`,
      ['--die'],
    );
    expect(dead.ending).toMatchObject({ kind: 'target-died', message: expect.stringContaining('SIGKILL') });
  });
});
