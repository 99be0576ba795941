import { permission } from '../../conversation/questions.js';
import type { MockFacts } from '../../conversation/role-entry.js';
import { PERMISSIVE_OPTIONS as CLIENT } from './client/permissive/variants.js';
import { PERMISSIVE_OPTIONS as SERVER } from './server/permissive/variants.js';

/** What the mocks of the hub may be told, by side. */
export const FACTS = {
  server: { begins: ['initialize'], scripts: ['hub-script'], permissive: [SERVER.wordings] },
  client: {
    scripts: ['hub-client-script'],
    permissive: [CLIENT.wordings],
    questions: { 'session/request_permission': permission(false) },
  },
} satisfies { [side: string]: MockFacts };
