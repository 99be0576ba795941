import { broken as brokenOff, overEarly, type Row, unanswered } from '../testing/hostile.js';

const HEAD = 'HTTP 200 \\(text/event-stream\\)';

/** A ping whose stream ends without an answer; `how` it did. */
const broken = (name: string, how: string, more: Partial<Row> = {}) => brokenOff(name, `${HEAD}${how}`, more);
const cut = ', the stream ended inside an event, which is lost';
const large: Partial<Row> = { breaks: { json: /is an event of more than 67108864 bytes/ }, mib: 450 };
const noMessage = (name: string, rule: string, why: string): Row =>
  broken(name, `, bytes that are no message \\(${why}.*`, { breaks: { [rule]: new RegExp(why) } });

/** Expectations for the behaviours of streams.mjs. */
export const events: Row[] = [
  { name: 'sse-valid', exit: 0 },
  unanswered('sse-silent'),
  broken('sse-ends-empty', ''),
  { name: 'sse-never-ends', exit: 0 },
  broken('sse-no-blank-line', cut),
  broken('sse-cut', ', the connection closed before the body was complete'),
  noMessage('sse-not-json', 'json', 'not JSON: JSON value expected'),
  broken('sse-other-id', ', the reply to id 999999', {
    breaks: { unmatched: /a response with the id 999999, which nobody asked with/ },
  }),
  { name: 'sse-answers-twice', exit: 1, breaks: { unmatched: /a second response to ping with the id 2/ } },
  { name: 'sse-split', exit: 0 },
  { name: 'sse-odd-lines', exit: 0 },
  noMessage('sse-invalid-utf-8', 'encoding', 'invalid UTF-8'),
  { name: 'sse-null-in-id', exit: 0 },
  { name: 'sse-huge-retry', exit: 0 },
  broken('sse-endless-line', ', .*an event of more than 67108864 bytes', large),
  broken('sse-endless-event', ', .*an event of more than 67108864 bytes', large),
  unanswered('sse-endless-comments', { mib: 250 }),
  broken('sse-endless-events', ', notification notifications/message, a stream of more than 50000 events', {
    mib: 600,
  }),
  broken('sse-endless-primes', ', a stream of more than 50000 events', { mib: 350 }),
  {
    name: 'sse-json-type',
    exit: 1,
    ping: overEarly('HTTP 200 \\(application/json\\), bytes that are no message \\(not JSON: .*'),
    breaks: { json: /not JSON: JSON value expected but got 'd'/ },
  },
  broken('sse-reconnect-storm', ''),
  unanswered('sse-asks-without-end', { cpu: 60_000 }),
  { name: 'sse-refuses-answers', exit: 0 },
  {
    name: 'sse-answer-elsewhere',
    play: 'twice',
    exit: 1,
    ping: overEarly('HTTP 200 \\(application/json\\), the reply to first$'),
  },
];
