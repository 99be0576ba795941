import { createHash } from 'node:crypto';
import type { Task } from '../../../generated/types/a2a-0.3.0.js';
import { asObject, type Json, type JsonObject, stringifyJson } from '../../../json/json.js';
import { METHOD_NOT_FOUND, RpcError } from '../../../jsonrpc/rpc-error.js';
import { paramsChecker } from '../../../schemas/index.js';
import type { Headers } from '../../../wire/carried.js';
import { CODES, invalidParams } from '../errors.js';
import { activatedBy } from '../server/card.js';
import type { Profile } from '../server/profile.js';
import type { Caller } from '../server/server.js';
import { V1, V1_REQUESTED, versionAsked } from '../version.js';
import { withDetails } from './errors.js';
import { resultFromCore } from './from-core.js';
import { pageOf } from './list.js';
import { isCoreMethod } from './names.js';
import { v1RestOfServer } from './rest.js';
import { requestToCore } from './to-core.js';

const checked = paramsChecker('a2a', V1);

/**
 * A2A 1.0, in terms of the core: requests are read into it, and what comes of them is written as 1.0 has it.
 *
 * @param tasksOf the tasks that a caller may see, oldest first
 */
export function v1Profile(tasksOf: (caller: Caller) => Task[]): Profile {
  return {
    codec: v1RestOfServer,
    servesRest: (path) => /^(\/|\?|$)/.test(path),
    route: () => undefined,
    headers: (_, __, asked) => activatedBy(asked, 'a2a-extensions'),
    cardHeaders,
    refusal: versionRefusal,
    read: async (name, params) => {
      const read = requestToCore(name, asObject(await checked(name, params)) as JsonObject);
      if (!read) throw new RpcError(METHOD_NOT_FOUND, `Method not found: ${name}`);
      const { method, params: given } = read;
      // The proto has no required task there, as messages bring webhooks too.
      if (method === 'tasks/pushNotificationConfig/set' && typeof given.taskId !== 'string')
        throw invalidParams('lacks `taskId`');
      return read;
    },
    handlers: { 'tasks/list': (params, caller) => pageOf(tasksOf(caller), params) },
    written: (result: Json, method: string) => (isCoreMethod(method) ? resultFromCore(method, result) : result),
    refused: (error) => withDetails(error.code === CODES.noExtendedCard ? notPromised(error) : error),
    denied: () => undefined,
  };
}

/** How long clients may keep the card, and what they compare it by (A2A 1.0.1, 8.6.1). */
const cardHeaders = (card: JsonObject): Headers => ({
  'cache-control': 'max-age=60',
  etag: `"${createHash('sha256').update(stringifyJson(card)).digest('base64url')}"`,
});

/** The agent has an extended card whenever it promises one (A2A 1.0.1, 3.3.4). */
const notPromised = ({ message }: RpcError) => new RpcError(CODES.unsupportedOperation, message);

/** Refuses a request for another version: one that names none asks for 0.3 (A2A 1.0.1, 3.6). Patches do not count. */
function versionRefusal(headers: Headers, path: string): RpcError | undefined {
  const asked = versionAsked(headers, path);
  if (/^\d+[.]\d+/.exec(asked)?.[0] === V1_REQUESTED) return undefined;
  return new RpcError(CODES.versionNotSupported, `The agent speaks A2A ${V1_REQUESTED} here, not ${asked}`);
}
