import { spawnSync } from 'node:child_process';
import { describe, expect } from 'vitest';
import type { Pending } from '../../src/generated/types/control-v1.js';
import { it, PROCTOR } from '../testing/program.js';
import { controlOf } from '../testing/steering.js';

const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;
const noTerminal = 'there is no program `script` of util-linux';

describe.skipIf(!hasTerminal)(`--inspect on a terminal${hasTerminal ? '' : ` (skipped: ${noTerminal})`}`, () => {
  it('lets the first question wait until the page is open, and says that it does', async ({ sandbox }) => {
    const words = [PROCTOR, 'mock', 'acp/client', '--inspect', '--prompt', 'edit out.txt'];
    const line = [...words, '--', process.execPath, PROCTOR, 'mock', 'acp/agent'];
    const command = [process.execPath, ...line].map((word) => `'${word}'`).join(' ');
    const running = sandbox.launch(['script', '-qec', command, '/dev/null'], {}, 'pipe');
    const where = running.line((text) => text.includes('inspector at '));
    const told = running.line((text) => text.includes('waits for your answer'));
    const [, url = ''] = /inspector at (\S+)/.exec(await where) ?? [];
    expect(await told).toContain('session/request_permission waits for your answer: open the page; --allow');
    const control = await controlOf(url);
    const asked = await new Promise<Pending>((settle) => {
      control.on('pending/changed', ({ pending }) => pending[0] && settle(pending[0]));
      void control.request('session/list');
    });
    const allow = asked.answers.find(({ kind }) => kind === 'allow')!;
    const ended = running.line((text) => text.includes('"ok":true'));
    await control.request('pending/answer', { id: asked.id, reply: allow.reply });
    await ended;
    running.signal('SIGTERM');
    await running.done;
  });
});
