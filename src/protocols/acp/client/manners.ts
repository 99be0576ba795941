import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import { CODES, internalError } from '../errors.js';
import type { Freedoms } from './freedoms.js';

/** How a client words what it sends, as far as ACP leaves that to it. */
export class Manners {
  private asked = 0;
  private answered = 0;

  constructor(private readonly freedoms: Freedoms) {}

  /** The id of the next request; undefined where the connection shall make it. */
  get ids(): (() => string) | undefined {
    return this.freedoms.has('odd-ids') ? () => `größe ${++this.asked} "😀"` : undefined;
  }

  /** The params of a message of ours. */
  params(params: JsonObject): JsonObject {
    return this.freedoms.has('open-meta') ? { ...params, _meta: META } : params;
  }

  /** An answer, and when it leaves. */
  async answer(answer: Json | Promise<Json>): Promise<Json> {
    const result = await Promise.resolve(answer).catch((error) => {
      throw this.error(error);
    });
    // Each second answer lets the others go first.
    if (this.freedoms.has('unhurried') && ++this.answered % 2 === 1)
      for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    return isObject(result) ? this.result(result) : result;
  }

  private error(error: unknown): unknown {
    const missing = error instanceof RpcError && error.code === CODES.notFound;
    return missing && this.freedoms.has('other-codes') ? internalError(error.message) : error;
  }

  private result(result: JsonObject): Json {
    if (Object.keys(result).length === 0 && this.freedoms.has('null-results')) return null;
    const { exitStatus, ...rest } = this.exit(result);
    if (exitStatus !== undefined) rest.exitStatus = isObject(exitStatus) ? this.exit(exitStatus) : exitStatus;
    else if ('output' in rest && this.freedoms.has('null-exit')) rest.exitStatus = null;
    return this.freedoms.has('open-meta') ? { ...rest, _meta: META } : rest;
  }

  private exit(result: JsonObject): JsonObject {
    if (!('exitCode' in result) || !this.freedoms.has('sparse-exit')) return result;
    return Object.fromEntries(Object.entries(result).filter(([, value]) => value !== null));
  }
}

const META: JsonObject = { 'vendor.example/größe': [1, null, { deep: '😀' }] };
