import type { HostScript, StoredSkill } from './script.js';

/** One host at work: what its script says, and its store of skills, which changes. */
export interface HostState {
  readonly script: HostScript;
  skills: StoredSkill[];
}
