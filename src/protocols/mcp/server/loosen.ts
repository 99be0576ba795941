import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import type { Freedoms } from './freedoms.js';

const EXTRA: JsonObject = { 'x-note': 'a member that no schema names', 'x-list': [1, null, { deep: true }] };
const META: JsonObject = { 'com.example/trace': 'a-1', 'com.example.deep/': null };

/** Optional members that `sparse` leaves out of the entries of a list, by the list's name. */
const KEPT: { [list: string]: string[] } = {
  tools: ['name', 'inputSchema', 'outputSchema'],
  resources: ['uri', 'name'],
  resourceTemplates: ['uriTemplate', 'name'],
  prompts: ['name', 'arguments'],
};
/** Lists whose entries are open objects of the protocol. */
const OPEN_LISTS = [...Object.keys(KEPT), 'content', 'contents', 'messages'];

/** A result as a server with these freedoms would send it. The meaning stays the same. */
export function loosenResult(method: string, result: JsonObject, freedoms: Freedoms): JsonObject {
  let loose = result;
  if (freedoms.has('sparse')) loose = thin(method, loose);
  if (freedoms.has('unknown-members')) loose = fatten(loose);
  return loose;
}

/** The params of a notification or request of the server as one with these freedoms would send them. */
export function loosenParams(params: JsonObject | undefined, freedoms: Freedoms): JsonObject | undefined {
  return freedoms.has('unknown-members') ? { ...params, ...EXTRA, _meta: META } : params;
}

/** A message as one with these freedoms would write it. */
export function loosenMessage(message: JsonObject, freedoms: Freedoms): JsonObject {
  return freedoms.has('other-order') ? Object.fromEntries(Object.entries(message).reverse()) : message;
}

function thin(method: string, result: JsonObject): JsonObject {
  const thinned: JsonObject = { ...result };
  for (const [list, kept] of Object.entries(KEPT)) {
    if (Array.isArray(result[list]))
      thinned[list] = result[list].map((entry) => (isObject(entry) ? pick(entry, kept) : entry));
  }
  if (method === 'initialize' && isObject(result.serverInfo)) {
    delete thinned.instructions;
    thinned.serverInfo = pick(result.serverInfo, ['name', 'version']);
  }
  if (method === 'tools/call' && result.isError === false) delete thinned.isError;
  if (method === 'prompts/get') delete thinned.description;
  if (method === 'resources/read' && Array.isArray(result.contents)) {
    thinned.contents = result.contents.map((entry) => (isObject(entry) ? pick(entry, ['uri', 'text', 'blob']) : entry));
  }
  if (method === 'completion/complete' && isObject(result.completion)) {
    thinned.completion = pick(
      result.completion,
      result.completion.hasMore === true ? ['values', 'hasMore'] : ['values'],
    );
  }
  return thinned;
}

function pick(entry: JsonObject, names: string[]): JsonObject {
  return Object.fromEntries(names.filter((name) => name in entry).map((name) => [name, entry[name]!]));
}

function fatten(result: JsonObject): JsonObject {
  // An empty result is defined to carry no data, so it gets metadata alone.
  if (Object.keys(result).length === 0) return { _meta: META };
  const fat: JsonObject = { ...result, ...EXTRA, _meta: { ...(isObject(result._meta) && result._meta), ...META } };
  for (const list of OPEN_LISTS) if (Array.isArray(result[list])) fat[list] = result[list].map(open);
  for (const name of ['capabilities', 'serverInfo', 'completion'])
    if (isObject(result[name])) fat[name] = { ...result[name], ...EXTRA };
  if (isObject(fat.capabilities)) fat.capabilities = { ...fat.capabilities, experimental: { 'com.example/more': {} } };
  return fat;
}

/** An entry with unknown members, and so the block inside a prompt's message. */
function open(entry: Json): Json {
  if (!isObject(entry)) return entry;
  return { ...entry, ...(isObject(entry.content) && { content: { ...entry.content, ...EXTRA } }), ...EXTRA };
}
