import type { JsonObject } from '../../../../json/json.js';
import { stringifyJson } from '../../../../json/json.js';
import type { Resource } from '../state/offered.js';

/** The URI of a server card (Harn guide, MCP, Publishing a server card). */
const CARD = 'well-known://mcp-card';

/** The resource that a server card is read as. */
export const cardResource = (card: JsonObject): Resource => ({
  uri: CARD,
  spec: {
    uri: CARD,
    name: 'mcp-card',
    title: 'Server card',
    description: 'What this server is and offers.',
    mimeType: 'application/json',
  },
  text: stringifyJson(card),
});
