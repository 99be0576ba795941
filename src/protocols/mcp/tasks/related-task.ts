import { isObject, type Json, type JsonObject } from '../../../json/json.js';

/** The key that ties a message to a task (MCP 2025-11-25, Tasks, Associating Task-Related Messages). */
const RELATED_TASK = 'io.modelcontextprotocol/related-task';

/** The same params or result, which say to which task they belong. */
export function withRelatedTask(value: Json, taskId: string): JsonObject {
  const whole = isObject(value) ? value : {};
  const meta = isObject(whole._meta) ? whole._meta : {};
  return { ...whole, _meta: { ...meta, [RELATED_TASK]: { taskId } } };
}

/** The task that params or a result belong to, where they say so. */
export function relatedTaskOf({ _meta }: JsonObject): string | undefined {
  const related = isObject(_meta) ? _meta[RELATED_TASK] : undefined;
  return isObject(related) && typeof related.taskId === 'string' ? related.taskId : undefined;
}
