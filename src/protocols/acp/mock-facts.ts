import { permission } from '../../conversation/questions.js';
import type { MockFacts } from '../../conversation/role-entry.js';
import { PERMISSIVE_OPTIONS as AGENT } from './agent/permissive/variants.js';
import { PERMISSIVE_OPTIONS as CLIENT } from './client/permissive/variants.js';
import { TALK } from './talk.js';

/** What the mocks of ACP may be told, by side. */
export const FACTS = {
  agent: { begins: ['initialize'], scripts: ['acp-agent-script'], permissive: [AGENT.wordings] },
  client: {
    scripts: ['acp-client-script'],
    permissive: [CLIENT.wordings],
    talk: TALK,
    questions: { 'session/request_permission': permission(true) },
  },
} satisfies { [side: string]: MockFacts };
