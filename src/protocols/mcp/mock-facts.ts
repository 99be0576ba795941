import type { MockFacts } from '../../conversation/role-entry.js';
import { PERMISSIVE_OPTIONS as CLIENT } from './client/permissive/variants.js';
import { QUESTIONS } from './questions.js';
import { PERMISSIVE_OPTIONS as SERVER } from './server/permissive/variants.js';

/** What the mocks of MCP may be told, by side. */
export const FACTS = {
  server: { begins: ['initialize'], scripts: ['mcp-server-script'], permissive: [SERVER.wordings] },
  'harn-server': { begins: ['initialize'], scripts: ['mcp-server-script'], permissive: [SERVER.wordings] },
  client: { scripts: ['mcp-client-script'], permissive: [CLIENT.wordings], questions: QUESTIONS },
  'harn-client': { scripts: ['mcp-client-script'], permissive: [CLIENT.wordings], questions: QUESTIONS },
} satisfies { [side: string]: MockFacts };
