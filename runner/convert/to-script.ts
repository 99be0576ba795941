import type { RecordedScript, ScriptOfRecording } from '../../src/conversation/recorded-script.js';
import { type Exchange, exchangesOf, type NumberedMessage } from '../../src/recording/exchanges.js';

/**
 * The script of a side of a recording, and what of the recording it can't say. A server has what it said in all conversations; a client does what
 * it did in the first one.
 */
export function toScript(
  lines: readonly NumberedMessage[],
  side: 'kit' | 'target',
  { scriptOf, isServer }: { scriptOf: ScriptOfRecording; isServer: boolean },
): RecordedScript {
  const conversations = [...new Set(lines.map(({ line }) => line.session))];
  const taken = isServer ? lines : lines.filter(({ line }) => line.session === conversations[0]);
  const heard = exchangesOf(taken, side);
  const asked = exchangesOf(taken, side === 'kit' ? 'target' : 'kit');
  const { script, left } = scriptOf({ heard: heard.exchanges, asked: asked.exchanges });
  const others = conversations.length - 1;
  const cut = heard.exchanges.filter(({ isComplete }) => !isComplete);
  return {
    script,
    left: [
      ...left,
      ...cut.map(({ method, line }) => `${method} (line ${line}): the recording has no answer`),
      // Its own requests are those that were asked.
      ...heard.left.flatMap(({ line, kind, method }) =>
        kind === 'request' ? [] : [`${method ?? 'the reply'} (line ${line}): it belongs to no request`],
      ),
      ...late(heard.exchanges),
      ...(isServer || others === 0 ? [] : [`${others} further ${others === 1 ? 'conversation' : 'conversations'}`]),
    ],
  };
}

/** What a side said after an answer, by method. */
function late(exchanges: readonly Exchange[]): string[] {
  const counts = new Map<string, number>();
  for (const { method, after } of exchanges)
    for (const { kind, message } of after) {
      if (kind !== 'notify') continue;
      const what = `${String(message.method)} after the answer to ${method}`;
      counts.set(what, (counts.get(what) ?? 0) + 1);
    }
  return [...counts].map(([what, times]) => (times > 1 ? `${what} (${times} times)` : what));
}
