import type { SubscriptionFilter, SubscriptionsListenResult } from '../../../../generated/types/mcp-2026-07-28.js';
import type { JsonObject } from '../../../../json/json.js';
import { own } from '../../../../json/own.js';
import type { Id } from '../../../../jsonrpc/messages.js';
import { META, type TaskFilter } from '../../per-request.js';

/** The member of a filter that wants a notification, by its method. */
const WANTED_BY: { readonly [method: string]: keyof SubscriptionFilter } = {
  'notifications/tools/list_changed': 'toolsListChanged',
  'notifications/prompts/list_changed': 'promptsListChanged',
  'notifications/resources/list_changed': 'resourcesListChanged',
};

interface Subscription {
  id: Id;
  filter: TaskFilter;
  notify(method: string, params: JsonObject): void;
  end(): void;
}

/** Who listens, and for what (MCP 2026-07-28, Subscriptions). */
export class Subscriptions {
  readonly #open = new Set<Subscription>();

  /** Serves `subscriptions/listen`: resolves once the server ends it. What is `honoured` of the filter is acknowledged first. */
  listen(
    id: Id,
    honoured: TaskFilter,
    { notify, signal }: { notify(method: string, params: JsonObject): void; signal: AbortSignal },
  ): Promise<SubscriptionsListenResult> {
    const tag = { [META.subscriptionId]: id };
    return new Promise((resolve) => {
      const subscription: Subscription = {
        id,
        filter: honoured,
        notify: (method, params) => notify(method, { ...params, _meta: tag }),
        end: () => resolve({ resultType: 'complete', _meta: tag as SubscriptionsListenResult['_meta'] }),
      };
      subscription.notify('notifications/subscriptions/acknowledged', { notifications: { ...honoured } });
      this.#open.add(subscription);
      signal.addEventListener('abort', () => this.#open.delete(subscription));
    });
  }

  /** Tells whoever wants to know. */
  announce(method: string, params: JsonObject): void {
    for (const subscription of this.#open)
      if (wants(subscription.filter, method, params)) subscription.notify(method, params);
  }

  /** Tells all, whatever they wanted. */
  tellAll(method: string, params: JsonObject): void {
    for (const subscription of this.#open) subscription.notify(method, params);
  }

  /** Ends them all: each listener gets its response, and with `cancels` the notification that cancels its request before. */
  end(cancels = false): void {
    for (const subscription of this.#open) {
      if (cancels) subscription.notify('notifications/cancelled', { requestId: subscription.id });
      subscription.end();
    }
    this.#open.clear();
  }
}

function wants(filter: TaskFilter, method: string, { uri, taskId }: JsonObject): boolean {
  if (method === 'notifications/tasks') return filter.taskIds?.includes(String(taskId)) ?? false;
  if (method === 'notifications/resources/updated') return filter.resourceSubscriptions?.includes(String(uri)) ?? false;
  const member = own(WANTED_BY, method);
  return member !== undefined && filter[member] === true;
}
