import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/json/json.js';
import { builtFiles } from '../../../src/schemas/built/package-files.js';

/** A bundle of the package, such as mcp/2025-11-25, as it is published. */
export const builtBundle = (name: string): JsonObject =>
  JSON.parse(readFileSync(join(builtFiles(), 'schemas', `${name}.json`), 'utf8')) as JsonObject;
