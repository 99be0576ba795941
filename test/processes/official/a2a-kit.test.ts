import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it as test } from 'vitest';
import { it, type Sandbox } from '../../testing/program.js';

/**
 * Runs the official TCK of A2A 1.0 against the reference server with examples/conformance/a2a-server.yaml. No registry has the TCK:
 * PROCTOR_A2A_KIT names the folder of its source, with its dependencies in .venv.
 */
const root = resolve(import.meta.dirname, '../../..');
const SCRIPTS = join(root, 'examples/conformance');
const kit = process.env.PROCTOR_A2A_KIT ?? '';

interface Run {
  transport: 'http' | 'rest';
  /** The name of the transport in the options of the TCK. */
  named: string;
  /** Tests that it skips, by what it says. */
  leftOut: { says: string; reason: string }[];
  /** Tests that fail, what is said of them, and why the reference is right. */
  exceptions: { test: string; says: string; reason: string }[];
}
const expected = JSON.parse(readFileSync(join(root, 'test/expected/a2a/official-kit.json'), 'utf8')) as {
  kit: string;
  runs: Run[];
};

interface Result {
  name: string;
  outcome?: 'failure' | 'error' | 'skipped';
  message: string;
}

const plain = (text: string) =>
  text.replace(/&(quot|apos|lt|gt|amp|#10);/g, (_, name: string) => ENTITIES[name] ?? ' ');
const ENTITIES: { [name: string]: string } = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' };

/** Runs the TCK against the reference over one transport; returns the results in its JUnit file. */
async function judge(sandbox: Sandbox, { transport, named }: Run): Promise<Result[]> {
  const plays = ['--script', join(SCRIPTS, 'a2a-server.yaml'), '--fault', join(SCRIPTS, 'a2a-orders.yaml')];
  const mock = ['mock', 'a2a/server', '--version', '1.0.1', '--transport', transport, '--port', '0', ...plays];
  const server = sandbox.start(mock);
  const url = (await server.firstLine()).replace('listening on ', '');
  const python = ['-m', 'pytest', '--rootdir', kit, join(kit, 'tests/compatibility'), '-q', '-p', 'no:cacheprovider'];
  const options = [`--sut-host=${url}`, `--transport=${named}`, `--junitxml=${join(sandbox.folder, 'junit.xml')}`];
  const env = { PYTHONPATH: kit, PYTHONDONTWRITEBYTECODE: '1' };
  await sandbox.launch([join(kit, '.venv/bin/python'), ...python, ...options], env).done;
  server.signal('SIGTERM');
  await server.done;
  const cases = sandbox
    .read('junit.xml')
    .matchAll(/<testcase [^>]*?\bname="([^"]*)"[^>]*?(?:\/>|>(.*?)<\/testcase>)/gs);
  return [...cases].map(([, name, inside = '']) => {
    const [, outcome, message = ''] = /<(failure|error|skipped)\b[^>]*? message="([^"]*)"/s.exec(inside) ?? [];
    return { name: plain(name!), outcome: outcome as Result['outcome'], message: plain(message) };
  });
}

describe(`the official kit (${expected.kit})`, () => {
  it.for(expected.runs)(
    'passes the reference over $transport',
    { timeout: 600_000 },
    async (run, { sandbox, skip }) => {
      if (!existsSync(join(kit, '.venv/bin/python')))
        skip('PROCTOR_A2A_KIT names no folder with the TCK and its .venv');
      const results = await judge(sandbox, run);
      const { leftOut, exceptions } = run;
      const failed = results.filter(({ outcome }) => outcome === 'failure' || outcome === 'error');
      const unknown = failed.filter(
        ({ name, message }) => !exceptions.some((one) => one.test === name && message.includes(one.says)),
      );
      const skipped = results.filter(({ outcome }) => outcome === 'skipped');
      const unexplained = skipped.filter(({ message }) => !leftOut.some(({ says }) => message.includes(says)));
      const passed = exceptions.filter((one) => !failed.some(({ name }) => name === one.test)).map((one) => one.test);
      expect({ unknown, unexplained, passed }).toEqual({ unknown: [], unexplained: [], passed: [] });
      expect(results.filter(({ outcome }) => outcome === undefined).length).toBeGreaterThan(80);
    },
  );
});

test('every failed and skipped test of the TCK has a reason', () => {
  for (const { leftOut, exceptions } of expected.runs)
    for (const { reason } of [...leftOut, ...exceptions]) expect(reason).toMatch(/^[A-Z].{20,}\.$/);
});
