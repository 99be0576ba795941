import { describe, expect, it } from 'vitest';
import { memoryPair } from '../jsonrpc/link.js';
import type { Clock } from '../wire/clock/clock.js';
import { DrivenProgram, type Silence } from './driven-program.js';

/** Time that the test moves. */
function handClock() {
  let now = 0;
  const timers = new Set<{ at: number; fire: () => void }>();
  const clock: Clock = {
    now: () => now,
    date: () => now,
    after(ms, fire) {
      const timer = { at: now + ms, fire };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  };
  const pass = (ms: number) => {
    now += ms;
    for (const timer of [...timers]) if (timer.at <= now && timers.delete(timer)) timer.fire();
  };
  return { clock, pass };
}

async function driven(silence: Silence = 1000) {
  const { clock, pass } = handClock();
  const [ours, theirs] = memoryPair();
  const program = new DrivenProgram(ours, { name: 'agent', silence, clock });
  let silent = 0;
  program.onSilence(() => silent++);
  program.link.listen(() => undefined);
  theirs.listen(() => undefined);
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { program, theirs, pass, settled, silent: () => silent };
}

const ask = (id: number, method: string) => ({ jsonrpc: '2.0', id, method });
const answer = (id: number) => ({ jsonrpc: '2.0', id, result: {} });
const exited = { code: 0, signal: null };

describe('DrivenProgram', () => {
  it('gives up once the program was silent for so long while it owed an answer', async () => {
    const { program, theirs, pass, settled, silent } = await driven();
    pass(5000);
    program.link.send(ask(1, 'initialize'));
    pass(999);
    theirs.send({ jsonrpc: '2.0', method: 'note' });
    await settled();
    pass(999);
    expect(silent(), 'it said something').toBe(0);
    pass(1);
    expect(silent()).toBe(1);
    expect(program.lastWords(exited, ' one\ntwo\n')).toBe(
      'the agent said nothing for 1s while initialize (id 1) waited for its reply; it exited with code 0; its last words: one\ntwo',
    );
  });

  it('waits as long as a person holds what it said, and gives up later', async () => {
    let isHeld = false;
    const { program, theirs, pass, settled, silent } = await driven(() => (isHeld ? undefined : 1000));
    program.link.send(ask(1, 'session/prompt'));
    pass(500);
    isHeld = true;
    pass(600_000);
    expect(silent()).toBe(0);
    // The person has answered: what was held is read now.
    isHeld = false;
    theirs.send({ jsonrpc: '2.0', method: 'note' });
    await settled();
    pass(999);
    expect(silent()).toBe(0);
    pass(1);
    expect(silent()).toBe(1);
  });

  it('lets it be silent while it owes nothing, and while it waits for an answer of ours', async () => {
    const { program, theirs, pass, settled, silent } = await driven();
    program.link.send(ask(1, 'prompt'));
    theirs.send(ask(1, 'permission'));
    await settled();
    pass(5000);
    program.link.send(answer(1));
    pass(999);
    theirs.send(answer(1));
    await settled();
    pass(5000);
    expect(silent()).toBe(0);
    expect(program.lastWords(exited, '')).toBeUndefined();
  });

  it('says that it went away, and nothing where our side ended the conversation', async () => {
    const gone = await driven();
    gone.program.link.send(ask(2, 'prompt'));
    gone.theirs.close();
    await gone.settled();
    expect(gone.program.lastWords({ code: null, signal: 'SIGSEGV' }, '')).toBe(
      'the agent ended the conversation while prompt (id 2) waited for its reply; it was ended by SIGSEGV',
    );
    const left = await driven();
    left.program.link.send(ask(2, 'prompt'));
    left.program.link.close();
    await left.settled();
    left.pass(5000);
    expect([left.silent(), left.program.lastWords(exited, 'words')]).toEqual([0, undefined]);
  });

  it('keeps the last of many words', async () => {
    const { program, theirs, settled } = await driven();
    theirs.close();
    await settled();
    expect(program.lastWords({ code: 3, signal: null }, `${'x'.repeat(5000)} the end`)).toMatch(
      /^the agent ended the conversation; it exited with code 3; its last words: …x{592} the end$/,
    );
  });
});
