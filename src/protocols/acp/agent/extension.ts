import type { Json } from '../../../json/json.js';
import type { LiveRewrites } from '../../../jsonrpc/rewriting.js';
import type { HandlerTable } from '../handlers.js';
import type { Agent } from './agent.js';
import type { Session, SessionParts } from './sessions/session.js';
import type { Scene } from './turns/scene.js';

/** What an agent of a protocol that extends ACP has beside that of ACP, or in place of it. */
export interface AgentExtension {
  /** What is done with its messages at the border. Default: nothing. */
  rewrites?: LiveRewrites;
  /** The handlers of ACP with others beside them or around them. Default: those of ACP. */
  handlers?(handlers: HandlerTable, agent: Agent): HandlerTable;
  /** Notifications that it hears beside those of ACP. */
  notifications?(agent: Agent): { readonly [method: string]: (params: Json | undefined) => void };
  /** What prompts can order beside what those of ACP can; of two with one name these. */
  scenes?: { readonly [name: string]: Scene };
  /** Makes a session. Default: one of ACP. */
  makeSession?(parts: SessionParts): Session;
}
