import type { ClientCapabilities } from '../../../../generated/types/mcp-2025-11-25.js';
import type { LogLevel } from '../../revision.js';
import type { Pager } from '../pagination.js';
import type { Offers } from '../permissive/choices.js';
import type { Script } from '../script/script.js';
import type { Switches } from '../switches.js';
import type { ChangingList, ToolSession } from '../tools/tool.js';

/** What one session knows, shared by the subjects that serve it. */
export interface SessionState extends ToolSession {
  readonly script: Script;
  readonly offers: Offers;
  readonly switches: Switches;
  readonly pager: Pager;
  capabilities: ClientCapabilities;
  phase: 'new' | 'open' | 'ready';
  /** The least severe log level that the client wants. */
  level: LogLevel;
  /** URIs that the client subscribed to. */
  readonly subscriptions: Set<string>;
  /** Lists that hold their extra entry at the moment. */
  readonly extras: Set<ChangingList>;
}
