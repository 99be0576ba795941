import type { Json, JsonObject } from '../../json/json.js';
import { isObject } from '../../json/json.js';
import type { Id } from '../../jsonrpc/messages.js';
import type { Requests } from '../requests.js';
import { type Outgoing, StageError } from '../stage.js';

/**
 * Turns the body of a `send` or `call`, values resolved, into what goes out: the kit adds the envelope and the id.
 * Throws `StageError` (defect) where the body names a request that was never seen.
 */
export function compose(body: JsonObject, requests: Requests, toBytes: (value: Json) => Uint8Array): Outgoing {
  const carriage = {
    ...(isObject(body.http) ? { http: body.http } : {}),
    ...(isObject(body.sse) ? { sse: body.sse } : {}),
    ...(isObject(body.frame) ? { frame: body.frame } : {}),
  };
  const as = body.as === undefined ? {} : { as: String(body.as) };
  const deliberate = body.broken === true ? { deliberate: true } : {};
  if (body.raw !== undefined) {
    const chunks = Array.isArray(body.raw) ? body.raw : [body.raw];
    return { raw: chunks.map(toBytes), ...carriage, ...as, deliberate: true };
  }
  if (body.message !== undefined) {
    return { message: body.message as JsonObject, ...carriage, ...as, deliberate: true };
  }
  if (typeof body.request === 'string') {
    const message: JsonObject = { jsonrpc: '2.0', id: requests.nextId(), method: body.request };
    if (body.params !== undefined) message.params = body.params;
    const broken = { ...deliberate, ...brokenBy(body.extra) };
    const session = body.anySession === true ? { anySession: true as const } : {};
    return { message: extended(message, body.extra), composed: true, ...carriage, ...as, ...broken, ...session };
  }
  if (typeof body.notify === 'string') {
    const message: JsonObject = { jsonrpc: '2.0', method: body.notify };
    if (body.params !== undefined) message.params = body.params;
    const broken = { ...deliberate, ...brokenBy(body.extra) };
    return { message: extended(message, body.extra), composed: true, ...carriage, ...as, ...broken };
  }
  if (typeof body.reply === 'string') {
    const asked = requests.named(body.reply);
    if (!asked) throw new StageError('defect', `no request is named ${body.reply}, so there is nothing to reply to`);
    const message: JsonObject = { jsonrpc: '2.0', id: asked.id as Id };
    if (body.error !== undefined) message.error = body.error;
    else message.result = body.result === undefined ? {} : body.result;
    // What is broken on purpose nobody completes.
    const composed = deliberate.deliberate ? {} : { composed: true as const };
    return {
      message: extended(message, body.extra),
      ...composed,
      ...carriage,
      ...as,
      ...deliberate,
      about: asked.about.channel,
    };
  }
  return { ...carriage, ...as, ...(body.body === undefined ? {} : { body: body.body }), ...deliberate };
}

const extended = (message: JsonObject, extra: Json | undefined): JsonObject =>
  isObject(extra) ? { ...message, ...extra } : message;

/** `extra` that only chooses a legal id breaks nothing. */
function brokenBy(extra: Json | undefined): { deliberate?: true } {
  if (!isObject(extra)) return {};
  const { id, ...others } = extra;
  const legalId = id === undefined || typeof id === 'string' || typeof id === 'bigint' || Number.isInteger(id);
  return legalId && Object.keys(others).length === 0 ? {} : { deliberate: true };
}
