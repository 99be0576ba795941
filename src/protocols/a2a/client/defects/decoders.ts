import { type EventDecoder, SseDecoder } from '../../../../wire/http/sse.js';
import { defaultLimits } from '../../../../wire/limits.js';

/** What becomes of a piece of a stream, a character for each byte. */
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

/** What reads event streams, by the name of its defect. */
export const DECODERS: { readonly [name: string]: () => EventDecoder } = {
  ...Object.fromEntries(
    Object.entries(READERS).map(([name, read]) => [
      name,
      () => changing((bytes) => Buffer.from(read(bytes.toString('latin1')), 'latin1')),
    ]),
  ),
  'sse-pieces': () => changing((bytes) => Buffer.from(bytes.toString('utf8'))),
  // Takes an event for complete where a piece ends with its line.
  'sse-rest': () =>
    changing((bytes) =>
      /[^\r\n]\n$/.test(bytes.toString('latin1')) ? Buffer.concat([bytes, Buffer.from('\n')]) : bytes,
    ),
};

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
