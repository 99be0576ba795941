import { describe, expect, it } from 'vitest';
import type { Explored } from '../../../../conversation/explorer.js';
import type { JsonObject } from '../../../../json/json.js';
import type { WireRecord } from '../../../../wire/record.js';
import { cameBack } from './told.js';
import { RECOGNISED, shownIn } from './turns.js';

type Said = [time: number, message: JsonObject];

const update = (body: JsonObject): JsonObject => ({ method: 'session/update', params: { update: body } });
const says = (text: string) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
const asks = (method: string, params: JsonObject): JsonObject => ({ id: 1, method, params });
const permission = (toolCall: JsonObject) => asks('session/request_permission', { toolCall });
const call = (toolCallId: string, more: JsonObject = {}) => update({ sessionUpdate: 'tool_call', toolCallId, ...more });
const completed = (toolCallId: string) =>
  update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });

/** A turn with what the agent sends at these times, and its end. */
function turn(
  said: readonly Said[],
  took: number,
  reply: JsonObject = { result: { stopReason: 'end_turn' } },
): Explored {
  const record = (time: number, from: string, message: JsonObject, seq: number, as?: string) =>
    ({ seq, time, from, channel: 'main', kind: 'message', message, ...(as && { as }) }) as WireRecord;
  return {
    records: [
      record(0, 'kit', { method: 'session/prompt' }, 0, 'turn'),
      ...said.map(([time, message], index) => record(time, 'target', message, index + 1)),
      record(took, 'target', reply, said.length + 1, 'turn'),
    ],
  };
}

const SESSION: JsonObject = {
  modes: { currentModeId: 'ask' },
  configOptions: [{ id: 'level', currentValue: 'low' }],
};
const shown = (what: Explored) => Object.fromEntries(shownIn({ ...what, prompt: { text: 'go' } }, SESSION));

describe('a turn', () => {
  it.for<[string, Explored, JsonObject]>([
    ['silent-turn', turn([[3_500, says('done')]], 3_600), {}],
    [
      'long-tools',
      turn(
        [0, 1, 2, 3, 4, 5, 6].flatMap((n): Said[] => [
          [n * 900, call(`c${n}`)],
          [n * 900 + 800, completed(`c${n}`)],
        ]),
        6_300,
      ),
      {},
    ],
    ['failing-turn', turn([], 5, { error: { code: -32603, message: 'no' } }), {}],
    ['ask-permission', turn([[1, permission({ locations: [{ path: '/w/a.txt' }] })]], 5), { file: 'a.txt' }],
    [
      'ask-permission',
      turn(
        [
          [1, call('c', { content: [{ type: 'diff', path: 'C:\\w\\b.txt' }] })],
          [2, permission({ toolCallId: 'c' })],
        ],
        5,
      ),
      { file: 'b.txt' },
    ],
    [
      'ask-twice',
      turn(
        [
          [1, permission({ rawInput: { path: 'a' } })],
          [2, permission({ rawInput: { file_path: 'b' } })],
        ],
        5,
      ),
      { file: 'a', other: 'b' },
    ],
    ['read-file', turn([[1, asks('fs/read_text_file', { path: '/w/data.txt' })]], 5), { file: 'data.txt' }],
    [
      'change-mode',
      turn([[1, update({ sessionUpdate: 'current_mode_update', currentModeId: 'code' })]], 5),
      { mode: 'code' },
    ],
    [
      'change-setting',
      turn(
        [
          [
            1,
            update({ sessionUpdate: 'config_option_update', configOptions: [{ id: 'level', currentValue: 'full' }] }),
          ],
        ],
        5,
      ),
      { setting: 'level', value: 'full' },
    ],
  ])('shows %s', ([behavior, what, values]) => {
    expect(shown(what)).toHaveProperty(behavior, values);
    expect(RECOGNISED).toContain(behavior);
  });

  it.for<[string, Explored]>([
    ['silent-turn', turn([[10, says('x')]], 3_600)],
    [
      'long-tools',
      turn(
        [
          [0, call('a')],
          [5_500, completed('a')],
        ],
        6_000,
      ),
    ],
    ['failing-turn', turn([], 5)],
    ['ask-permission', turn([[1, permission({ toolCallId: 'c' })]], 5)],
    [
      'ask-twice',
      turn(
        [1, 2].map((n): Said => [n, permission({ rawInput: { path: 'a' } })]),
        5,
      ),
    ],
    ['echo-turn', turn([[1, says('go')]], 5)],
    ['change-mode', turn([[1, update({ sessionUpdate: 'current_mode_update', currentModeId: 'ask' })]], 5)],
    [
      'change-setting',
      turn(
        [[1, update({ sessionUpdate: 'config_option_update', configOptions: [{ id: 'x', currentValue: 'y' }] })]],
        5,
      ),
    ],
  ])('does not show %s by something like it', ([behavior, what]) => {
    expect(shown(what)).not.toHaveProperty(behavior);
  });

  it('is told in a few words, with nothing hidden in them', () => {
    expect(
      cameBack(
        turn(
          [
            [1, call('c')],
            [2, says('hi\u202e')],
          ],
          400,
        ),
      ),
    ).toBe('end_turn after 0.4 s, 1 tool call, said "hi\\u{202e}"');
    expect(cameBack({ records: [], broken: 'it died' })).toBe('it died');
  });
});
