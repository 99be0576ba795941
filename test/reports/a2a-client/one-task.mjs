// Refuses a stream whose task comes again as a whole: a2aproject/a2a-python#501
import { run } from '../bases/a2a-client.mjs';

await run({
  checkEvent(event, task) {
    if (event.kind === 'task' && task) throw new Error('the task is already set');
  },
});
