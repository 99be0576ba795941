import { isObject, type Json, type JsonObject, stringifyJson } from '../json/json.js';
import { shapeOf } from '../jsonrpc/messages.js';
import type { WireRecord } from '../wire/record.js';

/**
 * How a lane or exchange came to its end, in words for the end of a sentence: the response head, the last thing that stood
 * where a message belongs, and what went wrong. Empty where there is nothing to say but that it ended.
 */
export function describeEnd(records: readonly WireRecord[]): string {
  const mine = records.filter((record) => record.from === 'target');
  const head = mine.findLast((record) => record.kind === 'http')?.http;
  const type = head?.headers['content-type'];
  const last = head && mine.findLast((record) => record.kind === 'message' || record.kind === 'bytes');
  const parts = [
    head && `HTTP ${head.status}${type === undefined ? '' : ` (${type})`}`,
    last && describeFound(last),
    mine.findLast((record) => record.kind === 'closed')?.closed?.problem,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}

/** A text as it is, anything else as JSON. */
const words = (value: Json | undefined) => (typeof value === 'string' ? value : stringifyJson(value ?? null));

/** One record in a few words, for sentences: "notification session/update", "reply to turn", "HTTP 404". */
export function describeFound(record: WireRecord): string {
  switch (record.kind) {
    case 'message': {
      const message = record.message as Json;
      const shape = shapeOf(message);
      if (shape === 'request') return `request ${String((message as JsonObject).method)}`;
      if (shape === 'notification') return `notification ${String((message as JsonObject).method)}`;
      if (shape === 'response') {
        const { error, id } = message as JsonObject;
        const name = record.as ?? `id ${JSON.stringify(id ?? null, (_, v) => (typeof v === 'bigint' ? String(v) : v))}`;
        if (!isObject(error as Json)) return `the reply to ${name}`;
        const { code, message: text } = error as JsonObject;
        return `an error reply to ${name} (${words(code)}: ${words(text).slice(0, 120)})`;
      }
      return 'a message that is no JSON-RPC';
    }
    case 'bytes':
      return `bytes that ${record.beyondLimit ? 'were not read' : 'are no message'} (${record.problem ?? 'not JSON'})`;
    case 'http':
      return record.http?.status === undefined
        ? `${record.http?.method} ${record.http?.path}`
        : `HTTP ${record.http.status}`;
    case 'sse':
      return 'an event without data';
    case 'frame':
      return `a ${record.frame?.opcode} frame`;
    case 'body':
      return 'a body';
    case 'closed':
      return `the end of ${record.channel}`;
    case 'exit':
      return `the target's exit (${record.exit?.signal ?? record.exit?.code})`;
  }
}
