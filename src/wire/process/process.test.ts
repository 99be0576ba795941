import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Carried } from '../carried.js';
import { bundle, removeBundles } from '../fixtures/bundle.js';
import { defaultLimits } from '../limits.js';
import { endAll, leftovers, StartError, type StartOptions, startProcess, type TargetProcess } from './process.js';
import { pipesOf } from './stdio.js';

const limits = { ...defaultLimits, message: 100_000, stream: 300_000, items: 1000, stderr: 1000, evidence: 64 };
const folder = mkdtempSync(join(tmpdir(), 'process-test-'));
/** Long enough that only a defect reaches it. */
const long = { eof: 30_000, term: 30_000 };
const patience = { timeout: 20_000 };
const short = { eof: 50, term: 50 };

afterEach(endAll);

afterAll(() => {
  removeBundles();
  rmSync(folder, { recursive: true, force: true });
});

const start = (argv: string[], more: Partial<StartOptions> = {}) => startProcess({ argv, limits, ...more });
const sh = (script: string, more: Partial<StartOptions> = {}) => start(['/bin/sh', '-c', script], more);
const js = (script: string, more: Partial<StartOptions> = {}) => start([process.execPath, '-e', script], more);

function listen(target: TargetProcess): Carried[] {
  const items: Carried[] = [];
  target.listen((carried) => items.push(carried));
  return items;
}

/** Resolves with what was heard once an item fits. */
function until(target: TargetProcess, fits: (carried: Carried) => boolean): Promise<Carried[]> {
  return new Promise((resolve) => {
    const items: Carried[] = [];
    target.listen((carried) => {
      items.push(carried);
      if (fits(carried)) resolve(items);
    });
  });
}

const isMessage = ({ kind }: Carried) => kind === 'message';
const texts = (items: Carried[]) =>
  items.map(({ kind, text, bytes }) => text ?? (bytes ? Buffer.from(bytes).toString() : kind));

describe('startProcess', () => {
  it('hands argv over as it is, through no shell', async () => {
    const target = await start(['/bin/echo', '{"a":"$HOME ; `x` * ä"}']);
    const items = listen(target);
    expect(await target.exited).toEqual({ code: 0, signal: null });
    expect(items[0]?.message).toEqual({ a: '$HOME ; `x` * ä' });
    expect(items.at(-1)).toEqual({ kind: 'closed', closed: { how: 'end' } });
  });

  it('puts a wrapper in front, which gets the argv', async () => {
    const wrap = join(folder, 'wrap.sh');
    writeFileSync(wrap, '#!/bin/sh\nprintf \'"wrapped %s"\\n\' "$1"\nexec "$@"\n');
    chmodSync(wrap, 0o755);
    const target = await start(['/bin/echo', '"b c"'], { wrap });
    const items = listen(target);
    await target.exited;
    expect(texts(items)).toEqual(['"wrapped /bin/echo"', '"b c"', 'closed']);
  });

  it('gives environment and directory, with ours below or without it', async () => {
    process.env.PROCTOR_TEST_VALUE = 'outer';
    const script = 'printf \'["%s","%s","%s"]\\n\' "$PROCTOR_TEST_VALUE" "$OWN" "$(pwd)"';
    const seen = [];
    for (const inherit of [true, false]) {
      const target = await sh(script, { env: { OWN: 'x' }, cwd: folder, inherit });
      const items = listen(target);
      await target.exited;
      seen.push(items[0]?.message);
    }
    expect(seen).toEqual([
      ['outer', 'x', folder],
      ['', 'x', folder],
    ]);
  });

  it.each<[string, () => Partial<StartOptions> & { argv: string[] }, string]>([
    [
      'is missing',
      () => ({ argv: ['no-such-program', 'a'] }),
      'cannot start `no-such-program a`: the program no-such-program does not exist',
    ],
    ['is a directory', () => ({ argv: [folder] }), `cannot start \`${folder}\`: ${folder} is a directory`],
    [
      'is not a program',
      () => {
        writeFileSync(join(folder, 'text'), 'x');
        return { argv: [join(folder, 'text')] };
      },
      'is not executable for this user',
    ],
    [
      'has no interpreter',
      () => {
        writeFileSync(join(folder, 'script'), '#!/no/such/interpreter\n', { mode: 0o755 });
        return { argv: [join(folder, 'script')] };
      },
      'the interpreter that',
    ],
    [
      'would run in a missing directory',
      () => ({ argv: ['/bin/true'], cwd: '/no/such/dir' }),
      'the working directory /no/such/dir does not exist',
    ],
    ['is empty', () => ({ argv: [''] }), 'no program is named'],
    ['holds a NUL', () => ({ argv: ['/bin/echo', 'a\0b'] }), 'cannot start `/bin/echo'],
  ])('says plainly what is wrong where the program %s', async (_, options, message) => {
    const error = await start(options().argv, options()).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(StartError);
    expect((error as StartError).message).toContain(message);
  });
});

describe('stdout and stderr', () => {
  it('delivers messages and banner lines, keeps stderr apart, and all of it before the exit', async () => {
    const target = await sh(`echo 'Starting up'; echo '{"a":1}'; echo oops >&2; printf '{"b":2}'; exit 3`);
    const items = listen(target);
    expect(await target.exited).toEqual({ code: 3, signal: null });
    expect(texts(items)).toEqual(['Starting up', '{"a":1}', '{"b":2}', 'closed']);
    expect(items[0]).toMatchObject({ kind: 'bytes', problem: expect.stringContaining('not JSON') });
    expect(target.stderr()).toBe('oops\n');
    expect(target.traffic().received).toBeGreaterThan(20);
  });

  it('waits for the first listener, even beyond the exit', async () => {
    const target = await sh(`echo '{"a":1}'`);
    await target.exited;
    expect(texts(await until(target, ({ kind }) => kind === 'closed'))).toEqual(['{"a":1}', 'closed']);
  });

  it('talks', async () => {
    const target = await start(['/bin/cat']);
    const pipes = pipesOf(target);
    pipes.write(Buffer.from('{"a":'));
    pipes.write(Buffer.from('1}\n'));
    expect(texts(await until(target, isMessage))).toEqual(['{"a":1}']);
    expect(pipes.traffic()).toEqual({ sent: 8, received: 8 });
    pipes.end();
    expect(await target.exited).toEqual({ code: 0, signal: null });
    pipes.write(Buffer.from('too late'));
  });

  it('gives text as text, what came early too', async () => {
    const target = await sh('echo early; read x; echo late', { stdout: 'text' });
    await expect.poll(() => target.stdout(), patience).toBe('early\n');
    const items = listen(target);
    target.write('\n');
    await target.exited;
    expect(texts(items).join('')).toBe('early\nlate\nclosed');
    expect(items[0]?.problem).toBeUndefined();
  });

  it('keeps the end of stderr', async () => {
    const target = await sh('i=0; while [ $i -lt 500 ]; do echo line $i >&2; i=$((i+1)); done');
    await target.exited;
    expect(target.stderr().length).toBe(1000);
    expect(target.stderr()).toMatch(/line 499\n$/);
  });

  it.each([
    [
      'bytes to stdout',
      `process.stdout.on('error',()=>{}); const s='"'+'x'.repeat(1000)+'"\\n'; (function f(){ while(process.stdout.write(s)); process.stdout.once('drain',f) })()`,
    ],
    [
      'bytes to stderr',
      `const s='x'.repeat(1000); (function f(){ while(process.stderr.write(s)); process.stderr.once('drain',f) })()`,
    ],
    [
      'bytes to stdout',
      `const s='x'.repeat(100000); (function f(){ while(process.stdout.write(s)); process.stdout.once('drain',f) })()`,
    ],
    [
      'messages to stdout',
      `const s='1\\n'.repeat(100); (function f(){ while(process.stdout.write(s)); process.stdout.once('drain',f) })()`,
    ],
  ])('ends a process that floods, by %s', async (what, script) => {
    const target = await js(script);
    const items = listen(target);
    expect(await target.exited).toEqual({ code: null, signal: 'SIGKILL' });
    const most = what.startsWith('bytes') ? 300_000 : 1000;
    const problem = `the process wrote more than ${most} ${what}`;
    expect(target.problem).toBe(problem);
    expect(items.at(-1)).toEqual({ kind: 'closed', closed: { how: 'error', problem } });
  });

  it('reports the end of stdout while the process lives on', async () => {
    const target = await sh('exec 1>&-; exec sleep 60');
    expect(texts(await until(target, ({ kind }) => kind === 'closed'))).toEqual(['closed']);
    expect(await target.stop('kill')).toEqual({ code: null, signal: 'SIGKILL' });
  });

  it('survives a process that closes its stdin', async () => {
    const target = await sh('exec 0<&-; echo \'"ready"\'; exec sleep 60');
    await until(target, isMessage);
    for (let index = 0; index < 10; index += 1) target.write('x'.repeat(100_000));
    expect(await target.stop('kill')).toEqual({ code: null, signal: 'SIGKILL' });
    expect(target.problem).toBeUndefined();
  });
});

describe('the end', () => {
  it.each<[string, 'eof' | 'term' | 'kill', string, object]>([
    ['end of stdin', 'eof', 'cat >/dev/null; exit 7', { code: 7, signal: null }],
    ['TERM', 'term', 'exec sleep 60', { code: null, signal: 'SIGTERM' }],
    [
      'TERM with a code of its own',
      'term',
      'trap "exit 5" TERM; echo \'"ready"\'; while :; do sleep 0.01; done',
      { code: 5, signal: null },
    ],
    ['KILL', 'kill', 'trap "" TERM; exec sleep 60', { code: null, signal: 'SIGKILL' }],
  ])('comes by %s', async (_, how, script, exit) => {
    const target = await sh(script);
    if (script.includes('ready')) await until(target, isMessage);
    expect(await target.stop(how, long)).toEqual(exit);
    expect(leftovers([target.pid])).toEqual([]);
    expect(await target.stop(how, long)).toEqual(exit);
  });

  it('climbs from end of stdin over TERM to KILL where a process ignores both', async () => {
    const target = await sh('trap "" TERM; echo \'"ready"\'; while :; do sleep 1; done');
    await until(target, isMessage);
    expect(await target.stop('eof', short)).toEqual({ code: null, signal: 'SIGKILL' });
  });

  it('can be hurried', async () => {
    const target = await sh('trap "" TERM; echo \'"ready"\'; while :; do sleep 1; done');
    await until(target, isMessage);
    const slow = target.stop('eof', long);
    await target.stop('kill', long);
    expect(await slow).toEqual({ code: null, signal: 'SIGKILL' });
  });

  it('is a signal where the process died by one, and never the code 0', async () => {
    const target = await sh('kill -SEGV $$');
    expect(await target.exited).toEqual({ code: null, signal: 'SIGSEGV' });
  });

  it.each([
    ['in its group', 'sleep 60 &'],
    ['that ignores TERM', '(trap "" TERM; sleep 60; sleep 60) &'],
    ['in a session of its own', 'setsid sleep 60 &'],
    ['in a session of its own, orphaned', '(setsid sleep 60 &);'],
  ])('leaves no descendant %s, and waits for none', async (_, child) => {
    const file = join(folder, 'pids');
    rmSync(file, { force: true });
    // A number that no other sleep has, in the words of `ps` and in such words that `grep` does not find itself.
    const number = `60.${process.pid}`;
    const found = `ps -e -o pid=,args= | grep '[s]leep ${number}' > ${file}`;
    const target = await sh(`${child.replaceAll('60', number)} until ${found}; do sleep 0.01; done; echo '"done"'`);
    const items = listen(target);
    expect(await target.exited).toEqual({ code: 0, signal: null });
    expect(texts(items)).toEqual(['"done"', 'closed']);
    const pids =
      readFileSync(file, 'utf8')
        .match(/^ *\d+/gm)
        ?.map(Number) ?? [];
    expect(pids.length).toBeGreaterThan(0);
    await expect.poll(() => leftovers(pids), patience).toEqual([]);
  });

  it('takes escaped descendants along when the process is killed, those without an environment too', async () => {
    const file = join(folder, 'escaped');
    const target = await sh(
      `env -i setsid /bin/sh -c 'echo $$ > ${file}; exec sleep 60' & until [ -s ${file} ]; do sleep 0.01; done; echo '"ready"'; sleep 60`,
    );
    await until(target, isMessage);
    const pid = Number(readFileSync(file, 'utf8'));
    expect(leftovers([pid])).toEqual([pid]);
    await target.stop('kill');
    await expect.poll(() => leftovers([pid]), patience).toEqual([]);
  });

  it('takes escaped descendants along that have no environment, where the process ends as it is told', async () => {
    const file = join(folder, 'escaped-before-the-end');
    const target = await sh(
      `env -i setsid /bin/sh -c 'echo $$ > ${file}; exec sleep 60' & until [ -s ${file} ]; do sleep 0.01; done; echo '"ready"'; cat`,
    );
    await until(target, isMessage);
    const pid = Number(readFileSync(file, 'utf8'));
    expect(leftovers([pid])).toEqual([pid]);
    expect(await target.stop('eof')).toEqual({ code: 0, signal: null });
    await expect.poll(() => leftovers([pid]), patience).toEqual([]);
  });

  /** How a program leaves its parent, its session, its environment and its streams behind; it writes its number into FILE. */
  const DAEMON = `env -i /bin/sh -c 'echo $$ > FILE; exec sleep 60'`;
  const QUIET = '< /dev/null > /dev/null 2>&1';
  const DAEMONS: [string, string][] = [
    ['in a session of its own', `setsid ${DAEMON} &`],
    ['orphaned', `(setsid ${DAEMON} &)`],
    ['with streams of its own', `setsid ${DAEMON} ${QUIET} &`],
    ['orphaned, with streams of its own', `(setsid ${DAEMON} ${QUIET} &)`],
    [
      'orphaned twice',
      `(setsid /bin/sh -c '(setsid env -i /bin/sh -c "echo \\$\\$ > FILE; exec sleep 60" &)' ${QUIET} &)`,
    ],
    ['deaf to all that can be ignored', `(trap '' TERM HUP INT QUIT; setsid ${DAEMON} ${QUIET} &)`],
  ];
  it.each(DAEMONS)('takes a daemon along that has no environment, %s, however the process ends', async (_, daemon) => {
    const ends: [string, (target: TargetProcess) => Promise<unknown>][] = [
      ['exit 0', (target) => target.exited],
      ['cat', (target) => target.stop('eof', long)],
      ['exec sleep 60', (target) => target.stop('term', long)],
      ['exec sleep 60', (target) => target.stop('kill', long)],
    ];
    await Promise.all(
      ends.map(async ([end, how], index) => {
        const file = join(folder, `daemon-${index}`);
        rmSync(file, { force: true });
        const wait = `until [ -s ${file} ]; do sleep 0.01; done; echo '"ready"'`;
        const target = await sh(`${daemon.replace('FILE', file)}\n${wait}; ${end}`);
        await until(target, isMessage);
        const pid = Number(readFileSync(file, 'utf8'));
        await how(target);
        await expect.poll(() => leftovers([pid]), patience).toEqual([]);
      }),
    );
  });

  it('may go on for a time that it is given, and is seen before the exit', async () => {
    const file = join(folder, 'lingers');
    const child = `(setsid sh -c 'sleep 0.4; echo done > ${file}' ${QUIET} &)`;
    const ends: [string, (target: TargetProcess) => Promise<unknown>][] = [
      ['exit 0', (target) => target.exited],
      // The grace of a stop is for the process itself.
      ['cat > /dev/null', (target) => target.stop('eof', { eof: 300, term: 50 })],
    ];
    for (const [end, how] of ends) {
      rmSync(file, { force: true });
      const begun = performance.now();
      await how(await sh(`${child}\n${end}`, { lingers: 20_000 }));
      expect(readFileSync(file, 'utf8')).toBe('done\n');
      expect(performance.now() - begun).toBeLessThan(15_000);
    }
  });

  it('is killed once that time is over, or at once if nothing may go on', async () => {
    const pids = await Promise.all(
      [undefined, 200].map(async (lingers) => {
        const target = await sh('sleep 60 & echo $!', { ...(lingers !== undefined && { lingers }) });
        const items = await until(target, isMessage);
        await target.exited;
        return Number(items[0]?.message);
      }),
    );
    await expect.poll(() => leftovers(pids), patience).toEqual([]);
  });

  it('spares what others have started', async () => {
    const [other, target] = await Promise.all([sh('echo 1; exec sleep 60'), sh('echo 1; exec sleep 60')]);
    await Promise.all([until(other, isMessage), until(target, isMessage)]);
    await target.stop('kill', long);
    expect(leftovers([other.pid])).toEqual([other.pid]);
  });

  it('of all comes by endAll', async () => {
    const targets = await Promise.all([sh('exec sleep 60'), sh('trap "" TERM; sleep 60'), sh('exec sleep 60')]);
    expect(leftovers(targets.map(({ pid }) => pid))).toHaveLength(3);
    await endAll();
    expect(leftovers(targets.map(({ pid }) => pid))).toEqual([]);
  });

  it('comes with the end of this process', async () => {
    const script = `
      import { startProcess } from './wire/process/process.js';
      const target = await startProcess({ argv: ['sleep', '60'] });
      console.log(target.pid);
      process.exit(0);`;
    const program = await bundle(script);
    const parent = await start([process.execPath, program], { stdout: 'text' });
    await parent.exited;
    const pid = Number(parent.stdout());
    expect(pid).toBeGreaterThan(0);
    await expect.poll(() => leftovers([pid]), patience).toEqual([]);
  });
});
