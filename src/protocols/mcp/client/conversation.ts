import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import type { Id } from '../../../jsonrpc/messages.js';
import type { ParamsOf, ResultOf } from '../../../jsonrpc/typed.js';
import type { Clock } from '../../../wire/clock/clock.js';
import type { ClientRequests } from '../methods.js';
import type { ClientAnswers } from './answers.js';
import type { ClientScript } from './script.js';
import type { TaskHabits } from './tasks/habits.js';

/** A result of the server: right or wrong, it is read with care. */
export type Unchecked<T> = { [Name in keyof T]?: Json };

export interface AskOptions {
  /** The user takes the request back. */
  signal?: AbortSignal;
  /** Told the id, just before the request leaves. */
  sent?: (id: Id) => void;
  /** Where the request is answered with a task: listens for its changes, in place of asking for them (Tasks extension). */
  listens?: boolean;
}

/** What a conversation is led with, whichever revision it is of. */
export interface ConversationOptions {
  script: ClientScript;
  clock: Clock;
  /** Working directory: what roots are relative to. */
  cwd: string;
  /** What its profile makes of the usual answers. Default: nothing. */
  answers?: (usual: ClientAnswers) => ClientAnswers;
  /** How it follows calls that go on as tasks, without sessions. Default: TASK_HABITS. */
  tasks?: TaskHabits;
  /** Makes the ids of requests. Default: 1, 2, 3 … */
  ids?: () => Id;
  failed?: (error: unknown) => void;
}

/** What may change: a resource, or a list. */
export type Watched = { uri: string } | { list: ChangingList };

/** The lists that a server may say have changed. */
export type ChangingList = 'tools' | 'resources' | 'prompts';

/** The change that a notification tells of, as a text; undefined where it tells of none. */
export function changeTold(method: string, params: Json | undefined): string | undefined {
  if (method === 'notifications/resources/updated') return `uri ${String(isObject(params) ? params.uri : '')}`;
  const [, list] = /^notifications\/(tools|resources|prompts)\/list_changed$/.exec(method) ?? [];
  return list === undefined ? undefined : `list ${list}`;
}

/** The change that is waited for, as `changeTold` writes it. */
export const changeAwaited = (what: Watched): string => ('uri' in what ? `uri ${what.uri}` : `list ${what.list}`);

/** What a client can do with a server, whichever revision they speak. */
export interface Conversation {
  /** Opens it. Rejects where the server can't be spoken with. */
  open(): Promise<void>;
  /** What the server calls itself; null where it has not said. */
  readonly serverName: Json;
  /** What the server said when the conversation began, as it came; empty before. */
  readonly opened: JsonObject;
  /** What the server tells a model about itself; undefined where it has not said. */
  readonly instructions: string | undefined;
  /** Whether the server has declared what these names lead to: true, or an object. */
  has(...names: string[]): boolean;
  /** Asks the server. Rejects as `Connection.request` does. */
  ask<M extends keyof ClientRequests & string>(
    method: M,
    params: ParamsOf<ClientRequests, M>,
    options?: AskOptions,
  ): Promise<Unchecked<ResultOf<ClientRequests, M>>>;
  /** A progress token that no other request has. */
  token(): string | number;
  /** Changes the roots. */
  changeRoots(folders: readonly string[]): void;
  /** Waits until the server tells of a change, for which it subscribes where it must, does the work, and ends the subscription. */
  watching<T>(what: Watched, work: () => Promise<T>): Promise<T>;
  /** Wants log messages from this level on. */
  setLevel(level: ParamsOf<ClientRequests, 'logging/setLevel'>['level']): Promise<Json>;
  close(): void;
}

/** The server knows a cursor no more that it gave out: whoever lists begins again. */
export class CursorRefused extends Error {
  override name = 'CursorRefused';
}

/** Whether what the names lead to in these capabilities is there: true, or an object. */
export function declares(capabilities: Json | undefined, names: readonly string[]): boolean {
  let value = capabilities;
  for (const name of names) value = isObject(value) ? value[name] : undefined;
  return value === true || isObject(value);
}
