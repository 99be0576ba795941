import type { Line } from '../../generated/types/control-v1.js';
import type { Finding } from '../../generated/types/report-v1.js';
import type { Json, JsonObject } from '../../json/json.js';
import type { Origin } from './entry.js';
import { Transcript } from './transcript.js';

/** A mock of a client, before an agent. */
const MOCK: Origin = { by: 'mock', roles: { kit: 'acp/client', target: 'acp/agent' } };

/** Lines of a transcript, one after the other; times are 10 ms apart. */
export class Lines {
  readonly lines: Line[] = [];
  private readonly asked = new Map<string, number>();

  /** A message of one side. */
  message(from: 'kit' | 'target', message: JsonObject, more: Partial<Line> = {}, findings: Finding[] = []): this {
    const index = this.lines.length;
    const isReply = message.method === undefined;
    const asker = (from === 'kit') === isReply ? 'target' : 'kit';
    const key = `${asker} ${String(message.id)}`;
    const replyTo = isReply ? this.asked.get(key) : undefined;
    if (!isReply && message.id !== undefined) this.asked.set(key, index);
    this.lines.push({
      index,
      line: {
        type: 'message',
        session: 'session 1',
        record: { seq: index, time: index * 10, from, channel: 'main', kind: 'message', message },
        findings,
      },
      ...(replyTo !== undefined && { replyTo }),
      ...more,
    });
    return this;
  }

  /** All of it as a transcript. */
  transcript(origin: Origin = MOCK): Transcript {
    const transcript = new Transcript(origin);
    for (const line of this.lines) transcript.add(line);
    return transcript;
  }
}

/** A finding of this requirement. */
export function finding(requirement: string, more: Partial<Finding> = {}): Finding {
  return {
    rule: 'schema',
    requirement,
    level: 'must',
    blame: 'target',
    label: 'invalid',
    message: 'is wrong',
    ...more,
  };
}

/** A request and its answer. */
export const call = (id: Json, name: string): [JsonObject, JsonObject] => [
  { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: {} } },
  { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: `of ${name}` }] } },
];
