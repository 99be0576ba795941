import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../json/json.js';
import { settle } from '../../../../jsonrpc/fixtures/wired.js';
import { RpcError } from '../../../../jsonrpc/rpc-error.js';
import { type Wired, wire } from '../testing.js';

const selected = (optionId: string) => ({ outcome: { outcome: 'selected', optionId } });
const statuses = ({ updates }: Wired) => updates.flatMap(({ status }) => (status ? [status] : []));
const texts = ({ updates }: Wired) => updates.flatMap(({ content }) => (content as JsonObject | undefined)?.text ?? []);

describe('cancellation', () => {
  it.each(['talk', 'wait', 'labour'])('ends `%s` at any moment', async (order) => {
    for (const ms of [0, 100, 300]) {
      const wired = await wire();
      const sessionId = await wired.session();
      const turn = wired.prompt(sessionId, order);
      await wired.pass(ms);
      wired.client.notify('session/cancel', { sessionId });
      expect(await turn).toEqual({ stopReason: 'cancelled' });
      const told = wired.updates.length;
      await wired.pass(1_000);
      expect(wired.updates.length).toBe(told);
      expect(statuses(wired).at(-1) ?? 'failed').toBe('failed');
      expect(wired.clock.waiting).toBe(0);
      expect(await wired.prompt(sessionId, 'hello')).toEqual({ stopReason: 'end_turn' });
    }
  });

  it('that finds no turn changes nothing', async () => {
    const { session, prompt, client } = await wire();
    const sessionId = await session();
    const odd: Json[] = [{ sessionId }, { sessionId: 'x' }, {}, []];
    for (const params of odd) client.notify('session/cancel', params);
    expect(await prompt(sessionId, 'hello')).toEqual({ stopReason: 'end_turn' });
  });

  it('kills and releases a command that runs, and one that begins too late', async () => {
    const asked: string[] = [];
    let create: (result: JsonObject) => void = () => {};
    const note = (name: string) => (params: JsonObject) => {
      asked.push(`${name} ${params.terminalId}`);
      return {};
    };
    const { session, prompt, client } = await wire(
      {},
      {
        'terminal/create': () => new Promise<JsonObject>((resolve) => (create = resolve)),
        'terminal/wait_for_exit': () => new Promise<JsonObject>(() => {}),
        'terminal/kill': note('kill'),
        'terminal/release': note('release'),
      },
    );
    const sessionId = await session();
    for (const late of [false, true]) {
      const turn = prompt(sessionId, 'run x');
      await settle();
      if (!late) create({ terminalId: 't1' });
      await settle();
      client.notify('session/cancel', { sessionId });
      expect(await turn).toEqual({ stopReason: 'cancelled' });
      if (late) create({ terminalId: 't2' });
      await settle();
    }
    expect(asked).toEqual(['kill t1', 'release t1', 'kill t2', 'release t2']);
  });
});

describe('a second prompt', () => {
  it.each<[string, string[], unknown[]]>([
    ['is refused', [], ['end_turn', -32600]],
    ['waits', ['queues-prompts'], ['end_turn', 'end_turn']],
    ['cancels the first', ['later-prompt-wins'], ['cancelled', 'end_turn']],
  ])('%s', async (_what, permissive, wanted) => {
    const { session, prompt, pass } = await wire({ permissive });
    const sessionId = await session();
    const outcome = (asked: Promise<JsonObject>) =>
      asked.then(
        ({ stopReason }) => stopReason,
        ({ code }) => code,
      );
    const both = [prompt(sessionId, 'talk'), prompt(sessionId, 'hello')].map(outcome);
    await pass(31_000);
    expect(await Promise.all(both)).toEqual(wanted);
  });
});

describe('permission', () => {
  it.each<[string, JsonObject | RpcError, boolean]>([
    ['allow', selected('allow'), true],
    ['reject', selected('reject'), false],
    ['an option that nobody offered', selected('yes'), false],
    ['an error', new RpcError(-32603, 'no'), false],
    ['nothing of use', {}, false],
  ])('is granted by the option that allows, and by nothing else: %s', async (_what, answer, granted) => {
    const written: JsonObject[] = [];
    const wired = await wire(
      {},
      {
        'session/request_permission': () => {
          if (answer instanceof RpcError) throw answer;
          return answer;
        },
        'fs/write_text_file': (params) => {
          written.push(params);
          return null;
        },
      },
    );
    const sessionId = await wired.session();
    expect(await wired.prompt(sessionId, 'edit a.txt')).toEqual({ stopReason: 'end_turn' });
    expect(written).toMatchObject(granted ? [{ sessionId, path: '/project/a.txt' }] : []);
    expect(statuses(wired)).toEqual(granted ? ['pending', 'in_progress', 'completed'] : ['pending', 'failed']);
  });

  it('for good is not asked for again, and a mode can do without it', async () => {
    let asked = 0;
    const serves = {
      'session/request_permission': () => {
        asked++;
        return selected('reject-always');
      },
      'fs/write_text_file': () => ({}),
    };
    const wired = await wire({}, serves);
    const sessionId = await wired.session();
    await wired.prompt(sessionId, 'edit a b c');
    expect([asked, statuses(wired).filter((status) => status === 'failed').length]).toEqual([1, 3]);
    const other = await wired.session();
    await wired.ask('session/set_mode', { sessionId: other, modeId: 'code' });
    await wired.prompt(other, 'edit a');
    expect([asked, statuses(wired).at(-1)]).toEqual([1, 'completed']);
  });

  it('that is cancelled ends the turn', async () => {
    const { session, prompt } = await wire(
      {},
      { 'session/request_permission': () => ({ outcome: { outcome: 'cancelled' } }) },
    );
    expect(await prompt(await session(), 'edit a')).toEqual({ stopReason: 'cancelled' });
  });
});

describe('scenes', () => {
  it('read through the client, the lines that are asked for', async () => {
    const asked: JsonObject[] = [];
    const wired = await wire(
      {},
      {
        'fs/read_text_file': (params) => {
          asked.push(params);
          return { content: 'x' };
        },
      },
    );
    const sessionId = await wired.session();
    await wired.prompt(sessionId, 'read "a b.txt" 2 1');
    expect(asked).toEqual([{ sessionId, path: '/project/a b.txt', line: 2, limit: 1 }]);
    expect(wired.updates.at(-3)).toMatchObject({ status: 'completed', content: [{ content: { text: 'x' } }] });
  });

  it('tell what a client without terminals can not do', async () => {
    const wired = await wire();
    expect(await wired.prompt(await wired.session(), 'run ls')).toEqual({ stopReason: 'end_turn' });
    expect(statuses(wired).at(-1)).toBe('failed');
  });

  it('release a terminal whose command failed or could not be waited for', async () => {
    for (const wait of [() => ({ exitCode: 3 }), () => Promise.reject(new RpcError(-32603, 'no'))]) {
      let released = 0;
      const wired = await wire(
        {},
        {
          'terminal/create': () => ({ terminalId: 't' }),
          'terminal/wait_for_exit': wait,
          'terminal/output': () => ({ output: 'x', truncated: false, exitStatus: { exitCode: 3 } }),
          'terminal/release': () => {
            released++;
            return null;
          },
        },
      );
      expect(await wired.prompt(await wired.session(), 'run x y')).toEqual({ stopReason: 'end_turn' });
      expect(released).toBe(1);
    }
  });

  it('plan, think, stop and say', async () => {
    const wired = await wire();
    const sessionId = await wired.session();
    const planned = wired.prompt(sessionId, 'plan');
    await wired.pass(1_000);
    await planned;
    const plans = wired.updates.filter(({ sessionUpdate }) => sessionUpdate === 'plan');
    expect(plans.map(({ entries }) => (entries as JsonObject[]).map(({ status }) => status)).at(0)).toEqual([
      'in_progress',
      'pending',
      'pending',
    ]);
    expect(plans.map(({ entries }) => (entries as JsonObject[]).length)).toEqual([3, 3, 3, 3]);
    expect(await wired.prompt(sessionId, 'stop refusal')).toEqual({ stopReason: 'refusal' });
    expect(await wired.prompt(sessionId, 'stop whatever')).toEqual({ stopReason: 'end_turn' });
    await wired.prompt(sessionId, 'think');
    expect(wired.updates.filter(({ sessionUpdate }) => sessionUpdate === 'agent_thought_chunk')).toHaveLength(2);
    await wired.prompt(sessionId, 'nobody knows this');
    expect(texts(wired).slice(-2)).toEqual(['You said: ', 'nobody knows this']);
  });
});
