import { join } from 'node:path';
import { stringifyJson } from '../../../../json/json.js';
import type { PromptTurn } from '../../../acp/agent/turns/prompt-turn.js';
import type { Scene } from '../../../acp/agent/turns/scene.js';
import type { ToolUse } from '../loop/tool-use.js';
import { RUNS } from '../sessions/runs.js';
import { harnSessionOf, oneByOne, tellAnd } from './playing.js';

/** How many events `batch` emits. */
const EVENTS = 3;

/** What a timeline shows: runs, channels, and what it must not show. */
export const RECORDS: { readonly [name: string]: Scene } = {
  record: {
    description: 'Keeps the record of a run below the folder of the session.',
    hint: 'the id of the run',
    play: (turn, rest) => tellAnd(turn, () => record(turn, rest.trim() || 'run_1')),
  },
  channel: {
    description: 'Emits an event on a channel, and matches it.',
    play: (turn) => tellAnd(turn, () => match(turn, 1)),
  },
  batch: {
    description: 'Emits three events on a channel, and matches them as one.',
    play: (turn) => tellAnd(turn, () => match(turn, EVENTS)),
  },
  secret: {
    description: 'Runs a tool with a key as its argument.',
    hint: 'the key',
    play: (turn, rest) => oneByOne(turn, keyed(rest.trim())),
  },
};

function record(turn: PromptTurn, id: string): void {
  const spans = [
    { span_id: 1, parent_id: null, kind: 'pipeline', name: 'kit_pipeline', duration_ms: 20 },
    { span_id: 2, parent_id: 1, kind: 'llm_call', name: 'kit_call', duration_ms: 10 },
  ];
  const text = `${stringifyJson({ _type: 'run_record', id, trace_spans: spans }, 2)}\n`;
  turn.session.files.write(join(RUNS, `${id}.json`), text);
}

/** Emits events and matches them together; more than one are a batch (Harn guide, Session timeline extension). */
function match(turn: PromptTurn, count: number): void {
  const { timeline } = harnSessionOf(turn);
  const emitted = Array.from({ length: count }, (_, nth) => timeline.note('channel_emit', { channel: 'kit', nth }));
  const members = count > 1 ? emitted.map((nth) => ({ kind: 'channel_batch_member', event: nth })) : [];
  timeline.note('channel_match', { channel: 'kit' }, [{ kind: 'channel_emit', event: emitted[0]! }, ...members]);
}

const keyed = (key: string): ToolUse => ({
  tool: 'sign_in',
  kind: 'other',
  rawInput: { api_key: key },
  work: async () => ({ signedIn: true }),
});
