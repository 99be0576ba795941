import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { RequestLedger } from '../../../jsonrpc/ledger.js';
import type { Link } from '../../../jsonrpc/link.js';
import { shapeOf } from '../../../jsonrpc/messages.js';
import type { Carried } from '../../../wire/carried.js';

/** Requests that are remembered. */
const REMEMBERED = 1_000;

/**
 * The same link, on which an error without an id is the answer to the one request that waits: a server that could not read a line knows
 * no id (Agent API v1, Stable Error Codes). If several wait it stays as it is.
 */
export function answeringUnread(link: Link): Link {
  const requests = new RequestLedger<'client' | 'server', undefined>(REMEMBERED);
  const meant = ({ id = null, error }: JsonObject): Json => {
    const [oldest, ...others] = requests.open('client');
    const isUnread = id === null && isObject(error) && others.length === 0;
    return oldest !== undefined && isUnread ? oldest.id : id;
  };
  const hear = (carried: Carried): Carried => {
    const { kind, message } = carried;
    if (kind !== 'message' || !isObject(message) || shapeOf(message) !== 'response') return carried;
    const response = message;
    const id = meant(response);
    requests.replied('server', id);
    return id === response.id ? carried : { ...carried, message: { ...response, id } };
  };
  return {
    closed: link.closed,
    close: () => link.close(),
    send: (message, about) => {
      if (shapeOf(message) === 'request') requests.asked('client', message.id!, String(message.method), undefined);
      link.send(message, about);
    },
    listen: (listener) => link.listen((carried) => listener(hear(carried))),
  };
}
