import { isObject } from '../../../../json/json.js';
import type { Border, Carried } from '../../../../wire/carried.js';
import { EVENT_STREAM, SseDecoder } from '../../../../wire/http/sse.js';
import { defaultLimits } from '../../../../wire/limits.js';
import { isStreaming } from '../../bindings/streaming.js';

/** A border at which every response to a request for a stream is one, whatever its type says. */
export function readingAnyType(border: Border): Border {
  const streams = new Set<string>();
  return {
    sends: (carried, emit) => {
      const { message, stream = '' } = carried;
      if (isObject(message) && isStreaming(String(message.method))) streams.add(stream);
      border.sends(carried, emit);
    },
    hears: (carried, deliver) =>
      border.hears(carried, (heard) => {
        const { kind, http, stream = '' } = heard;
        if (!streams.has(stream)) deliver(heard);
        else if (kind === 'body') for (const event of eventsIn(heard)) deliver(event);
        else if (kind !== 'http') deliver(heard);
        else deliver({ ...heard, http: { ...http, headers: { ...http?.headers, 'content-type': EVENT_STREAM } } });
      }),
  };
}

function eventsIn({ body, stream }: Carried): Carried[] {
  const items = new SseDecoder(defaultLimits).push(Buffer.from(String(body)));
  return stream === undefined ? items : items.map((item) => ({ ...item, stream }));
}
