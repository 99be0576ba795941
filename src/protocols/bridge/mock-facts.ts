import type { MockFacts } from '../../conversation/role-entry.js';
import { PERMISSIVE_OPTIONS as HOST } from './host/permissive/variants.js';
import { QUESTIONS } from './questions.js';
import { PERMISSIVE_OPTIONS as RUNTIME } from './runtime/permissive/variants.js';
import { TALK } from './talk.js';

/** What the mocks of the bridge may be told, by side. */
export const FACTS = {
  host: { scripts: ['host-script'], permissive: [HOST.wordings], talk: TALK, questions: QUESTIONS },
  runtime: { begins: ['initialize'], scripts: ['runtime-script'], permissive: [RUNTIME.wordings] },
} satisfies { [side: string]: MockFacts };
