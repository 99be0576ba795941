import type { AgentCard } from '../../../generated/types/a2a-0.3.0.js';
import type { Json } from '../../../json/json.js';
import type { Border, Headers } from '../../../wire/carried.js';
import type { Clock } from '../../../wire/clock/clock.js';
import type { HttpClient } from '../../../wire/http/client.js';
import type { Interface, Interfaces } from './card.js';
import type { ClientVersion } from './client-version.js';
import type { ConnectionOptions, Conversation } from './connection.js';
import type { Followed } from './follow.js';
import type { ClientScript } from './script.js';

/** What a client is made of. */
export interface ClientParts {
  script: ClientScript;
  version: ClientVersion;
  clock: Clock;
  /** The agent's address, as given on the command line. */
  url: string;
  border: Border;
  http: HttpClient;
  /** What every request with a message to this address has. */
  headersTo(address: string): Headers;
  idOf: ConnectionOptions['idOf'];
  ends: ConnectionOptions['ends'];
  /** The interfaces of a card that it can use. Throws AgentProblem if there is none. */
  interfaces(card: AgentCard): Interfaces;
  /** Begins a conversation at one of them, or at several. */
  converse(interfaces: Interfaces, at: (one: Interface) => Conversation): Conversation;
  /** Rejects with AgentProblem for a card without a signature that is true of it; `keysAt` reads the JWK set at an address. */
  verify(card: Json, keysAt: (address: string) => Promise<Json>): Promise<void>;
  /** The extensions that it understands. It uses no card that requires others. */
  understands: readonly string[];
  /** The card that counts once the agent has given an extended one (A2A 0.3.0, 7.10). */
  cardAfter(before: AgentCard, extended: AgentCard): AgentCard;
  /** What it goes by if the agent has no card that it can read. Throws what it is given. */
  withoutCard(error: unknown): AgentCard;
  /** A card can't be used; throws unless there is nothing to say of it. */
  unusable(error: unknown): undefined;
  /** Waits for the end of a task. */
  follow(task: Followed): Promise<void>;
}
