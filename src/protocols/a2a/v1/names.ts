/** The names of the core form, which is that of A2A 0.3.0, and of A2A 1.0: each pair says the same. */
const METHODS = {
  'message/send': 'SendMessage',
  'message/stream': 'SendStreamingMessage',
  'tasks/get': 'GetTask',
  'tasks/list': 'ListTasks',
  'tasks/cancel': 'CancelTask',
  'tasks/resubscribe': 'SubscribeToTask',
  'tasks/pushNotificationConfig/set': 'CreateTaskPushNotificationConfig',
  'tasks/pushNotificationConfig/get': 'GetTaskPushNotificationConfig',
  'tasks/pushNotificationConfig/list': 'ListTaskPushNotificationConfigs',
  'tasks/pushNotificationConfig/delete': 'DeleteTaskPushNotificationConfig',
  'agent/getAuthenticatedExtendedCard': 'GetExtendedAgentCard',
} as const;

/** A method as the core form names it. */
export type CoreMethod = keyof typeof METHODS;

const BACK = new Map<string, CoreMethod>(Object.entries(METHODS).map(([core, name]) => [name, core as CoreMethod]));

/** Whether the core form has a method of this name. */
export const isCoreMethod = (name: unknown): name is CoreMethod =>
  typeof name === 'string' && Object.hasOwn(METHODS, name);

/** The name that A2A 1.0 has for a method of the core form. */
export const methodOf = (core: CoreMethod): string => METHODS[core];

/** The name that the core form has for a method of A2A 1.0; undefined for one that 1.0 does not have. */
export const coreMethodOf = (name: string): CoreMethod | undefined => BACK.get(name);

const STATES = [
  'submitted',
  'working',
  'completed',
  'failed',
  'canceled',
  'input-required',
  'rejected',
  'auth-required',
] as const;

const STATE = /^TASK_STATE_([A-Z_]+)$/;
const ROLE = /^ROLE_(USER|AGENT)$/;

const isState = (name: unknown): name is (typeof STATES)[number] => (STATES as readonly unknown[]).includes(name);

/** A state of the core form as A2A 1.0 names it. What is no state stays as it is, for the schema to judge. */
export const stateFromCore = <V>(state: V): V | string =>
  isState(state) ? `TASK_STATE_${state.toUpperCase().replace('-', '_')}` : state;

export function stateToCore<V>(state: V): V | string {
  const name = typeof state === 'string' ? STATE.exec(state)?.[1]?.toLowerCase().replace('_', '-') : undefined;
  return isState(name) ? name : state;
}

export const roleFromCore = <V>(role: V): V | string =>
  role === 'user' ? 'ROLE_USER' : role === 'agent' ? 'ROLE_AGENT' : role;

export const roleToCore = <V>(role: V): V | string =>
  (typeof role === 'string' ? ROLE.exec(role)?.[1]?.toLowerCase() : undefined) ?? role;
