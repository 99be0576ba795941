import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { carrying } from './proc.mjs';

const here = import.meta.dirname;
const root = resolve(here, '../..');
/** In the environment of all that is started, so that what is left of it can be found. */
const MARK = 'PROCTOR_SOAK';

/** Runs the suite, or what patterns select, so many times, each time as a program of its own. Yields what came of each run. */
export async function* runApart(times, folder, patterns) {
  for (let time = 1; time <= times; time++) {
    const sandbox = new Sandbox(join(folder, `apart-${time}`));
    const argv = [
      '--import',
      join(here, 'report-at-exit.mjs'),
      join(root, 'dist/bin/proctor.mjs'),
      'run',
      '--self',
      '--reporter',
      'json=report.json',
      ...patterns,
    ];
    const began = performance.now();
    const child = sandbox.start(argv, 'ignore');
    const exit = await over(child);
    const seconds = (performance.now() - began) / 1000;
    const { open, children, peak } = JSON.parse(readFileSync(join(sandbox.folder, 'at-exit.json'), 'utf8'));
    const { cases } = JSON.parse(readFileSync(join(sandbox.folder, 'report.json'), 'utf8'));
    const verdicts = Object.fromEntries(cases.map((one) => [one.id, verdictOf(one)]));
    const left = [
      ...open.map((file) => `open: ${file}`),
      ...children.map((pid) => `child ${pid} at the exit`),
      ...sandbox.left(),
    ];
    yield { name: `run ${time}`, exit, seconds, verdicts, mib: peak / 2 ** 20, left };
  }
}

/** The same within one process. */
export async function* runTogether(times, folder, patterns) {
  const sandbox = new Sandbox(join(folder, 'together'));
  const child = sandbox.start(['--expose-gc', join(here, 'together.mjs'), String(times), ...patterns], 'pipe');
  const ended = over(child);
  let last;
  for await (const line of createInterface({ input: child.stdout })) {
    if (last) yield last;
    const { exit, seconds, verdicts, heap, open, children } = JSON.parse(line);
    const left = [...open.map((file) => `open: ${file}`), ...children.map((pid) => `child ${pid}`), ...sandbox.files()];
    last = { name: `run ${JSON.parse(line).time} in one process`, exit, seconds, verdicts, mib: heap / 2 ** 20, left };
  }
  const code = await ended;
  if (code !== 0 || !last) throw new Error(`the process that runs the suite again and again ended with ${code}`);
  yield { ...last, left: [...last.left, ...sandbox.left()] };
}

/** A verdict in one text: pass, fail (flaky) … */
const verdictOf = ({ verdict, standing }) => (standing === undefined ? verdict : `${verdict} (${standing})`);

/** Folders and a mark of their own for what is started. */
class Sandbox {
  #mark = randomUUID();

  constructor(folder) {
    this.folder = folder;
    this.tmp = join(folder, 'tmp');
    mkdirSync(this.tmp, { recursive: true });
  }

  start(argv, stdout) {
    const env = {
      ...process.env,
      TMPDIR: this.tmp,
      SOAK_EXIT_REPORT: join(this.folder, 'at-exit.json'),
      [MARK]: this.#mark,
    };
    return spawn(process.execPath, argv, { cwd: this.folder, env, stdio: ['ignore', stdout, 'inherit'] });
  }

  files() {
    return readdirSync(this.tmp).map((name) => `temporary file ${name}`);
  }

  /** What is left of what was started, once it is over. */
  left() {
    return [...this.files(), ...carrying(MARK, this.#mark).map(({ pid, command }) => `process ${pid}: ${command}`)];
  }
}

function over(child) {
  return new Promise((settle, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => settle(signal ?? code));
  });
}
