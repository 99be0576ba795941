import type { MockFacts } from '../../conversation/role-entry.js';
import { PERMISSIVE_OPTIONS as CLIENT } from './client/permissive/variants.js';
import { PERMISSIVE_OPTIONS as SERVER } from './server/permissive/variants.js';

/** What the mocks of truST may be told, by side. */
export const FACTS = {
  server: { scripts: ['trust-server-script'], permissive: [SERVER.wordings] },
  client: { scripts: ['trust-client-script'], permissive: [CLIENT.wordings] },
} satisfies { [side: string]: MockFacts };
