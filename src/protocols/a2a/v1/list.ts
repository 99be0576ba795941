import type { Task } from '../../../generated/types/a2a-0.3.0.js';
import type { ListTasksRequest } from '../../../generated/types/a2a-1.0.1.js';
import { asObject, type JsonObject } from '../../../json/json.js';
import { invalidParams } from '../errors.js';
import { stateToCore } from './names.js';

/** How many tasks a page has at most, if the request does not say (A2A 1.0.1, 3.1.4). */
const PAGE = 50;

/** Where a page begins: behind the task with this time and id. */
interface Cursor {
  time: string;
  id: string;
}

/** A page of tasks, which are given oldest first: the latest change comes first. Throws RpcError for a token that is none of ours. */
export function pageOf(tasks: readonly Task[], request: ListTasksRequest): JsonObject {
  const { pageSize = PAGE, pageToken = '', historyLength, includeArtifacts = false } = request;
  const fitting = tasks.filter((task) => fits(task, request)).sort(latestFirst);
  const after = pageToken === '' ? undefined : cursorOf(pageToken);
  const left = after ? fitting.filter((task) => latestFirst(task, after) > 0) : fitting;
  const page = left.slice(0, pageSize);
  const last = page.at(-1);
  return {
    tasks: page.map((task) => asObject(shown(task, { historyLength, includeArtifacts }))),
    nextPageToken: last && left.length > page.length ? tokenOf(last) : '',
    pageSize,
    totalSize: fitting.length,
  };
}

function fits({ contextId, status }: Task, request: ListTasksRequest): boolean {
  const { status: state = '', statusTimestampAfter: since } = request;
  const isThere = (request.contextId ?? '') === '' || request.contextId === contextId;
  const isState = state === '' || state === 'TASK_STATE_UNSPECIFIED' || stateToCore(state) === status.state;
  return isThere && isState && (since === undefined || Date.parse(timeOf(status)) >= Date.parse(since));
}

function shown(
  { artifacts = [], history, ...task }: Task,
  { historyLength, includeArtifacts }: Pick<ListTasksRequest, 'historyLength' | 'includeArtifacts'>,
): Task {
  const messages = historyLength === undefined ? history : history?.slice(-historyLength || history.length);
  return {
    ...task,
    ...(includeArtifacts ? { artifacts } : {}),
    ...(messages && historyLength !== 0 ? { history: messages } : {}),
  };
}

const timeOf = ({ timestamp = '' }: Task['status']) => timestamp;

/** In the order of a list: what changed last is first, and of two of one time that with the greater id. */
function latestFirst(one: Task | Cursor, other: Task | Cursor): number {
  const [a, b] = [keyOf(one), keyOf(other)];
  return a === b ? 0 : a > b ? -1 : 1;
}

const keyOf = (one: Task | Cursor) => ('time' in one ? `${one.time} ${one.id}` : `${timeOf(one.status)} ${one.id}`);

const tokenOf = ({ status, id }: Task): string =>
  Buffer.from(JSON.stringify([timeOf(status), id])).toString('base64url');

function cursorOf(token: string): Cursor {
  try {
    const [time, id] = JSON.parse(Buffer.from(token, 'base64url').toString()) as unknown[];
    if (typeof time === 'string' && typeof id === 'string') return { time, id };
  } catch {
    // Below.
  }
  throw invalidParams('/pageToken: is not a token of this server');
}
