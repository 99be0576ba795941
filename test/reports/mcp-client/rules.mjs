// Keeps the rules: what Proctor says of it, it says of the base.
import { run } from '../bases/mcp-client.mjs';

await run();
