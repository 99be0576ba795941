import { permission } from '../../conversation/questions.js';
import type { MockFacts } from '../../conversation/role-entry.js';
import { PERMISSIVE_OPTIONS as ACP_AGENT } from '../acp/agent/permissive/variants.js';
import { PERMISSIVE_OPTIONS as ACP_CLIENT } from '../acp/client/permissive/variants.js';
import { TALK } from '../acp/talk.js';
import { PERMISSIVE_OPTIONS as AGENT } from './agent/permissive/variants.js';
import { PERMISSIVE_OPTIONS as CLIENT } from './client/permissive/variants.js';

/** What the mocks of ACP with Harn's extensions may be told, by side. */
export const FACTS = {
  agent: { begins: ['initialize'], scripts: ['acp-agent-script'], permissive: [AGENT.wordings, ACP_AGENT.wordings] },
  client: {
    scripts: ['harn-client-script'],
    permissive: [CLIENT.wordings, ACP_CLIENT.wordings],
    talk: TALK,
    questions: { 'session/request_permission': permission(true) },
  },
} satisfies { [side: string]: MockFacts };
