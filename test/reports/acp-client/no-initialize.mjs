// Opens a session without initialize: cyzus/suzent#111
import { run } from '../bases/acp-client.mjs';

await run({ initializes: false });
