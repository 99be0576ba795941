// Keeps the rules: what Proctor says of it, it says of the base.
import { run } from '../bases/a2a-client.mjs';

await run();
