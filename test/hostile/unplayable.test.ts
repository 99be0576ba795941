import { describe, expect } from 'vitest';
import { catalogue, hostilePeer } from '../testing/hostile.js';
import type { Sandbox } from '../testing/program.js';
import { it } from '../testing/warm.js';

/** A target on which no case can be played, or none to its end. */
interface Row {
  /** The behaviour of test/hostile/peer.mjs with its transport. */
  name: string;
  exit: 1 | 3;
  /** The one cause that the report names. */
  cause: RegExp;
  /** Must be in the report too. */
  told?: RegExp;
}

const UNSTARTED = '^the target could not be started: `.*` exited with code ';
const FAILED = '^the handshake failed: ';
const onStdout = (text: string) =>
  new RegExp(
    `${FAILED}initialize was not answered, and its output carries what is not a message: "${text}.*: stdout is for `,
  );
const answeredWith = (words: string) => new RegExp(`${FAILED}initialize was answered with ${words}$`);
const LATE = new RegExp(
  `${FAILED}reply to initialize did not come within 12s; nothing came at all: is it a server of `,
);
const AFTER = 'whatever it is asked: [3-8] cases ended so$';

const rows: Row[] = [
  { name: 'stdio.exits-at-once', exit: 3, cause: new RegExp(`${UNSTARTED}0 before it said anything$`) },
  { name: 'stdio.dies-in-handshake', exit: 3, cause: new RegExp(`${UNSTARTED}1 before it said anything$`) },
  { name: 'stdio.silent', exit: 3, cause: LATE },
  {
    name: 'unplayable.exits-when-greeted',
    exit: 1,
    cause: new RegExp(`^after the handshake the target exited with code 1, ${AFTER}`),
    told: /Error: no database/,
  },
  {
    name: 'unplayable.mute-after-handshake',
    exit: 1,
    cause: new RegExp(`^after the handshake the target answers nothing, ${AFTER}`),
  },
  { name: 'unplayable.banner-alone', exit: 3, cause: onStdout('Hostile Peer 1\\.0, ready> ') },
  { name: 'unplayable.logs-on-stdout', exit: 3, cause: onStdout('2026-01-01 INFO got initialize') },
  { name: 'unplayable.lsp-framing', exit: 3, cause: onStdout('Content-Length: ') },
  { name: 'unplayable.html-page', exit: 3, cause: onStdout('<!doctype html>') },
  {
    name: 'unplayable.text-ids',
    exit: 3,
    cause: new RegExp(`${FAILED}initialize: replied with id "1" \\(text\\), asked with 1 \\(number\\)$`),
  },
  { name: 'unplayable.no-envelope', exit: 3, cause: answeredWith('what is not a JSON-RPC message: ".*"') },
  { name: 'unplayable.nothing-but-errors', exit: 3, cause: answeredWith('error -32603 "not today"') },
  { name: 'unplayable.stdout-closed', exit: 3, cause: /its output was closed before it answered initialize$/ },
  { name: 'unplayable.echo', exit: 3, cause: answeredWith('error -32601 .*') },
  {
    name: 'unplayable.slow-start',
    exit: 3,
    cause: /^the handshake took \d+\.\ds, .* with --within \d+s \(in the target file `within: \d+s`\), or with --slow$/,
  },
  {
    name: 'unplayable-http.status-403',
    exit: 3,
    cause: answeredWith('HTTP 403: the target needs a header, see `headers` in the target file'),
  },
  {
    name: 'unplayable-http.status-404',
    exit: 3,
    cause: answeredWith('HTTP 404: is it the right address, path included\\?'),
  },
  { name: 'unplayable-http.status-500', exit: 3, cause: answeredWith('HTTP 500: its own log may say more') },
  {
    name: 'unplayable-http.redirects',
    exit: 3,
    cause: answeredWith('HTTP 307: it redirects to https://elsewhere\\.example/mcp, so give that address'),
  },
  {
    name: 'unplayable-http.html-everywhere',
    exit: 3,
    cause: answeredWith('HTTP 200 \\(text/html\\): is it the right address, path included\\?'),
  },
  { name: 'unplayable-http.holds-everything', exit: 3, cause: LATE },
  { name: 'http.resets-connections', exit: 3, cause: /initialize was not answered: the peer reset the connection$/ },
  {
    name: 'unplayable-http.stream-without-reply',
    exit: 3,
    cause: new RegExp(`${FAILED}reply to initialize did not come within 3s`),
  },
  {
    name: 'unplayable-http.forgets-the-session',
    exit: 1,
    cause: new RegExp(`^after the handshake the target gives no reply \\(HTTP 404\\), ${AFTER}`),
  },
];

/** How many lines a screen has; what is no more than a cause needs half of them. */
const SCREEN = { 3: 12, 1: 25 };

/** A target file that waits long enough for a busy machine. */
function file(sandbox: Sandbox, name: string): string {
  const command = hostilePeer(name, sandbox.mark);
  const http = { command, ready: { stdout: 'listening on (.+)' } };
  const transports = name.includes('http') ? { http } : { stdio: { command } };
  const target = { name: 'peer', role: 'mcp/server', within: '3s', isolation: 'run', transports };
  return sandbox.file('target.json', JSON.stringify(target));
}

describe.concurrent('a target that can not be played against has one cause, on one screen', () => {
  it.for(rows)('$name', async ({ name, exit, cause, told }, { sandbox }) => {
    const { report, stdout, ...ran } = await sandbox.report(['--target', file(sandbox, name)]);
    expect(report.problems).toMatchObject([{ message: expect.stringMatching(cause), exit }]);
    expect([ran.exit, report.exit]).toEqual([exit, exit]);
    // One failure at most shows it, and nothing else that was played counts as failed or untestable.
    const played = report.cases.map(({ verdict }) => verdict).filter((verdict) => verdict !== 'skipped');
    expect(played).toEqual(exit === 1 ? ['fail'] : []);
    expect(report.notRun).toHaveLength(report.summary.planned! - report.cases.length);
    expect(stdout.split('\n').length).toBeLessThanOrEqual(SCREEN[exit]);
    expect(stdout).toContain(report.problems![0]!.message);
    expect(stdout).toContain(`not run because of it: ${report.notRun!.length} cases`);
    if (told) expect(stdout).toMatch(told);
  });
});

/** It asks for a token, and so it can be tested by how it asks. */
const LOCKED = { name: 'unplayable-http.status-401', exit: 1 };

it('a server that answers everything with 401 is tested by its refusals', async ({ sandbox }) => {
  const { report } = await sandbox.report(['--target', file(sandbox, LOCKED.name)]);
  expect(report.exit).toBe(LOCKED.exit);
  expect(report.problems![0]!.message).toMatch(
    /^the server asks for a token, and Proctor has none: only its refusals /,
  );
  const failed = report.cases.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  expect(failed).toEqual(['mcp.auth.server.challenge.leads-to-metadata']);
});

it('expects something of every behaviour on which no case can be played', () => {
  for (const transport of ['unplayable', 'unplayable-http'])
    for (const { name, exit } of catalogue(transport)) {
      const row = [...rows, LOCKED].find((one) => one.name === `${transport}.${name}`);
      expect(exit, name).toEqual([row?.exit]);
    }
});
