import type { JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import { shapeOf } from '../../../../jsonrpc/messages.js';
import type { MakeRewrite } from '../../../../jsonrpc/rewriting.js';
import type { Clock } from '../../../../wire/clock/clock.js';
import { sessionOf } from '../../rewrites.js';
import { update } from './updates.js';

/** Keeps a prompt back while another one of its session runs. `cancels`: and cancels that one. */
export function queuesPrompts(cancels: boolean): MakeRewrite {
  return ({ requestOf, send }) => {
    /** By session with a prompt that runs: what waits behind it. A cancel is for all prompts before it. */
    const waiting = new Map<string, { message: JsonObject; pass: (message: JsonObject) => void }[]>();
    return {
      hears: (message, pass) => {
        const session = sessionOf(message) ?? '';
        const behind = waiting.get(session);
        const cancel = (one: JsonObject) => {
          pass(one);
          if (behind && behind.length > 0) behind.push({ message: one, pass });
        };
        if (message.method === 'session/cancel') return cancel(message);
        if (message.method !== 'session/prompt' || !behind) {
          if (message.method === 'session/prompt') waiting.set(session, []);
          return pass(message);
        }
        if (cancels) cancel({ jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: session } });
        behind.push({ message, pass });
      },
      sends: (message, pass) => {
        const request = requestOf(message);
        pass(message);
        if (request?.method !== 'session/prompt') return;
        const session = sessionOf(request) ?? '';
        const behind = waiting.get(session) ?? [];
        for (let one = behind.shift(); one; one = behind.shift()) {
          if (one.message.method === 'session/cancel') continue;
          if (!behind.some(({ message: { method } }) => method === 'session/cancel')) return one.pass(one.message);
          send({ jsonrpc: '2.0', id: one.message.id!, result: { stopReason: 'cancelled' } });
        }
        waiting.delete(session);
      },
    };
  };
}

/** What is served while a turn runs (Prompt turn, Cancellation; Session modes; Session config options). */
const BESIDE = ['session/cancel', 'session/close', 'session/set_mode', 'session/set_config_option', 'session/prompt'];

/** Keeps back what else is asked while a turn runs. */
export const servesTurnsAlone: MakeRewrite = ({ requestOf }) => {
  const running = new Set<JsonObject>();
  const waiting: (() => void)[] = [];
  return {
    hears: (message, pass) => {
      const beside = shapeOf(message) !== 'request' || BESIDE.includes(String(message.method));
      if (message.method === 'session/prompt' && shapeOf(message) === 'request') running.add(message);
      if (beside || running.size === 0) pass(message);
      else waiting.push(() => pass(message));
    },
    sends: (message, pass) => {
      const request = requestOf(message);
      pass(message);
      if (!request || !running.delete(request) || running.size > 0) return;
      for (const serve of waiting.splice(0)) serve();
    },
  };
};

/** Says a word, and tells of a tool, after the end of a turn that nobody cancelled. */
export const talksBetweenTurns: MakeRewrite = ({ requestOf }) => {
  let told = 0;
  return {
    sends: (message, pass) => {
      const request = requestOf(message);
      pass(message);
      const { result } = message;
      if (request?.method !== 'session/prompt' || !isObject(result) || result.stopReason === 'cancelled') return;
      const session = sessionOf(request) ?? '';
      const toolCallId = `background-${++told}`;
      pass(
        update(session, { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'One more thing.' } }),
      );
      pass(update(session, { sessionUpdate: 'tool_call', toolCallId, title: 'Index the folder', status: 'completed' }));
    },
  };
};

/** Tells of a session behind the end of a turn, and sends a notification of its own. */
export function chatsAfterTurns(clock: Clock): MakeRewrite {
  return ({ requestOf }) => ({
    sends: (message, pass) => {
      const request = requestOf(message);
      pass(message);
      const session = request?.method === 'session/prompt' && 'result' in message ? sessionOf(request) : undefined;
      if (session === undefined) return;
      const updatedAt = new Date(clock.date()).toISOString();
      pass(update(session, { sessionUpdate: 'session_info_update', updatedAt }));
      pass(update(session, { sessionUpdate: 'available_commands_update', availableCommands: [] }));
      pass({ jsonrpc: '2.0', method: '_proctor.example/idle', params: { session } });
    },
  });
}

/** Asks the client with a method of its own before the first message of each turn. Nobody waits for the answer. */
export const asksToo: MakeRewrite = ({ requestOf }) => {
  const prompted = new Set<string>();
  let asked = 0;
  return {
    hears: (message, pass) => {
      if (message.method === 'session/prompt') prompted.add(sessionOf(message) ?? '');
      pass(message);
    },
    sends: (message, pass) => {
      const begins = prompted.delete(sessionOf(message, requestOf(message)) ?? '') && !('error' in message);
      if (begins) pass({ jsonrpc: '2.0', id: `hello-${++asked}`, method: '_proctor.example/hello', params: {} });
      pass(message);
    },
  };
};
