import { describe, expect, it } from 'vitest';
import type { ExplorableTarget, Explored } from '../../../../conversation/explorer.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import type { WireRecord } from '../../../../wire/record.js';
import { explore } from './explore.js';

/** An agent that answers texts; `later` is what a task has become when it is looked at. */
function agent(answers: { [text: string]: JsonObject }, later: JsonObject, card: Json = {}) {
  const heard: string[] = [];
  const record = (as: string, message: Json): WireRecord =>
    ({ seq: 0, time: 0, from: 'target', channel: 'main', kind: 'message', as, message }) as WireRecord;
  const target: ExplorableTarget = {
    transport: 'http',
    version: '0.3.0',
    advertised: card,
    // An agent that Proctor starts is another process in each conversation, so no task outlives one.
    converse: async (steps): Promise<Explored> => {
      const text = JSON.stringify(steps[0]!.send).match(/"text":"([^"]*)"/)![1]!;
      heard.push(text);
      const result = answers[text];
      const first = record('said', isObject(result) ? { result: result! } : { error: { code: -1 } });
      const isPolled =
        JSON.stringify(steps).includes('tasks/get') && JSON.stringify(result ?? null).includes('"working"');
      return { records: isPolled ? [first, record('got', { result: later })] : [first] };
    },
    permits: async (_risk, names) => new Set(card === null ? [] : names),
  };
  return { target, heard };
}

const task = (state: string, parts: Json[] = []): JsonObject => ({
  ...{ kind: 'task', id: 't' },
  status: { state },
  artifacts: [{ artifactId: 'a', parts }],
});

describe('what an agent shows', () => {
  it('is found by a greeting', async () => {
    const { target, heard } = agent({ hello: { kind: 'message' } }, {});
    const { shows, lacks } = await explore(target);
    expect([...shows.keys()]).toEqual(['message-answer', 'answer']);
    expect(shows.get('answer')).toMatchObject({ costs: true, gives: { parts: [{ kind: 'text', text: 'hello' }] } });
    expect(lacks.get('task')).toBe('no message that was tried showed it');
    expect(heard).toEqual(['hello']);
  });

  it('is found by the examples of its skills, the first of each skill first', async () => {
    const skills: Json[] = [{ examples: ['one', 'two'] }, { examples: ['three', 7, 'one'] }, {}];
    const answers = { hello: task('working'), one: task('rejected'), three: task('auth-required') };
    const done = task('completed', [{ kind: 'data', data: {} }]);
    const { target, heard } = agent(answers, done, { skills });
    const { shows, notes } = await explore(target);
    expect(heard).toEqual(['hello', 'one', 'three', 'two']);
    expect([...shows.keys()].sort()).toEqual(['answer', 'asks-sign-in', 'files', 'rejected-task', 'task']);
    expect(notes).toEqual([
      '3 skills, 3 examples',
      'tried "hello": a task that is completed; shows task, answer, files',
      'tried "one": a task that is rejected; shows rejected-task, answer',
      'tried "three": a task that is auth-required; shows asks-sign-in, answer',
      'tried "two": it was answered with an error; shows nothing that is looked for',
      'not shown: message-answer, failed-task; --prompt NAME="text" tries a message of yours',
    ]);
  });

  it('is not asked for what its owner has not permitted', async () => {
    const { target, heard } = agent({ hello: { kind: 'message' } }, {}, { skills: [{ examples: ['delete all'] }] });
    const { lacks } = await explore({ ...target, permits: async () => new Set<string>() });
    expect(heard).toEqual(['hello']);
    expect(lacks.get('task')).toContain('--allow-prompts');
  });

  it('is found by messages of its owner, as far as their outcome says it', async () => {
    const answers = { break: task('failed'), go: task('completed'), pick: { kind: 'message' } };
    const { target } = agent(answers, {}, null);
    const own = (behavior: string, text: string, values: string[] = []) => ({ behavior, text, values });
    const { shows, lacks, notes } = await explore({
      ...target,
      prompts: [
        ...[own('failed-task', 'break'), own('streamed-task', 'go'), own('rejected-task', 'go')],
        ...[own('asks-input', 'pick', ['answer']), own('long-task', 'unheard')],
      ],
    });
    expect(shows.get('failed-task')).toEqual({ gives: { parts: [{ kind: 'text', text: 'break' }] }, costs: true });
    expect(shows.get('streamed-task')).toMatchObject({ unproven: true });
    expect([...shows.keys()]).not.toContain('asks-input');
    expect(lacks.get('rejected-task')).toBe('the message "go" did not show it');
    expect(notes).toEqual(
      expect.arrayContaining([
        'tried "break": a task that is failed; shows failed-task',
        'tried "go": a task that is completed; neither shows nor refutes streamed-task, which is mapped because you say so',
        'tried "go": a task that is completed; does not show rejected-task',
        'tried "pick": a message; asks-input is mapped by `answer` too: write it into the file by hand',
        'tried "unheard": it was answered with an error; does not show long-task',
      ]),
    );
  });
});
