import { describe, expect } from 'vitest';
import { it, type Sandbox } from '../testing/program.js';

const HELLO = [
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}',
  '{"jsonrpc":"2.0","method":"notifications/initialized"}',
  '{"jsonrpc":"2.0","id":2,"method":"ping"}',
];

/** A mock on stdio that hears the greeting and a ping, and then the end of its input. */
function mocked(sandbox: Sandbox, args: readonly string[]) {
  return sandbox.feeding(`${HELLO.join('\n')}\n`, ['mock', 'mcp/server', ...args]);
}

const report = (stderr: string): unknown => JSON.parse(stderr.split('proctor-faults: ')[1]!);

describe('mock --fault', () => {
  it('does what the rules say, and says at the end which of them never did anything', async ({ sandbox }) => {
    sandbox.file(
      'faults.yaml',
      'faults:\n  - { id: other-id, sends: { reply: ping }, do: [{ set: { /id: 999 } }] }\n  - { hears: { request: tools/call }, do: [drop] }\n',
    );
    const { exit, stdout, stderr } = await mocked(sandbox, ['--fault', 'faults.yaml']);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: unknown });
    expect(lines.map(({ id }) => id)).toEqual([1, 999]);
    expect(stderr).toContain('proctor: the fault fault-2 was never applied\n');
    expect(report(stderr)).toEqual({ applied: { 'other-id': 1, 'fault-2': 0 }, problems: [] });
    expect(exit).toBe(0);
  });

  it('ends the process once what was sent before is out', async ({ sandbox }) => {
    sandbox.file('faults.yaml', 'faults: [{ sends: { reply: ping }, do: [{ exit: 7 }] }]\n');
    const { exit, stdout, stderr } = await mocked(sandbox, ['--fault', 'faults.yaml']);
    expect(stdout.trim().split('\n')).toHaveLength(2);
    expect(report(stderr)).toEqual({ applied: { 'fault-1': 1 }, problems: [] });
    expect(exit).toBe(7);
  });

  it('ends it by what is heard, and by a signal', async ({ sandbox }) => {
    sandbox.file('faults.yaml', 'faults: [{ hears: { request: ping }, do: [{ exit: SIGTERM }] }]\n');
    const { exit, stdout, stderr } = await mocked(sandbox, ['--fault', 'faults.yaml']);
    expect(stdout.trim().split('\n')).toHaveLength(1);
    expect(report(stderr)).toMatchObject({ applied: { 'fault-1': 1 } });
    // By the signal, and not by its own handler for it.
    expect(exit).toBeNull();
  });

  it('flips a switch of the reference', async ({ sandbox }) => {
    sandbox.file('faults.yaml', 'faults: [{ switch: delete-keeps-session }]\n');
    expect((await mocked(sandbox, ['--fault', 'faults.yaml'])).exit).toBe(0);
    sandbox.file('faults.yaml', 'faults: [{ switch: no-such-switch }]\n');
    const { exit, stdout, stderr } = await mocked(sandbox, ['--fault', 'faults.yaml']);
    expect(stderr).toMatch(/^Unknown switch "no-such-switch"; known: /);
    expect([exit, stdout]).toEqual([2, '']);
  });

  it('refuses a file with mistakes, each with its place', async ({ sandbox }) => {
    sandbox.file(
      'faults.yaml',
      'faults:\n  - { sends: { repl: ping }, do: [drop] }\n  - { sends: { reply: a }, do: [drip] }\n',
    );
    const { exit, stdout, stderr } = await mocked(sandbox, ['--fault', 'faults.yaml']);
    expect(stderr).toMatch(/^faults\.yaml:2:16 {2}unknown key `repl`; did you mean `reply`\?\n/);
    expect(stderr).toMatch(/\nfaults\.yaml:3:\d+ {2}/);
    expect([exit, stdout]).toEqual([2, '']);
  });

  it('refuses a file that is not there', async ({ sandbox }) => {
    const { exit, stderr } = await mocked(sandbox, ['--fault', 'none.yaml']);
    expect([exit, stderr]).toEqual([2, 'none.yaml  does not exist\n']);
  });
});

describe('mock --mutant', () => {
  it('takes a mutant of the catalogue', async ({ sandbox }) => {
    const { exit, stdout, stderr } = await mocked(sandbox, ['--mutant', 'mcp.server.base.result-null']);
    expect(JSON.parse(stdout.trim().split('\n')[1]!)).toEqual({ jsonrpc: '2.0', id: 2, result: null });
    expect(report(stderr)).toMatchObject({ applied: { 'mcp.server.base.result-null': 1 } });
    expect(exit).toBe(0);
  });

  it('names what was probably meant', async ({ sandbox }) => {
    const { exit, stderr } = await mocked(sandbox, ['--mutant', 'mcp.server.base.result-nul']);
    expect(stderr).toBe(
      'proctor: there is no mutant "mcp.server.base.result-nul"; did you mean mcp.server.base.result-null?\n',
    );
    expect(exit).toBe(2);
  });

  it('goes with no fault file', async ({ sandbox }) => {
    const { exit, stderr } = await mocked(sandbox, ['--mutant', 'mcp.server.base.result-null', '--fault', 'f.yaml']);
    expect([exit, stderr]).toEqual([2, 'proctor: --fault and --mutant exclude each other; give one of them\n']);
  });
});

describe('mock --permissive', () => {
  it('uses the permissive variants that are named', async ({ sandbox }) => {
    const { exit, stdout } = await mocked(sandbox, ['--permissive', 'unknown-members,no-logging']);
    const { result } = JSON.parse(stdout.split('\n')[0]!) as { result: { capabilities: object; 'x-note': unknown } };
    expect(result['x-note']).toBeTypeOf('string');
    expect(result.capabilities).not.toHaveProperty('logging');
    expect(exit).toBe(0);
  });

  it('refuses one that does not exist', async ({ sandbox }) => {
    const { exit, stderr } = await mocked(sandbox, ['--permissive', 'everything']);
    expect(stderr).toMatch(/^Unknown permissive variant "everything"; known: /);
    expect(exit).toBe(2);
  });
});
