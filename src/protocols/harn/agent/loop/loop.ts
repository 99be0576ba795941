import { stringifyJson } from '../../../../json/json.js';
import type { PromptTurn } from '../../../acp/agent/turns/prompt-turn.js';
import { modelNamed } from '../catalog.js';
import type { HarnSession } from '../sessions/session.js';
import { runTool, type ToolUse } from './tool-use.js';

/** What a call of a model says itself; what it leaves out the session says (Harn guide, Session model pin). */
export interface CallOptions {
  model?: string;
  thought?: string;
}

/** What a model answers: a text, or tools to call, all at once. `asked` is how it was called. */
export type ModelReply = ({ text: string } | { uses: readonly ToolUse[] }) & { asked?: CallOptions };

/** Stands for a model: `nth` counts its calls in the loop from 0. */
export type Model = (nth: number) => ModelReply;

/**
 * The loop of an agent: calls the model, runs the tools that it asks for, and goes on until it answers with a text and the user
 * has nothing to add. Each call of the model is told with what it was given. Rejects with Cancelled.
 */
export async function runLoop(turn: PromptTurn, session: HarnSession, model: Model): Promise<void> {
  for (let nth = 0; ; nth++) {
    session.drain('boundary');
    const reply = model(nth);
    tellCall(session, reply.asked);
    if ('text' in reply) {
      session.transcript.add('assistant', '');
      turn.say(reply.text);
      if (!session.drain('boundary')) return;
      continue;
    }
    for (const { tool, rawInput } of reply.uses)
      session.transcript.add('assistant', stringifyJson({ tool, arguments: rawInput }));
    for (const given of await Promise.all(reply.uses.map((use) => runTool(turn, session, use))))
      session.transcript.add('tool', stringifyJson(given));
  }
}

/** Tells a call of the model: its messages, which model it goes to, and how much that thinks. */
function tellCall(session: HarnSession, asked: CallOptions = {}): void {
  const messages = session.context().map(({ role, content }) => ({ role, content }));
  const { choices } = session;
  const model = modelNamed(asked.model ?? choices.now('model'));
  session.report({ call: { messages, model, thought: asked.thought ?? choices.now('thought_level') } });
}
