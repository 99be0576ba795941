// Prints how long it takes, in ms, until every validator of mcp/2025-11-25 can judge: load, and one call each.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const began = performance.now();
const validators = require('../../dist/validators/mcp-2025-11-25.cjs');
for (const validate of Object.values(validators)) if (typeof validate === 'function') validate({});
process.stdout.write(`${performance.now() - began}\n`);
