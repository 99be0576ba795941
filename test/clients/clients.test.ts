import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { playClient, roleOfTest } from '../testing/clients.js';

/** The peer: a runtime that knows `hello`. */
const role = roleOfTest('test', () => ({
  values: { greeting: 'hi' },
  requests: { hello: () => ({ served: true }) },
  notifications: {},
}));
const behaviors = {
  greet: { args: ['--about=${with.topic}'], files: { 'notes.txt': 'n' }, outcome: { stdout: 'json' as const } },
};

const play = (steps: string, flags: string[] = []) =>
  playClient(
    {
      ...role,
      transport: 'stdio',
      command: ['${node}', resolve('test/peers/host.mjs'), ...flags, '${peer.command}'],
      behaviors,
    },
    steps,
  );

describe('a host that spawns its peer', () => {
  it('is asked by the steps, served by the peer, and judged by its outcome', async () => {
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
    expect(ending).toMatchObject({ outcome: { kind: 'held' } });
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
    expect(ending).toMatchObject({ outcome: { kind: 'held' } });
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
    expect(ending).toMatchObject({ outcome: { kind: 'held' } });
    expect(judged).toEqual(['T-1 pass', 'T-2 pass', 'T-3 pass']);
  });

  it('has closed its lane before it is gone, though its shim ends after it', async () => {
    // The process that holds the peer lives a moment longer than the one that Proctor started.
    const holder =
      'const peer = require("node:child_process").spawn(process.argv[1], process.argv.slice(2), { stdio: ["pipe", "pipe", "ignore"] });' +
      'peer.stdout.once("data", () => { process.send("spoke"); setTimeout(() => peer.stdin.end(), 300); });';
    const client =
      'const holder = require("node:child_process").spawn(process.execPath, ["-e", process.argv[1], ...process.argv.slice(2)], ' +
      '{ stdio: ["ignore", "ignore", "ignore", "ipc"] }); holder.once("message", () => process.exit(3));';
    const { ending, judged, records } = await playClient(
      { ...role, transport: 'stdio', command: ['${node}', '-e', client, holder, '${peer.command}'] },
      `
      - send: { notify: bye }
      - expect: { closed: true }
        check: T-1
`,
    );
    expect(ending).toMatchObject({ outcome: { kind: 'held' } });
    expect(judged).toEqual(['T-1 pass']);
    const ends = records.filter(({ kind }) => kind === 'closed' || kind === 'exit');
    expect(ends[0]).toMatchObject({ kind: 'closed' });
  });

  it('is met anew where the case starts it again', async () => {
    const { ending, judged } = await play(`
      - start: { behavior: greet, with: { topic: x } }
      - expect: { request: hello, as: one }
        check: T-1
      - stop: { how: kill }
      - start: { behavior: greet, with: { topic: x } }
      - expect: { request: hello, as: two }
        check: T-2
      - send: { reply: two, result: {} }
      - call: { request: ask, params: { what: 2 }, result: { you: 2 } }
        check: T-3
`);
    expect(ending).toMatchObject({ outcome: { kind: 'held' } });
    expect(judged).toEqual(['T-1 pass', 'T-2 pass', 'T-3 pass']);
  });

  it('has an outcome each time that it is started', async () => {
    const { ending, judged } = await play(`
      - start: { behavior: greet, with: { topic: x } }
      - expect: { request: hello, as: one }
      - { close: 7 }
      - expect: { outcome: true, is: { value: { codes: [7] } } }
        check: T-1
      - stop: { how: eof }
      - start: { behavior: greet, with: { topic: x } }
      - expect: { request: hello, as: two }
      - { close: 8 }
      - expect: { outcome: true, is: { value: { codes: [8] } } }
        check: T-2
`);
    expect(ending).toMatchObject({ outcome: { kind: 'held' } });
    expect(judged).toEqual(['T-1 pass', 'T-2 pass']);
  });

  it('must be started by the kit', async () => {
    const { ending } = await playClient({ ...role, transport: 'stdio' }, '      - expect: { request: hello }\n');
    expect(ending).toMatchObject({
      outcome: { kind: 'not-started', slow: false },
      message: expect.stringContaining('needs a `command`'),
    });
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
    expect(deaf.ending).toMatchObject({ outcome: { kind: 'no-reply' } });
    const dead = await play(
      `
      - start: { behavior: greet, with: { topic: x } }
      - expect: { notify: never }
        check: T-1
`,
      ['--die'],
    );
    expect(dead.ending).toMatchObject({ outcome: { kind: 'died' }, message: expect.stringContaining('SIGKILL') });
  });
});

describe('a client that comes over WebSocket', () => {
  const connect = (steps: string, flags: string[] = []) =>
    playClient(
      {
        ...role,
        transport: 'ws',
        command: ['${node}', resolve('test/peers/socket-client.mjs'), '${peer.url}', ...flags],
        outcome: { exit: { ok: [0] } },
      },
      steps,
    );

  it('is served by the peer, asked by the steps, and its frames are seen', async () => {
    const { ending, judged, records } = await connect(`
      - expect: { http: { method: GET, path: / } }
        check: T-0
      - call: { request: ask, params: { what: "\${peer.greeting}" }, result: { you: hi } }
        check: T-1
      - assert: { seen: { request: hello }, at: /frame/opcode, is: [text] }
        check: T-2
      - { close: 4001 }
      - expect: { outcome: true, is: { ok: true } }
        check: T-3
`);
    expect(ending).toMatchObject({ outcome: { kind: 'held' } });
    expect(judged).toEqual(['T-0 pass', 'T-1 pass', 'T-2 pass', 'T-3 pass']);
    expect(records.find(({ from, method }) => from === 'kit' && method === 'hello')).toBeDefined();
  });

  it('waits for a claimed request, and its second connection is a channel of its own', async () => {
    const { ending, judged } = await connect(
      `
      - expect: { request: hello, as: one }
        check: T-1
      - expect: { request: hello, as: two }
        on: peer-2
        check: T-2
      - send: { reply: one, result: {} }
      - send: { reply: two, result: {} }
        on: peer-2
      - { close: reset, on: peer-2 }
      - expect: { outcome: true, is: { ok: false } }
        check: T-3
`,
      ['--twice'],
    );
    expect(ending).toMatchObject({ outcome: { kind: 'held' } });
    expect(judged).toEqual(['T-1 pass', 'T-2 pass', 'T-3 pass']);
  });

  it('can not come where the kit has nothing that serves it', async () => {
    const { ending } = await playClient(
      { ...role, transport: 'http', command: ['${node}', '-e', '0'] },
      '      - expect: { request: hello }\n',
    );
    expect(ending).toMatchObject({
      outcome: { kind: 'defect' },
      message: 'the peer of this role can not be reached over HTTP',
    });
  });
});
