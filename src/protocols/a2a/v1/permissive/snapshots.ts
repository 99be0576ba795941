import { isObject } from '../../../../json/json.js';
import type { Border } from '../../../../wire/carried.js';

/** The states in which a task has ended. */
const ENDED = /^TASK_STATE_(COMPLETED|FAILED|CANCELED|REJECTED)$/;

/** A border at which a stream has the task again after the event with its end (A2A 1.0.1, 11.7). */
export const snapshotting = (border: Border): Border => ({
  hears: (carried, deliver) => border.hears(carried, deliver),
  sends: (carried, emit) => {
    border.sends(carried, emit);
    const { message, sse } = carried;
    const result = isObject(message) ? message.result : undefined;
    const update = isObject(result) ? result.statusUpdate : undefined;
    if (!sse || !isObject(message) || !isObject(update) || !isObject(update.status)) return;
    const { taskId: id = '', contextId = '', status } = update;
    if (!ENDED.test(String(update.status.state))) return;
    border.sends({ ...carried, message: { ...message, result: { task: { id, contextId, status: status! } } } }, emit);
  },
});
