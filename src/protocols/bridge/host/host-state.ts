import type { Json } from '../../../json/json.js';
import type { HostScript, StoredSkill } from './script.js';

/** Answers a request of the runtime; params fit their schema. */
export type Answer = (params: Json | undefined) => Json | Promise<Json>;

/** One host at work: what its script says, and its store of skills, which changes. */
export interface HostState {
  readonly script: HostScript;
  skills: StoredSkill[];
}
