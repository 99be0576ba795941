import type { Task } from '../../../generated/types/a2a-0.3.0.js';
import { asObject, type JsonObject } from '../../../json/json.js';
import type { Border } from '../../../wire/carried.js';
import type { Signer } from '../card/v1/signing.js';
import { cardOf, type Offer } from './card.js';
import type { ServerParts } from './parts.js';
import type { Caller } from './server.js';

/** An interface of a card, with its transport as cards name it. */
export interface CardInterface {
  url: string;
  transport: string;
  /** From A2A 1.0 on. */
  version?: string | undefined;
  tenant?: string | undefined;
}

/** How the agent that is played against a client speaks a version of A2A. */
export interface AgentForm {
  /** @param tasksOf the tasks that a caller may see, oldest first */
  parts(parts: ServerParts, tasksOf: (caller: Caller) => Task[]): ServerParts;
  /** The card of an agent at this address that has these interfaces, at least one. */
  card(base: string, offer: Offer, interfaces: readonly CardInterface[]): JsonObject;
  /** What a case lays over the card, in the form of the version. */
  patch(card: JsonObject): JsonObject;
  /** The card with signatures, in the order of who makes them, for an agent at this address. Unset where cards have none that a client can verify. */
  signed?(card: JsonObject, signers: readonly Signer[], base: string): JsonObject;
  /** Unset if steps write messages as the version has them. */
  steps?: StepsForm;
}

/** How the steps of a case see and say messages in another form than the agent and its client. */
export interface StepsForm {
  /** A border around which messages are in the form of the steps. */
  around(border: Border): Border;
  /** What steps call a method of the client. */
  nameOf(method: string): string;
  /** What steps reply to a request with this method, as the client gets it. */
  said(reply: JsonObject, method: string): JsonObject;
}

/** The agent of A2A 0.3.0. */
export const usualAgent: AgentForm = {
  parts: (parts) => parts,
  card: (base, offer, all) => {
    const additionalInterfaces = all.map(({ url, transport }) => ({ url, transport }));
    const { url, transport } = all[0]!;
    return { ...asObject(cardOf(base, offer)), url, preferredTransport: transport, additionalInterfaces };
  },
  patch: (card) => card,
};
