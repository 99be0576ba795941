import type { InitializeResponse } from '../../../generated/types/acp-1.21.0.js';
import type { Json, JsonObject } from '../../../json/json.js';
import type { LiveRewrites } from '../../../jsonrpc/rewriting.js';
import type { Unchecked } from '../unchecked.js';
import type { SessionView } from './view.js';

/** What a client of a protocol that extends ACP does beside one of ACP. */
export interface ClientExtension {
  /** What is done with its messages at the border. Default: nothing. */
  rewrites?: LiveRewrites;
  /** What it does about notifications that ACP does not have. Default: nothing. */
  notifications?: { [method: string]: (params: Json | undefined) => void };
  /** Makes what its user sees of a session. Default: that of ACP. */
  makeView?(): SessionView;
  /** Told what the agent answered initialize. */
  greeted?(answer: Unchecked<InitializeResponse>): void;
  /** Told of each message of the agent about a session, and of each prompt that has left; `variant` is the kind of an update. */
  heard?(method: string, sessionId: string, variant?: string): void;
  /** A session is open, with what the agent told of it; its prompts wait for this. */
  opened?(sessionId: string, state: JsonObject): Promise<void>;
  /** A prompt has been answered. Resolves with the session in which the user goes on. Default: the same. */
  answered?(sessionId: string): Promise<string>;
}
