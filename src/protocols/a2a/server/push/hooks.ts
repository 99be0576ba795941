import type { PushNotificationConfig, TaskPushNotificationConfig } from '../../../../generated/types/a2a-0.3.0.js';
import type { RpcError } from '../../../../jsonrpc/rpc-error.js';
import type { AddressGuard } from '../../../../wire/http/address-guard.js';
import { invalidParams } from '../../errors.js';

/** A webhook that has an id. */
type Hook = PushNotificationConfig & { id: string };

/** How many tasks may have webhooks, and how many of them each; the oldest go first. */
const MOST = { tasks: 10_000, each: 100 };

export interface HooksOptions {
  /** Makes the error about a webhook that a task does not have. Default: it is one about params. */
  missing?: (reason: string) => RpcError;
  /** Whether taking away a webhook that a task does not have is an error. Default: yes. */
  deletesOnce?: boolean;
}

/** The webhooks of all tasks. */
export class Hooks {
  readonly #byTask = new Map<string, Map<string, Hook>>();

  constructor(
    private readonly newId: () => string,
    private readonly guard: AddressGuard,
    private readonly options: HooksOptions = {},
  ) {}

  /** Sets a webhook; one with the same id is replaced. Throws RpcError for an address that is none, or that is refused. */
  set(taskId: string, config: PushNotificationConfig): TaskPushNotificationConfig {
    this.check(config.url);
    const hook = { ...config, id: config.id ?? this.newId() };
    const hooks = this.#byTask.get(taskId) ?? new Map<string, Hook>();
    this.#byTask.set(taskId, hooks.set(hook.id, hook));
    const [oldest = ''] = hooks.keys();
    if (hooks.size > MOST.each) hooks.delete(oldest);
    const [forgotten = ''] = this.#byTask.keys();
    if (this.#byTask.size > MOST.tasks) this.#byTask.delete(forgotten);
    return shown(taskId, hook);
  }

  /** The webhook with this id, or without one the first. Throws RpcError where there is none. */
  get(taskId: string, id: string | undefined): TaskPushNotificationConfig {
    const hooks = this.#byTask.get(taskId);
    const hook = id === undefined ? [...(hooks?.values() ?? [])][0] : hooks?.get(id);
    if (!hook) throw this.#missing(id);
    return shown(taskId, hook);
  }

  /** Lets go of the webhooks of a task that is not kept any more. */
  forget(taskId: string): void {
    this.#byTask.delete(taskId);
  }

  list(taskId: string): TaskPushNotificationConfig[] {
    return this.of(taskId).map((hook) => shown(taskId, hook));
  }

  /** Takes a webhook away. Throws RpcError where there is none, unless that is no error. */
  delete(taskId: string, id: string): void {
    const { deletesOnce = true } = this.options;
    if (!this.#byTask.get(taskId)?.delete(id) && deletesOnce) throw this.#missing(id);
  }

  #missing(id = ''): RpcError {
    const { missing = invalidParams } = this.options;
    return missing(`the task has no webhook ${JSON.stringify(id)}`);
  }

  /** A name is judged once it is resolved, when something is sent there. */
  private check(text: string): void {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || !/^https?:$/.test(url.protocol))
      throw invalidParams('the url of the webhook is not an http or https address');
    const problem = this.guard.problemOf(url);
    if (problem === undefined) return;
    const line = `webhooks: [${JSON.stringify(url.origin)}]`;
    throw invalidParams(`${problem}; to allow it, write this line in the script of the server: ${line}`);
  }

  /** The webhooks of a task as they were set. */
  of(taskId: string): Hook[] {
    return [...(this.#byTask.get(taskId)?.values() ?? [])];
  }
}

/** What callers see of a webhook: all but its credentials. */
function shown(taskId: string, { authentication, ...hook }: Hook): TaskPushNotificationConfig {
  const schemes = authentication && { authentication: { schemes: authentication.schemes } };
  return { taskId, pushNotificationConfig: { ...hook, ...schemes } };
}
