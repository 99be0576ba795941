import { showName, showValue } from '../json/display.js';
import { isObject, type Json, type JsonObject } from '../json/json.js';
import { shapeOf } from '../jsonrpc/messages.js';
import type { FrameInfo, HttpHead } from '../wire/carried.js';
import type { WireRecord } from '../wire/record.js';

/** Longest text of an error in a sentence, in characters. */
const WORDS = 120;

/**
 * How a lane or exchange came to its end, in words for the end of a sentence: the response head, the last thing that stood
 * where a message belongs, and what went wrong. Empty where there is nothing to say but that it ended.
 */
export function describeEnd(records: readonly WireRecord[]): string {
  const mine = records.filter((record) => record.from === 'target');
  // A target that is a client sends heads too: those of its requests.
  const head = mine.findLast(({ kind, http }) => kind === 'http' && http?.status !== undefined)?.http;
  const type = head?.headers['content-type'];
  const last = head && mine.findLast((record) => record.kind === 'message' || record.kind === 'bytes');
  const parts = [
    head && `${describeHead(head)}${type ? ` (${type})` : ''}`,
    last && describeFound(last),
    mine.findLast((record) => record.kind === 'closed')?.closed?.problem,
  ];
  return parts.filter((part) => part !== undefined && part !== '').join(', ');
}

/** A head in a few words: "HTTP 404", "GET /mcp". */
function describeHead({ method, path, status }: HttpHead): string {
  if (status !== undefined) return `HTTP ${status}`;
  return [method, path].filter((part) => part).join(' ') || 'an HTTP head';
}

/** What an error says, in a few words: "-32601: Method not found"; the error itself where it is none of JSON-RPC. */
function describeError(error: Json | undefined): string {
  if (!isObject(error)) return showValue(error);
  const { code, message } = error;
  const text = typeof message === 'string' ? message : message === undefined ? '' : showValue(message);
  const words = text.length > WORDS ? `${text.slice(0, WORDS - 1)}…` : text;
  const parts = [code === undefined ? '' : typeof code === 'string' ? code : showValue(code), words];
  return parts.filter((part) => part !== '').join(': ') || showValue(error);
}

/** An error with its code and its text as JSON, for what came in place of something else: `error -32603 "not today"`. */
export function quoteError(error: Json | undefined): string {
  if (!isObject(error)) return `error ${showValue(error)}`;
  const parts = [error.code, error.message].filter((part) => part !== undefined).map(showValue);
  return `error ${parts.join(' ') || showValue(error)}`;
}

/** One record in a few words, for sentences: "notification session/update", "reply to turn", "HTTP 404". */
export function describeFound(record: WireRecord): string {
  switch (record.kind) {
    case 'message': {
      const message = record.message!;
      const shape = shapeOf(message);
      if (shape === 'request' || shape === 'notification')
        return `${shape} ${showName(String((message as JsonObject).method))}`;
      if (shape === 'response') {
        const { error, id } = message as JsonObject;
        const name = record.as === undefined ? `id ${showValue(id ?? null)}` : showName(record.as);
        if (!('error' in (message as JsonObject))) return `the reply to ${name}`;
        return `an error reply to ${name} (${describeError(error)})`;
      }
      return 'a message that is not JSON-RPC';
    }
    case 'bytes':
      return `bytes that ${record.beyondLimit ? 'were not read' : 'are no message'} (${record.problem || 'not JSON'})`;
    case 'http':
      return describeHead(record.http ?? { headers: {} });
    case 'sse':
      return 'an event without data';
    case 'frame':
      return describeFrame(record.frame);
    case 'body':
      return 'a body';
    case 'closed':
      return `the end of ${showName(record.channel)}`;
    case 'exit':
      return `the target's exit${exitWords(record.exit)}`;
  }
}

function describeFrame(frame: FrameInfo | undefined): string {
  const kind = frame?.opcode ?? 'WebSocket';
  return `${/^[aeiou]/i.test(kind) ? 'an' : 'a'} ${kind} frame`;
}

function exitWords(exit: WireRecord['exit']): string {
  const how = exit?.signal ?? exit?.code;
  return how === undefined || how === null ? '' : ` (${how})`;
}
