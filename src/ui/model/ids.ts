import { type Json, stringifyJson } from '../../json/json.js';

/** An id of JSON-RPC as people write it: a text without its quotes. */
export const idText = (id: Json): string => (typeof id === 'string' ? id : stringifyJson(id).slice(0, 100));
