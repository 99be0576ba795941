import type { Explored } from '../../../../conversation/explorer.js';
import { quoted } from '../../../../conversation/own-prompts.js';
import { quoteError } from '../../../../conversation/summary.js';
import type { JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import { oneLine } from '../../../../json/visible.js';
import { activityIn } from './turns.js';

/** How many kinds of requests of an agent are listed. */
const KINDS = 4;

/** What came back for a prompt, in a few words: `end_turn after 0.4 s, 2 tool calls, said "Hello"`. */
export function cameBack(turn: Explored): string {
  const activity = activityIn(turn);
  const { reply, took, updates, requests, text } = activity ?? {};
  if (reply === undefined) return turn.broken ?? 'no reply came';
  const calls = new Set(
    (updates ?? []).flatMap(({ update }) => (update.sessionUpdate === 'tool_call' ? [String(update.toolCallId)] : [])),
  ).size;
  const methods = [...new Set((requests ?? []).map(({ method }) => method))];
  const parts = [
    `${ending(reply)} after ${((took ?? 0) / 1000).toFixed(1)} s`,
    ...(calls > 0 ? [`${calls} tool call${calls === 1 ? '' : 's'}`] : []),
    ...(methods.length > 0 ? [`it asked for ${methods.slice(0, KINDS).map(oneLine).join(', ')}`] : []),
    ...(text ? [`said ${quoted(text)}`] : []),
  ];
  return parts.join(', ');
}

function ending({ result, error }: JsonObject): string {
  if (error !== undefined) return quoteError(error);
  return isObject(result) && typeof result.stopReason === 'string' ? oneLine(result.stopReason) : 'a reply';
}
