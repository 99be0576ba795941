import { describe, expect } from 'vitest';
import { ROLE } from '../testing/peers.js';
import { played, type Sandbox } from '../testing/program.js';
import { it } from '../testing/warm.js';

const CASES = 'mcp.auth.server';
const REFUSED = 'mcp.auth.server.challenge.refused';

/** A server that asks for no tokens, while `use` runs. */
async function withOpenServer<T>(sandbox: Sandbox, version: string, use: (url: string) => Promise<T>): Promise<T> {
  const mock = sandbox.start(['mock', 'mcp/server', '--transport', 'http', '--version', version]);
  try {
    return await use((await mock.firstLine()).replace('listening on ', ''));
  } finally {
    mock.signal('SIGTERM');
    await mock.done;
  }
}

describe.each(['2025-11-25', '2026-07-28'])('a server of %s that answers without a token', (version) => {
  it('is not accused if nothing says what it protects, and the reason says what to write', async ({ sandbox }) => {
    const args = ['--version', version, '--header', 'authorization: Bearer x', CASES];
    const { exit, report } = await withOpenServer(sandbox, version, (url) =>
      sandbox.report([...ROLE, '--url', url, ...args]),
    );
    const cases = report.cases.filter(({ id }: { id: string }) => id.startsWith(CASES));
    const verdicts = new Set(
      Object.entries(played(report)).flatMap(([id, how]) => (id.startsWith(CASES) ? [how] : [])),
    );
    expect(verdicts).toEqual(new Set(['untestable', 'skipped']));
    const untestable = cases.filter(({ verdict }: { verdict: string }) => verdict === 'untestable');
    expect(untestable.length).toBeGreaterThan(30);
    for (const one of untestable) expect(one.reason).toContain('`auth.protected` of the target file');
    expect(report.problems).toMatchObject([{ message: expect.stringContaining('proves nothing') }]);
    expect(exit).toBe(1);
  });

  it('fails if its target file names a call as protected', async ({ sandbox }) => {
    const auth = { protected: { name: 'echo', arguments: { message: 'hi' } }, tokens: { good: 'x' } };
    const { exit, report } = await withOpenServer(sandbox, version, (url) => {
      const transports = { http: { url } };
      sandbox.file('a.yaml', JSON.stringify({ name: 'a', role: 'mcp/server', version, transports, auth }));
      return sandbox.report(['--target', 'a.yaml', REFUSED, 'mcp.auth.server.tokens.unknown-key']);
    });
    expect(played(report)).toMatchObject({ [REFUSED]: 'fail', 'mcp.auth.server.tokens.unknown-key': 'fail' });
    expect(exit).toBe(1);
  });
});
