import type { Reporter, RunEvent } from '../../runner/events.js';
import { jsonText } from '../../src/json/json-escapes.js';
import { recordJson } from '../../src/recording/record-json.js';
import type { Out } from '../output.js';
import { curlLine } from '../text/curl.js';

/** The name and version of the format, in its first line. */
const FORMAT = { format: 'proctor-events', version: 1 };

/**
 * The event stream itself, one JSON object a line. The first line is `{"type":"header",…}`, the last
 * `{"type":"footer","events":N,"exit":N}` with the number of lines between them; a report without its footer is truncated.
 */
export function ndjson(out: Out): Reporter {
  let events = 0;
  let exit: number | undefined;
  out.write(`${jsonText({ type: 'header', ...FORMAT })}\n`);
  return {
    event(event) {
      // A reader has it from the events of the case.
      if (event.type === 'case.ended') return;
      events += 1;
      if (event.type === 'run.finished') exit = event.exit;
      out.write(`${jsonText(written(event))}\n`);
    },
    async close() {
      if (exit !== undefined) out.write(`${jsonText({ type: 'footer', events, exit })}\n`);
      await out.close?.();
    },
  };
}

/** An event as the format has it: records as JSON can hold them, and nothing that a reader can work out. */
function written(event: RunEvent): unknown {
  if (event.type === 'message') return { ...event, record: recordJson(event.record) };
  if (event.type === 'case.started') return withoutName(event);
  if (event.type === 'run.started') {
    const { groups: _, ...rest } = event;
    return { ...rest, planned: event.planned.map(withoutName) };
  }
  if (event.type === 'run.finished') {
    const { groups: _, ...rest } = event;
    return rest;
  }
  if (event.type !== 'case.finished') return event;
  const { request, curl = request && curlLine(request), ...result } = withoutName(event.result);
  const { transcript } = result;
  return {
    type: event.type,
    result: {
      ...result,
      ...(transcript === undefined ? {} : { transcript: transcript.map((record) => recordJson(record)) }),
      ...(curl === undefined ? {} : { curl }),
    },
  };
}

/** What stands in `id` and `leg` already. */
function withoutName<T extends { name: string }>({ name: _, ...rest }: T): Omit<T, 'name'> {
  return rest;
}
