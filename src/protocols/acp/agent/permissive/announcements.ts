import type { Json, JsonObject } from '../../../../json/json.js';
import { asObject, isObject, stringifyJson } from '../../../../json/json.js';
import type { MakeRewrite } from '../../../../jsonrpc/rewriting.js';
import { sessionOf } from '../../rewrites.js';
import { commandsOf, SCENES } from '../scenes/index.js';
import { update, updateIn } from './updates.js';

/** Tells the commands of a new session before the response that has its id, and behind it only others. */
export const tellsCommandsFirst: MakeRewrite = ({ requestOf }) => {
  const told = new Map<string, string>();
  return {
    sends: (message, pass) => {
      const { result } = message;
      if (requestOf(message)?.method === 'session/new' && isObject(result)) {
        const session = String(result.sessionId);
        const availableCommands = commandsOf(SCENES).map(asObject);
        told.set(session, stringifyJson(availableCommands));
        pass(update(session, { sessionUpdate: 'available_commands_update', availableCommands }));
      }
      const { sessionUpdate, availableCommands = [] } = updateIn(message) ?? {};
      const session = sessionOf(message) ?? '';
      const isKnown =
        sessionUpdate === 'available_commands_update' && told.get(session) === stringifyJson(availableCommands);
      if (sessionUpdate === 'available_commands_update') told.delete(session);
      if (!isKnown) pass(message);
    },
  };
};

/**
 * Holds the announcement of a change until the next message of its session that is not a permission request for it. If the
 * turn is cancelled first, the call is never announced.
 */
export const announcesLate: MakeRewrite = ({ requestOf }) => {
  const held = new Map<string, JsonObject>();
  const untold = new Set<Json>();
  return {
    hears: (message, pass) => {
      const session = sessionOf(message) ?? '';
      const call = updateIn(held.get(session) ?? {})?.toolCallId;
      const ends = message.method === 'session/cancel' || message.method === 'session/close';
      if (ends && held.delete(session) && call !== undefined) untold.add(call);
      pass(message);
    },
    sends: (message, pass) => {
      const session = sessionOf(message, requestOf(message)) ?? '';
      const { sessionUpdate, kind, toolCallId } = updateIn(message) ?? {};
      const announcement = held.get(session);
      if (announcement && message.method !== 'session/request_permission') {
        held.delete(session);
        pass(announcement);
      }
      if (toolCallId !== undefined && untold.has(toolCallId)) return;
      if (sessionUpdate === 'tool_call' && kind === 'edit') held.set(session, message);
      else pass(message);
    },
  };
};

/** Keeps an announcement back until the next message about its session, and drops it where that asks for permission for the call. */
export const announcesByAsking: MakeRewrite = ({ requestOf }) => {
  const held = new Map<string, JsonObject>();
  return {
    sends: (message, pass) => {
      const session = sessionOf(message, requestOf(message)) ?? '';
      const announcement = held.get(session);
      held.delete(session);
      if (announcement && message.method !== 'session/request_permission') pass(announcement);
      if (updateIn(message)?.sessionUpdate === 'tool_call') held.set(session, message);
      else pass(message);
    },
  };
};

/** Changes the ids of the tool calls that a loaded session replays. */
export const renamesLoadedCalls: MakeRewrite = ({ requestOf }) => {
  const loading = new Map<string, number>();
  let loads = 0;
  return {
    hears: (message, pass) => {
      if (message.method === 'session/load') loading.set(sessionOf(message) ?? '', ++loads);
      pass(message);
    },
    sends: (message, pass) => {
      const request = requestOf(message);
      if (request?.method === 'session/load') loading.delete(sessionOf(request) ?? '');
      const session = sessionOf(message) ?? '';
      const body = updateIn(message);
      const load = loading.get(session);
      if (load === undefined || body?.toolCallId === undefined) return pass(message);
      pass(update(session, { ...body, toolCallId: `${body.toolCallId} of load ${load}` }));
    },
  };
};
