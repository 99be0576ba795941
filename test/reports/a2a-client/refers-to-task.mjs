// Answers the question of a task with a message that only refers to it: microsoft/agent-framework#5417
import { run } from '../bases/a2a-client.mjs';

await run({ names: ({ id, contextId }) => ({ referenceTaskIds: [id], contextId }) });
