import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { idKey } from '../../../jsonrpc/envelope.js';
import type { Link } from '../../../jsonrpc/link.js';
import { type Id, shapeOf } from '../../../jsonrpc/messages.js';
import type { Carried } from '../../../wire/carried.js';

/** The defect of a client that takes each answer for that of its oldest request, whatever its id is. */
export const ANSWERS_IN_ORDER = 'answers-in-order';

/**
 * The same link, on which an error without an id is the answer to the one request that waits: a server that could not read a line knows
 * no id (Agent API v1, Stable Error Codes). If several wait it stays as it is.
 */
export function answeringUnread(link: Link, switches: ReadonlySet<string>): Link {
  const waiting = new Map<string, Id>();
  const meant = ({ id, error }: JsonObject): Id => {
    const [oldest] = waiting.values();
    const isUnread = id === null && isObject(error) && waiting.size === 1;
    return oldest !== undefined && (isUnread || switches.has(ANSWERS_IN_ORDER)) ? oldest : (id as Id);
  };
  const hear = (carried: Carried): Carried => {
    const { kind, message } = carried;
    if (kind !== 'message' || !isObject(message as Json) || shapeOf(message as Json) !== 'response') return carried;
    const response = message as JsonObject;
    const id = meant(response);
    waiting.delete(idKey(id));
    return id === response.id ? carried : { ...carried, message: { ...response, id } };
  };
  return {
    closed: link.closed,
    close: () => link.close(),
    send: (message, about) => {
      if (shapeOf(message) === 'request') waiting.set(idKey(message.id as Id), message.id as Id);
      link.send(message, about);
    },
    listen: (listener) => link.listen((carried) => listener(hear(carried))),
  };
}
