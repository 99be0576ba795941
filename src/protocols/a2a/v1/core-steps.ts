import { isObject, type JsonObject } from '../../../json/json.js';
import type { Border, Carried } from '../../../wire/carried.js';
import type { StepsForm } from '../server/agent-form.js';
import { withErrorInfo } from './errors.js';
import { requestFromCore, resultFromCore } from './from-core.js';
import { coreMethodOf, isCoreMethod } from './names.js';
import { messageToCore, replyToCore } from './to-core.js';

/**
 * Lets the steps of a case see and say messages in the core form, while an agent and its client speak A2A 1.0. Records have both:
 * `message` is what steps see, `native` what wire rules judge.
 */
export class CoreSteps implements StepsForm {
  /** The methods of the requests that are open, by their exchange. */
  readonly #asked = new Map<string, string>();
  /** What steps said, by the message that it became. */
  readonly #said = new WeakMap<JsonObject, JsonObject>();

  /** @param isRest whether errors need details, as over HTTP+JSON, where a status alone does not say which they are */
  constructor(private readonly isRest = false) {}

  /** The border of the agent: inside of it is 1.0, outside of it the core. */
  around(border: Border): Border {
    return {
      hears: (carried, deliver) => {
        const seen = this.#heard(carried);
        border.hears(seen, (heard) => deliver(natively(heard, seen, requestFromCore)));
      },
      sends: (carried, emit) => {
        const seen = this.#sent(carried);
        const again = (reply: JsonObject) => this.said(reply, this.#asked.get(carried.stream ?? '') ?? '');
        border.sends(seen, (left) => emit(natively(left, seen, again)));
      },
    };
  }

  nameOf(method: string): string {
    return isCoreMethod(method) ? otherwise(method) : (coreMethodOf(method) ?? method);
  }

  /** A reply of the steps to a request, as 1.0 has it. */
  said(reply: JsonObject, method: string): JsonObject {
    const core = coreMethodOf(method);
    const said =
      core === undefined || reply.result === undefined
        ? { ...(this.isRest ? withErrorInfo(reply) : reply) }
        : { ...reply, result: resultFromCore(core, reply.result) };
    this.#said.set(said, reply);
    return said;
  }

  #heard(carried: Carried): Carried {
    const { kind, message, stream = '' } = carried;
    if (kind === 'closed') this.#asked.delete(stream);
    if (!isObject(message) || typeof message.method !== 'string') return carried;
    this.#asked.set(stream, message.method);
    return { ...carried, message: requestInCore(message, message.method), native: message };
  }

  #sent(carried: Carried): Carried {
    const { message, stream = '' } = carried;
    if (!isObject(message) || !('result' in message || 'error' in message)) return carried;
    const core = this.#said.get(message) ?? this.#replyInCore(message, this.#asked.get(stream));
    return { ...carried, message: core, native: message };
  }

  #replyInCore(reply: JsonObject, method = ''): JsonObject {
    const core = coreMethodOf(method);
    return core === undefined ? reply : replyToCore(reply, core);
  }
}

/** What passed a border as 1.0 has it. What a fault has changed there becomes 1.0 anew. */
function natively(passed: Carried, seen: Carried, again: (message: JsonObject) => JsonObject): Carried {
  const { native, ...rest } = passed;
  if (native === undefined || !isObject(rest.message)) return rest;
  return { ...rest, message: rest.message === seen.message ? native : again(rest.message) };
}

/** A method that only 0.3.0 has. No step may take it for one of 1.0 in the core form. */
const otherwise = (method: string) => `${method} of 0.3`;

/** A request in the core form. */
const requestInCore = (request: JsonObject, name: string): JsonObject =>
  isCoreMethod(name) ? { ...request, method: otherwise(name) } : messageToCore(request);
