import { asObject, type JsonObject } from '../../../json/json.js';
import { perRequestOnly } from './per-request/tools.js';
import { FORM } from './tools/asking.js';
import { extraTool } from './tools/changing.js';
import { shippedTools } from './tools/shipped.js';

/** The schemas that this server judges by without a script: the build compiles them. */
export const ownSchemas: readonly JsonObject[] = [
  ...[...shippedTools, ...perRequestOnly, extraTool].map(({ spec }) => asObject(spec.inputSchema)),
  asObject(FORM),
];
