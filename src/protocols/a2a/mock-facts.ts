import type { MockFacts } from '../../conversation/role-entry.js';
import { PERMISSIVE_OPTIONS as CLIENT } from './client/permissive/variants.js';
import { PERMISSIVE_OPTIONS as HARN } from './harn/permissive/variants.js';
import { PERMISSIVE_OPTIONS as SERVER } from './server/permissive/variants.js';
import { TALK } from './talk.js';

/** What the mocks of A2A may be told, by side. */
export const FACTS = {
  server: { scripts: ['a2a-server-script', 'a2a-harn-script'], permissive: [SERVER.wordings, HARN.wordings] },
  client: { scripts: ['a2a-client-script'], permissive: [CLIENT.wordings], talk: TALK },
} satisfies { [side: string]: MockFacts };
