import { parseJson, stringifyJson } from '../../../json/json.js';
import type { SseFields } from '../../../wire/carried.js';
import { encodeEvent } from '../../../wire/http/sse.js';
import type { Frame } from './reply.js';

/** How one event is written, given how many came before it. */
type Writes = (fields: SseFields, data: string, index: number) => (string | Uint8Array)[];

const withLines =
  (...lines: string[]): Writes =>
  (fields, data) => [`${lines.map((line) => `${line}\n`).join('')}${encodeEvent(fields, data)}`];

/** What the last event of a stream has, in 0.3.0 and in 1.0. */
const LAST = /"final":true|"statusUpdate":.*"TASK_STATE_COMPLETED"/;

/** Forms of events that the standard allows (WHATWG HTML, 9.2.5 and 9.2.6), and one that it does not, by the names that `framing` takes. */
const FRAMES = {
  crlf: (fields, data) => [encodeEvent(fields, data).replaceAll('\n', '\r\n')],
  // Its end is LF: a CR there could be the first half of a CRLF.
  cr: (fields, data) => [encodeEvent({ event: 'message', ...fields }, data).replace('\n', '\r')],
  comments: withLines(': a comment', ':'),
  named: (fields, data) => [encodeEvent({ event: 'message', ...fields }, data)],
  ids: (fields, data, index) => [encodeEvent({ id: `e-${index}`, ...fields }, data)],
  retry: (fields, data) => [encodeEvent({ retry: 100, ...fields }, data)],
  lines: (fields, data) => [encodeEvent(fields, stringifyJson(parseJson(data), 2))],
  split: (fields, data) => split(encodeEvent(fields, data)),
  bom: (fields, data, index) => [`${index === 0 ? '\uFEFF' : ''}${encodeEvent(fields, data)}`],
  tight: (fields, data) => [encodeEvent(fields, data).replace('data: ', 'data:')],
  unknown: withLines('x-proctor: 1', 'proctor'),
  blank: (fields, data) => [`\n\n${encodeEvent(fields, data)}\n`],
  // The one that is not allowed: the last event lacks its end.
  unfinished: (fields, data) => [encodeEvent(fields, data).slice(0, LAST.test(data) ? -1 : undefined)],
} as const satisfies Record<string, Writes>;

/** How the peer of a case may write its events. */
export type FrameName = keyof typeof FRAMES;

/** The names of all forms. */
export const FRAME_NAMES = Object.keys(FRAMES) as FrameName[];

/** Makes what writes the events of one stream in a form. */
export function framingOf(name: FrameName): () => Frame {
  return () => {
    let index = 0;
    return (fields, data) => FRAMES[name](fields, data, index++);
  };
}

/** Cut in the middle of every character that is more than one byte. */
function split(text: string): Uint8Array[] {
  const bytes = Buffer.from(text);
  const cuts = [...bytes.keys()].filter((at) => bytes[at]! >= 0xc0).map((at) => at + 1);
  return [0, ...cuts].map((from, index) => bytes.subarray(from, cuts[index] ?? bytes.length));
}
