import { type EventDecoder, SseDecoder } from '../../../wire/http/sse.js';
import { defaultLimits } from '../../../wire/limits.js';

/** Defects in the reading of event streams, which no message shows: what becomes of a piece, a character for each byte. */
const READERS: { readonly [name: string]: (text: string) => string } = {
  'sse-lf-only': (text) => text.replaceAll('\r', '\\r'),
  'sse-comments': (text) => text.replace(/^:/gm, 'data:'),
  'sse-data-alone': (text) => text.replace(/^(event|id|retry):.*\n(?:.+\n)*/gm, ''),
  'sse-known-fields': (text) => text.replace(/^x-proctor:.*\n(?:.+\n)*/gm, ''),
  'sse-mark': (text) => text.replace('\xEF\xBB\xBF', 'x'),
  'sse-last-line': (text) => text.replace(/^data:.*\n(?=data:)/gm, ''),
  'sse-space': (text) => text.replace(/^data:(?! )/gm, 'datum:'),
  'sse-blank': (text) => text.replace(/^\n\n[\s\S]*/, ''),
};

/** Defects that no message shows. */
export const SWITCHES = [
  ...Object.keys(READERS),
  'sse-pieces',
  'sse-rest',
  'any-content-type',
  'takes-cut-for-end',
  'reads-to-the-end',
  'address-for-url',
  'silent-about-cards',
  'repeats-refused',
  'trusts-any-origin',
  'follows-redirects',
] as const;

/** What reads event streams with these defects; undefined where it has none that concern it. */
export function decoderWith(switches: ReadonlySet<string>): (() => EventDecoder) | undefined {
  const reader = Object.keys(READERS).find((name) => switches.has(name));
  if (reader !== undefined)
    return () => changing((bytes) => Buffer.from(READERS[reader]!(bytes.toString('latin1')), 'latin1'));
  if (switches.has('sse-pieces')) return () => changing((bytes) => Buffer.from(bytes.toString('utf8')));
  return switches.has('sse-rest') ? eager : undefined;
}

/** A decoder that gets other bytes than those that came. */
function changing(change: (bytes: Buffer) => Buffer): EventDecoder {
  const decoder = new SseDecoder(defaultLimits);
  return {
    get broken() {
      return decoder.broken;
    },
    push: (chunk) => decoder.push(change(Buffer.from(chunk))),
    end: () => decoder.end(),
  };
}

/** A decoder that takes an event for complete where a piece ends with its line. */
const eager = () =>
  changing((bytes) =>
    /[^\r\n]\n$/.test(bytes.toString('latin1')) ? Buffer.concat([bytes, Buffer.from('\n')]) : bytes,
  );
