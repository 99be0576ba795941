// Answers a method that it does not know with the result null: kurrent-io/kcap-cli#308
import { run } from '../bases/acp-client.mjs';

await run({ unknown: () => ({ result: null }) });
