import { resolve } from 'node:path';
import { describe, expect } from 'vitest';
import { it, played, type Report } from './testing/program.js';

const TARGET = resolve('targets/reference/acp-agent.yaml');
const PATTERNS = ['acp.agent.initialize', 'acp.agent.prompt', 'acp.agent.permission'];

describe('ACP over WebSocket', () => {
  it('comes to the same verdicts as over stdio, without a change in any case', async ({ sandbox }) => {
    const over = async (transport: string) => {
      const { stdout } = await sandbox.run([
        'run',
        ...PATTERNS,
        ...['--target', TARGET, '--transport', transport, '--reporter', 'json'],
      ]);
      const report = JSON.parse(stdout) as Report;
      expect(report.target.transport).toBe(transport);
      return played(report);
    };
    const [overStdio, overWs] = [await over('stdio'), await over('ws')];
    expect(overWs).toEqual(overStdio);
    expect(Object.values(overWs).filter((verdict) => verdict === 'pass').length).toBeGreaterThan(12);
  });
});
