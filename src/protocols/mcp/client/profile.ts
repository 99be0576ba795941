import type { Offer } from '../../../generated/types/mcp-client-script-v1.js';
import type { Json, JsonObject } from '../../../json/json.js';
import type { ClientAnswers } from './answers.js';
import { type ClientScript, EVERYTHING } from './script.js';

/** What a profile makes of one client. */
export interface ClientProfile {
  /** What it offers unless its script says otherwise. */
  readonly offer: Required<Offer>;
  /** The usual answers with what is different. */
  answers(usual: ClientAnswers, script: ClientScript): ClientAnswers;
  /** What whoever called a tool gets of its result. Throws where the profile has an error there. */
  returned(result: JsonObject): Json;
  /** What whoever listed tools gets of each. */
  listed(tool: Json): Json;
  /** What the outcome tells beside what the client did. */
  told(): JsonObject;
}

/** The protocol and nothing else. */
export const plainProfile: ClientProfile = {
  offer: EVERYTHING,
  answers: (usual) => usual,
  returned: (result) => result,
  listed: (tool) => tool,
  told: () => ({}),
};
