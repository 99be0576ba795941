import { isObject, type Json, type JsonObject } from '../json/json.js';

/** What a message of an agent tells the person who talks with it. */
export interface Heard {
  /** A piece of what the agent says. */
  text?: string;
  /** Something else that happens, on a line of its own. */
  note?: string;
}

/** How a person talks with an agent through the mock of a client or host. */
export interface TalkFacts {
  /** The script that says this prompt, or none. */
  saying(prompt: string | undefined): JsonObject;
  /** The script that grants, and the one that denies, what the agent asks permission for. Unset where agents ask for none. */
  permissions?: { allow: JsonObject; deny: JsonObject };
  /** What else its script has, if somebody waits for what the agent says. */
  streams?: JsonObject;
  /** What a message of the agent says. */
  heard(message: JsonObject): Heard;
}

/** What a `session/update` says: pieces of text, and each tool call when it begins and when it has ended. */
export function heardUpdate({ method, params }: JsonObject): Heard {
  const update = method === 'session/update' && isObject(params) ? params.update : undefined;
  if (!isObject(update)) return {};
  const { sessionUpdate, title, status, toolCallId, content } = update;
  if (sessionUpdate === 'agent_message_chunk') return textIn(content);
  const isEnd = status === 'completed' || status === 'failed';
  if (sessionUpdate === 'tool_call') return { note: `${String(title ?? toolCallId)} (${String(status ?? 'pending')})` };
  if (sessionUpdate === 'tool_call_update' && isEnd)
    return { note: `${String(title ?? toolCallId)} (${String(status)})` };
  return {};
}

function textIn(content: Json | undefined): Heard {
  return isObject(content) && typeof content.text === 'string' ? { text: content.text } : {};
}
