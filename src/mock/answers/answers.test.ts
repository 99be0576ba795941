import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { AnswersFile } from '../../generated/types/answers-v1.js';
import type { JsonObject } from '../../json/json.js';
import type { Step } from '../answering/play.js';
import { answersBy } from './answers.js';
import { compileAnswers } from './compile.js';

/** Rules as a file has them. */
const rules = (yaml: string): AnswersFile['answers'] => parse(yaml);

function ruled(file: AnswersFile) {
  const { compiled, mistakes } = compileAnswers(file, {});
  const failures: string[] = [];
  const of = answersBy(compiled, {
    context: {},
    failed: (rule, message) => void failures.push(`${rule.at} ${message}`),
  });
  /** What is said to a message; requests of the mock get these replies. */
  const say = (message: object, { session = '1', replies = [] }: { session?: string; replies?: JsonObject[] } = {}) => {
    const whole = { jsonrpc: '2.0', ...message } as JsonObject;
    const play = of.answer({ message: whole, method: String(whole.method), session, isApart: false });
    const said: Step[] = [];
    for (let next = play?.steps.next(); next && !next.done; ) {
      said.push(next.value);
      next = play?.steps.next(next.value.kind === 'request' ? replies.shift() : undefined);
    }
    return play && said.map(({ message: sent }) => sent);
  };
  return { of, say, mistakes, failures };
}

const call = (name: string, more: object = {}) => ({ id: 1, method: 'call', params: { name, ...more } });
const named = (name: string) => ({ request: 'call', where: { params: { name } } });

describe('answers', () => {
  it('takes the first rule that fits, and fills in what the message says', () => {
    const { say, of } = ruled({
      answers: [
        { on: { request: 'call', where: { params: { name: { $re: '^a' } } } }, reply: { result: 'a: ${params.name}' } },
        { on: { request: 'call' }, reply: { error: { code: -1, message: 'no ${method} ${id}' }, extra: { more: 1 } } },
        { on: { request: 'never' }, reply: { result: null } },
      ],
    });
    expect(say(call('ab'))).toEqual([{ result: 'a: ab' }]);
    expect(say(call('b'))).toEqual([{ error: { code: -1, message: 'no call 1' }, more: 1 }]);
    expect(say({ id: 2, method: 'other' })).toBeUndefined();
    expect(say({ method: 'call' })).toBeUndefined();
    expect(of.unused().map(({ at }) => at)).toEqual(['/answers/2']);
  });

  it('keeps a state for each session, or one for all', () => {
    const answers = rules(`
      - { on: { request: call, where: { params: { name: in } } }, then: inside, reply: { result: welcome } }
      - { on: { request: call, where: { params: { name: mail } } }, state: inside, reply: { result: none } }
      - { on: { request: call, where: { params: { name: mail } } }, state: [start], reply: { result: "first \${state}" } }`);
    const apart = ruled({ answers }).say;
    expect([apart(call('mail')), apart(call('in')), apart(call('mail'))]).toEqual([
      [{ result: 'first start' }],
      [{ result: 'welcome' }],
      [{ result: 'none' }],
    ]);
    expect(apart(call('mail'), { session: '2' })).toEqual([{ result: 'first start' }]);
    const shared = ruled({ answers, shared: true }).say;
    shared(call('in'));
    expect(shared(call('mail'), { session: '2' })).toEqual([{ result: 'none' }]);
  });

  it('is used so many times, then the next rule is', () => {
    const { say } = ruled({
      answers: [
        { on: named('a'), times: 2, reply: { result: 1 } },
        { on: named('a'), reply: { result: 2 } },
      ],
    });
    expect([1, 2, 3].flatMap(() => say(call('a')))).toEqual([{ result: 1 }, { result: 1 }, { result: 2 }]);
  });

  it('sends messages first, and saves what the peer answers', () => {
    const { say } = ruled({
      answers: [
        {
          on: named('a'),
          save: { who: '/params/who' },
          send: [
            { notify: 'note', params: { of: '${who}' } },
            { request: 'roots', save: { roots: '/result/list' } },
            { reply: { result: 'early' } },
          ],
          reply: { result: { roots: '${roots}', first: '${roots.0}' } },
        },
        { on: { request: 'call', where: { params: { name: '${who}' } } }, reply: { result: 'as before' } },
      ],
    });
    expect(say(call('ada'))).toBeUndefined();
    const replies = [{ result: { list: ['x', 'y'] } }];
    expect(say(call('a', { who: 'ada' }), { replies })).toEqual([
      { method: 'note', params: { of: 'ada' } },
      { method: 'roots' },
      { result: 'early' },
      { result: { roots: ['x', 'y'], first: 'x' } },
    ]);
    expect(say(call('ada'))).toEqual([{ result: 'as before' }]);
  });

  it('answers with an error what it can not make, and reports it', () => {
    const { say, failures } = ruled({ answers: [{ on: named('a'), reply: { result: '${params.none}' } }] });
    expect(say(call('a'))).toMatchObject([{ error: { code: -32603 } }]);
    expect(failures).toEqual([expect.stringMatching(/^\/answers\/0 .*params\.none/)]);
  });

  it.each<[AnswersFile['answers'][number], string, string]>([
    [{ on: named('a') }, '', 'has a `reply`'],
    [{ on: { notify: 'n' }, reply: { result: 1 } }, '/reply', 'a notification has no reply'],
    [{ on: { notify: 'n' }, send: [{ reply: { result: 1 } }] }, '/send/0/reply', 'a notification has no reply'],
    [
      rules('- { on: { request: a }, state: gon, then: gone, reply: { result: 1 } }')[0]!,
      '/state',
      'did you mean gone?',
    ],
    [{ on: named('a'), state: ['start', 'x'], reply: { result: 1 } }, '/state/1', 'no rule leads to the state x'],
    [{ on: named('a'), reply: { result: '${parms.x}' } }, '/reply/result', 'did you mean params?'],
    [{ on: named('a'), reply: { result: '${' } }, '/reply/result', 'is not a reference'],
    [{ on: named('a'), reply: { result: { $re: 'x' } } }, '/reply/result', '$re is a matcher'],
    [{ on: { request: 'call', where: { $ree: 1 } }, reply: { result: 1 } }, '/on/where/$ree', 'did you mean $re?'],
    [{ on: { request: 'call#x' }, reply: { result: 1 } }, '/on', 'call has no variants'],
  ])('finds the mistake in %j', (answer, path, message) => {
    expect(ruled({ answers: [answer] }).mistakes).toEqual([
      { path: `/answers/0${path}`, message: expect.stringContaining(message) },
    ]);
  });

  it('answers by other rules from a change on: sessions keep their states, and a rule that stays counts on', () => {
    const [login] = rules(
      '[{ on: { request: call, where: { params: { name: login } } }, then: in, save: { user: /params/user }, reply: { result: welcome } }]',
    );
    const once = { on: named('once'), times: 1, reply: { result: 'first' } };
    const mail = (text: string) => ({ on: named('mail'), state: 'in', reply: { result: text } });
    const never = { on: { request: 'never' }, reply: { result: null } };
    const { say, of } = ruled({ answers: [login!, once, mail('none for ${user}'), never] });
    say(call('login', { user: 'Ada' }));
    say(call('once'));
    const { compiled } = compileAnswers({ answers: [never, mail('one for ${user}'), once, login!] }, {});
    of.change(compiled);
    expect(say(call('mail'))).toEqual([{ result: 'one for Ada' }]);
    expect(say(call('once'))).toBeUndefined();
    expect(say(call('once'), { session: '2' })).toEqual([{ result: 'first' }]);
    expect(of.unused().map(({ at }) => at)).toEqual(['/answers/0']);
    of.change(compileAnswers({ answers: [once, once] }, {}).compiled);
    expect(say(call('once'))).toEqual([{ result: 'first' }]);
    expect(of.unused()).toEqual([]);
  });
});
