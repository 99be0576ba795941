import { isObject, type JsonObject } from '../../../../json/json.js';
import type { Link } from '../../../../jsonrpc/link.js';
import { INTERNAL_ERROR, RpcError } from '../../../../jsonrpc/rpc-error.js';
import type { Listener } from '../../../../wire/carried.js';
import { type Again, isRefusal } from '../per-request/input.js';

/** A link on which no request leaves that brings a refusal of the user: it fails at once. */
export function droppingRefused(link: Link): Link {
  let hear: Listener = () => undefined;
  return {
    closed: link.closed,
    listen: (listener) => {
      hear = listener;
      link.listen(listener);
    },
    send: (message, about) => {
      if (!bringsRefusal(message)) {
        link.send(message, about);
        return;
      }
      const error = new RpcError(INTERNAL_ERROR, `the user refused what ${String(message.method)} needs`).toObject();
      queueMicrotask(() => hear({ kind: 'message', message: { jsonrpc: '2.0', id: message.id!, error } }));
    },
    close: () => link.close(),
  };
}

function bringsRefusal({ method, params }: JsonObject): boolean {
  return method !== 'tasks/update' && isObject(params) && isRefusal(params as Again);
}
