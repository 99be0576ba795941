import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import { type Clock, sleep } from '../../../wire/clock/clock.js';
import { CODES } from '../errors.js';
import type { Freedoms } from './freedoms.js';

const META: JsonObject = { 'vendor.example/größe': [1, null, { deep: '😀' }], plain: 'x' };

/** Optional members that `sparse` leaves out, by the name of the object that has them. */
const SPARED: { readonly [name: string]: readonly string[] } = {
  tool: ['kind', 'rawInput', 'rawOutput', 'locations'],
  listed: ['title', 'updatedAt'],
  choice: ['description', 'category'],
};

/** How an agent words what it sends, as far as ACP leaves that to it. The meaning stays the same. */
export class Manners {
  private asked = 0;
  private answered = 0;

  constructor(
    private readonly freedoms: Freedoms,
    private readonly clock: Clock,
  ) {}

  /** The id of the next request; undefined where the connection shall make it. */
  get ids(): (() => string) | undefined {
    return this.freedoms.has('odd-ids') ? () => `größe ${++this.asked} "😀"` : undefined;
  }

  /** The name of something that the agent counts, such as a session. */
  name(kind: string, count: number): string {
    return this.freedoms.has('odd-ids') ? `${kind} №${count} "→" 😀/~0` : `${kind}_${count}`;
  }

  /** The params of a request or notification of ours. */
  params(params: JsonObject): JsonObject {
    return this.freedoms.has('open-meta') ? { ...params, _meta: META } : params;
  }

  /** The payload of a session/update. */
  update(update: JsonObject): JsonObject {
    const { sessionUpdate } = update;
    const isTool = sessionUpdate === 'tool_call' || sessionUpdate === 'tool_call_update';
    let worded = isTool ? this.spared('tool', update) : update;
    if (sessionUpdate === 'tool_call_update' && this.freedoms.has('null-members'))
      worded = { title: null, kind: null, content: null, locations: null, ...worded };
    if (isObject(worded.content) && this.freedoms.has('null-members'))
      worded = { ...worded, content: { annotations: null, ...worded.content } };
    return this.open(worded);
  }

  /** Something that can be chosen: a mode, a setting, a value of it. */
  choice(choice: JsonObject): JsonObject {
    return this.open(this.spared('choice', choice));
  }

  /** An entry of session/list. */
  listed(entry: JsonObject): JsonObject {
    return this.open(this.spared('listed', entry));
  }

  /** Waits until it is time to answer. */
  async dally(): Promise<void> {
    if (this.freedoms.has('unhurried') && ++this.answered % 2 === 1) await sleep(this.clock, 20);
  }

  /** The result of a request of the client. */
  result(method: string, result: JsonObject): Json {
    if (this.freedoms.has('null-results') && NULLABLE.includes(method)) return null;
    return this.freedoms.has('open-meta') ? { ...result, _meta: META } : result;
  }

  /** An error of ours. */
  error(error: unknown): unknown {
    if (!(error instanceof RpcError) || !this.freedoms.has('other-codes')) return error;
    const other = error.code === CODES.notFound || (error.code === CODES.invalidParams && error.data === undefined);
    return other ? new RpcError(CODES.internalError, error.message) : error;
  }

  /** Whether optional members are left out. */
  get sparse(): boolean {
    return this.freedoms.has('sparse');
  }

  private spared(name: string, object: JsonObject): JsonObject {
    if (!this.sparse) return object;
    return Object.fromEntries(Object.entries(object).filter(([member]) => !SPARED[name]!.includes(member)));
  }

  private open(object: JsonObject): JsonObject {
    return this.freedoms.has('open-meta') ? { ...object, _meta: META } : object;
  }
}

/** Methods whose results have no member that must be there. */
const NULLABLE = ['authenticate', 'session/load', 'session/resume', 'session/close', 'session/set_mode'];
