import { isObject, type Json, type JsonObject } from '../../../../json/json.js';
import { idKey } from '../../../../jsonrpc/ledger.js';
import { type Id, shapeOf } from '../../../../jsonrpc/messages.js';
import type { MakeRewrite } from '../../../../jsonrpc/rewriting.js';
import { INVALID_REQUEST } from '../../../../jsonrpc/rpc-error.js';
import { requestCancelled } from '../../errors.js';
import { sessionOf } from '../../rewrites.js';
import { update, updateIn } from './updates.js';

// What 1.21.0 permits and 0.12.2 does not have.

/** The id that a `$/cancel_request` names; undefined for any other message. */
const cancelledBy = ({ method, params }: JsonObject): Json | undefined =>
  method === '$/cancel_request' && isObject(params) ? params.requestId : undefined;

/** A turn that ended because `$/cancel_request` named its prompt is answered with -32800 (Cancellation). */
export const endsCancelledRequests: MakeRewrite = () => {
  const cancelled = new Set<string>();
  return {
    hears: (message, pass) => {
      const id = cancelledBy(message);
      if (id !== undefined) cancelled.add(idKey(id));
      pass(message);
    },
    sends: (message, pass) => {
      const { result, ...rest } = message;
      const isCancelled = isObject(result ?? null) && (result as JsonObject).stopReason === 'cancelled';
      if (!isCancelled || !cancelled.delete(idKey(message.id))) return pass(message);
      const { code, message: text } = requestCancelled();
      pass({ ...rest, error: { code, message: text } });
    },
  };
};

/** Gives the messages of each turn an id, and says after each how full the context is (Prompt turn, Message IDs; Session usage updates). */
export const namesMessages: MakeRewrite = ({ requestOf }) => {
  let turns = 0;
  return {
    hears: (message, pass) => {
      if (message.method === 'session/prompt') turns += 1;
      pass(message);
    },
    sends: (message, pass) => {
      const request = requestOf(message);
      if (request?.method === 'session/prompt' && 'result' in message)
        pass(update(sessionOf(request) ?? '', { sessionUpdate: 'usage_update', used: 1, size: 200_000 }));
      const body = updateIn(message);
      if (body?.sessionUpdate !== 'agent_message_chunk') return pass(message);
      const named = { ...body, messageId: `größe/${sessionOf(message)}/${turns}` };
      pass({ ...message, params: { ...(message.params as JsonObject), update: named } });
    },
  };
};

/** Refuses to delete a session that is open (Session delete: left to the agent). */
export const keepsActive: MakeRewrite = ({ requestOf, send }) => {
  const open = new Set<string>();
  return {
    hears: (message, pass) => {
      const session = sessionOf(message) ?? '';
      if (message.method !== 'session/delete' || !open.has(session)) return pass(message);
      send({ jsonrpc: '2.0', id: message.id as Id, error: { code: INVALID_REQUEST, message: 'The session is open' } });
    },
    sends: (message, pass) => {
      const request = 'result' in message ? requestOf(message) : undefined;
      const { result } = message;
      if (request?.method === 'session/new' && isObject(result)) open.add(String(result.sessionId));
      if (request?.method === 'session/load' || request?.method === 'session/resume')
        open.add(sessionOf(request) ?? '');
      if (request?.method === 'session/close') open.delete(sessionOf(request) ?? '');
      pass(message);
    },
  };
};

/** Cancels its own open requests of a session by `$/cancel_request` when the user cancels the turn (Cancellation, Example). */
export const cancelsItsRequests: MakeRewrite = ({ send }) => {
  const open = new Map<string, { id: Id; session: string }>();
  return {
    sends: (message, pass) => {
      if (shapeOf(message) === 'request')
        open.set(idKey(message.id), { id: message.id as Id, session: sessionOf(message) ?? '' });
      pass(message);
    },
    hears: (message, pass) => {
      if (shapeOf(message) === 'response') open.delete(idKey(message.id));
      if (message.method === 'session/cancel')
        for (const { id, session } of open.values())
          if (session === sessionOf(message))
            send({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: id } });
      pass(message);
    },
  };
};
