import type { AgentCard } from '../../../generated/types/a2a-0.3.0.js';
import type { Json } from '../../../json/json.js';
import { type Choice, cardFrom, type Interfaces, interfacesOf } from './card.js';

/** What a client does in one version of A2A and not in others. */
export interface ClientVersion {
  /** Takes a document for a card, in terms of the core. Throws AgentProblem. */
  cardFrom(document: Json, understood: readonly string[]): AgentCard;
  /** The interfaces of such a card that are spoken, the one to use first. Throws AgentProblem if there is none. */
  interfacesOf(card: AgentCard, choice: Choice): Interfaces;
  /** Whether an event is the last of its stream if its task has ended or waits then; otherwise the event says so. */
  endsByState: boolean;
  /** Whether an agent answers a message only when its task has ended or waits, unless the request says that it returns at once. */
  agentsWait: boolean;
  /** The header that names extensions. */
  extensions: string;
  /** Whether the version says what the signatures of a card sign. */
  signed: boolean;
}

/** The client of A2A 0.3.0. */
export const usualClient: ClientVersion = {
  cardFrom,
  interfacesOf,
  endsByState: false,
  agentsWait: false,
  extensions: 'x-a2a-extensions',
  signed: false,
};
