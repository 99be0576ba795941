import type { ExplorableTarget, Explored, StepData } from '../../../../conversation/explorer.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import { getPointer } from '../../../../json/pointer.js';
import { holds } from '../../../../language/pattern/pattern.js';
import { resolve, scopeOf } from '../../../../language/values/index.js';
import type { WireRecord } from '../../../../wire/record.js';
import type { OfferedTool } from './offered.js';

/** What a server says to a request: the messages before its reply, and then that, a `result` or an `error`. */
export interface Said {
  before?: JsonObject[];
  reply: JsonObject;
}

/** A server for one conversation. */
export type ToldServer = (method: string, params: JsonObject) => Said;

/** A target whose conversations are played against a server without a wire, each reply 100 ms after its request. */
export interface ToldTarget extends ExplorableTarget {
  /** What each tools/call of all conversations had. */
  calls: JsonObject[];
}

/** Makes one; `serve` is asked for the server of each conversation. */
export function toldTarget(
  serve: () => ToldServer,
  more: Partial<Pick<ExplorableTarget, 'version' | 'advertised' | 'transport'>> = {},
): ToldTarget {
  const calls: JsonObject[] = [];
  return {
    transport: 'stdio',
    version: '2026-07-28',
    advertised: {},
    ...more,
    calls,
    converse: async (steps) => new Conversation(serve(), calls).play(steps),
    permits: async (_risk, names) => new Set(names),
  };
}

class Conversation {
  private readonly records: WireRecord[] = [];
  private readonly saved: { [name: string]: Json } = { 'peer.initialize': {} };
  /** Where the next notification is looked for. */
  private taken = 0;
  private broken: string | undefined;

  constructor(
    private readonly server: ToldServer,
    private readonly calls: JsonObject[],
  ) {}

  play(steps: readonly StepData[]): Explored {
    const broken = steps.map((step) => this.step(step)).find((one) => one !== undefined);
    return broken === undefined ? { records: this.records } : { records: this.records, broken };
  }

  private step(step: StepData): string | undefined {
    if (this.broken !== undefined) return this.broken;
    const { send, call, expect, repeat } = step as { [verb: string]: JsonObject };
    if (isObject(send)) this.send(send);
    if (isObject(call)) {
      const as = String(call.as ?? `call ${this.records.length}`);
      this.send({ ...call, as });
      this.expect({ reply: as, ...('result' in call ? { result: call.result! } : {}) }, step.save);
    }
    if (isObject(expect)) this.expect(expect, step.save);
    if (isObject(repeat)) this.repeat(repeat);
    return this.broken;
  }

  private repeat({ max, until, steps }: JsonObject): void {
    const { value, is } = until as JsonObject;
    for (let turn = 0; turn < Number(max) && this.broken === undefined; turn++) {
      for (const one of steps as StepData[]) this.step(one);
      if (this.broken === undefined && holds(is!, resolve(value!, scopeOf(this.saved), 'value'))) return;
    }
    this.broken ??= 'repeated in vain';
  }

  private send({ message, ...step }: JsonObject): void {
    const sent: JsonObject = isObject(message)
      ? { ...step, ...message, [message.id === undefined ? 'notify' : 'request']: message.method! }
      : step;
    const { request, notify, as, params } = sent;
    const given = params === undefined ? {} : (resolve(params, scopeOf(this.saved), 'value') as JsonObject);
    const method = String(request ?? notify);
    this.record('kit', { method, params: given, ...(request === undefined ? {} : { id: this.records.length }) }, as);
    if (request === undefined) return;
    if (method === 'tools/call') this.calls.push(given);
    const { before = [], reply } = this.server(method, given);
    for (const message of before) this.record('target', message);
    this.record('target', reply, as);
  }

  private expect(wanted: JsonObject, save: Json | undefined): void {
    const heard = this.records.filter(({ from }) => from === 'target');
    const isNoted = ({ seq, message }: WireRecord) =>
      seq >= this.taken &&
      (message as JsonObject).method === wanted.notify &&
      holds(resolve(wanted.where ?? {}, scopeOf(this.saved), 'pattern'), message as JsonObject);
    const found = wanted.notify === undefined ? heard.findLast(({ as }) => as === wanted.reply) : heard.find(isNoted);
    const message = found?.message as JsonObject | undefined;
    const pattern: JsonObject = wanted.result === undefined ? {} : { result: wanted.result };
    if (message === undefined || !holds(resolve(pattern, scopeOf(this.saved), 'pattern'), message)) {
      this.broken = `expected ${JSON.stringify(wanted)}`;
      return;
    }
    if (wanted.notify !== undefined) this.taken = found!.seq + 1;
    for (const [name, pointer] of Object.entries((save ?? {}) as JsonObject))
      this.saved[name] = getPointer(message, String(pointer))!;
  }

  private record(from: 'kit' | 'target', message: JsonObject, as?: Json): void {
    const seq = this.records.length;
    const time = seq * 100;
    const name = as === undefined ? {} : { as: String(as) };
    this.records.push({ kind: 'message', seq, time, from, channel: 'main', message, ...name } as WireRecord);
  }
}

/** A result that is a text. */
export const says = (text: string): Said => ({
  reply: { result: { resultType: 'complete', content: [{ type: 'text', text }] } },
});

/** A question by one form. */
export const asksForm = (key: string, properties: JsonObject): Said => ({
  reply: {
    result: {
      resultType: 'input_required',
      requestState: key,
      inputRequests: {
        [key]: {
          method: 'elicitation/create',
          params: {
            message: key,
            requestedSchema: { type: 'object', properties, required: Object.keys(properties) },
          },
        },
      },
    },
  },
});

/** A tool that may be called. */
export const toolNamed = (name: string, more: Partial<OfferedTool> = {}): OfferedTool => ({
  name,
  inputSchema: {},
  harmless: true,
  saysHarmless: true,
  reachesOut: false,
  destroys: false,
  taskSupport: 'forbidden',
  ...more,
});
