// Leaves a permission request open when it has cancelled the turn: ThinkInAIXYZ/deepchat#1881
import { run } from '../bases/acp-client.mjs';

await run({ closesRequests: false });
