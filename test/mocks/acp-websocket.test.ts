import { describe, expect } from 'vitest';
import { played, type Report, type Sandbox } from '../testing/program.js';
import { it } from '../testing/warm.js';

/** Plays cases over a transport; returns their verdicts. */
async function over(sandbox: Sandbox, transport: string, args: readonly string[]) {
  const reference = ['--self', '--role', 'acp/agent', '--transport', transport];
  const { stdout } = await sandbox.run(['run', ...reference, '--reporter', 'json', ...args]);
  const report = JSON.parse(stdout) as Report;
  expect(report.target.transport).toBe(transport);
  return played(report);
}

describe('ACP over WebSocket', () => {
  it.for<[string, least: number, args: string[]]>([
    ['inside', 30, ['acp.agent.initialize', 'acp.agent.prompt', 'acp.agent.permission']],
    ['processes', 5, ['--processes', 'acp.agent.prompt.utf-8', 'acp.agent.permission.not-granted']],
  ])(
    'comes to the same verdicts as over stdio, without a change in any case: %s',
    async ([, least, args], { sandbox }) => {
      const [overStdio, overWs] = [await over(sandbox, 'stdio', args), await over(sandbox, 'ws', args)];
      expect(overWs).toEqual(overStdio);
      expect(Object.values(overWs).filter((verdict) => verdict === 'pass').length).toBeGreaterThan(least);
    },
  );
});
