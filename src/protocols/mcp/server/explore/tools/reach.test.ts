import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../../json/json.js';
import { reachesOut } from './reach.js';

const properties = (named: JsonObject) => ({ inputSchema: { type: 'object', properties: named } });
const text: JsonObject = { type: 'string' };

it.for<[JsonObject, boolean]>([
  [{ name: 'echo', description: 'Echoes back the input' }, false],
  [{ name: 'add', description: 'Adds two numbers', ...properties({ a: { type: 'number' } }) }, false],
  [{ name: 'read_file', description: 'Reads a file', ...properties({ path: text }) }, false],
  [{ name: 'read_note', ...properties({ uri: { type: 'string', format: 'uri' } }) }, false],
  [
    { name: 'search_nodes', description: 'Search for nodes in the knowledge graph', ...properties({ query: text }) },
    false,
  ],
  [{ name: 'get_local', ...properties({ at: { type: 'string', default: 'http://localhost:3000/' } }) }, false],
  [{ name: 'search', description: 'Searches the web' }, true],
  [{ name: 'get_page', ...properties({ url: text }) }, true],
  [{ name: 'lookup', ...properties({ imageUrl: text }) }, true],
  [{ name: 'getWeather' }, true],
  [{ name: 'show', title: 'List GitHub issues' }, true],
  [{ name: 'show', annotations: { title: 'Ask the cloud' } }, true],
  [{ name: 'view', ...properties({ to: { type: 'string', format: 'email' } }) }, true],
  [{ name: 'get', ...properties({ data: { type: 'string', default: 'https://example.com/a.png' } }) }, true],
  // What the server says of it counts.
  [{ name: 'search', description: 'Searches the web', annotations: { openWorldHint: false } }, false],
  [{ name: 'echo', annotations: { openWorldHint: true } }, true],
  [{ name: 'get_page', annotations: { readOnlyHint: true }, ...properties({ url: text }) }, true],
])('%j reaches other systems: %s', ([tool, expected]) => {
  expect(reachesOut(tool)).toBe(expected);
});
