import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { it, PROCTOR, type Sandbox } from '../testing/program.js';
import { trustAttacks } from './trust-attacks.js';

/** What the server may take for all attacks of a kind: MiB at its peak, and ms of CPU. */
const CEILING = { mib: 400, cpu: 30_000 };

/** A workspace with everything that leads out of it, and what must not be touched. */
function layOut({ folder }: Sandbox): { root: string; bait: string } {
  const [root, outside] = [join(folder, 'root'), join(folder, 'outside')];
  mkdirSync(join(root, 'src'), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(outside, 'bait'), 'bait');
  writeFileSync(join(folder, 'bait'), 'bait');
  writeFileSync(join(root, 'src/main.st'), 'PROGRAM Main\nEND_PROGRAM\n');
  symlinkSync('../outside', join(root, 'out'));
  symlinkSync('../outside/bait', join(root, 'bait-link'));
  symlinkSync('../outside/made', join(root, 'to-nothing'));
  symlinkSync('self', join(root, 'self'));
  execFileSync('mkfifo', [join(root, 'fifo')]);
  return { root, bait: join(outside, 'bait') };
}

describe('the mock of truST serves on', { timeout: 180_000 }, () => {
  it.concurrent.for(Object.entries(trustAttacks))('after hostile %s', async ([, attacks], { sandbox }) => {
    const { root, bait } = layOut(sandbox);
    writeFileSync(join(sandbox.folder, 'server.json'), '{ "workspace": "root" }');
    const script = join(sandbox.folder, 'server.json');
    const mock = sandbox.metered([PROCTOR, 'mock', 'trust/server', '--script', script], 'pipe');
    const stdin = mock.child.stdin!.on('error', () => undefined);
    const waiting: ((line: string) => void)[] = [];
    let rest = '';
    mock.child.stdout!.on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop()!;
      for (const line of lines) waiting.shift()?.(line);
    });
    const answerTo = (line: string | Uint8Array) => {
      const answer = new Promise<string>((resolve) => waiting.push(resolve));
      stdin.write(line);
      stdin.write('\n');
      return answer;
    };
    const wrong: string[] = [];
    for (const { name, lines } of attacks) {
      const wanted = [...lines()];
      const answers = await Promise.all(wanted.map(([line]) => answerTo(line)));
      for (const [nth, [, answer]] of wanted.entries())
        if (!answer.test(answers[nth]!)) wrong.push(`${name}: ${answers[nth]!.slice(0, 300)}`);
      const good = await answerTo('{"jsonrpc":"2.0","id":"good","method":"agent.describe"}');
      if (!good.includes(`"workspace_root":${JSON.stringify(root)}`)) wrong.push(`${name}: ${good.slice(0, 300)}`);
    }
    stdin.end();
    const { exit, stderr } = await mock.done;
    expect(wrong).toEqual([]);
    expect([exit, stderr]).toEqual([0, '']);
    expect(readFileSync(bait, 'utf8')).toBe('bait');
    expect(readFileSync(join(sandbox.folder, 'bait'), 'utf8')).toBe('bait');
    expect(existsSync(join(sandbox.folder, 'outside/made'))).toBe(false);
    expect(sandbox.cost().mib, 'MiB').toBeLessThan(CEILING.mib);
    expect(sandbox.cost().cpu, 'ms of CPU').toBeLessThan(CEILING.cpu);
  });
});
