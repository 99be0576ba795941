import { connect } from '../jsonrpc/connection.js';
import type { Json, JsonObject } from '../jsonrpc/json.js';
import type { Link } from '../jsonrpc/link.js';
import { isObject } from '../jsonrpc/messages.js';
import type { Listener } from '../transport/carried.js';
import type { Step } from './case.js';
import type { KitSide } from './kit-side.js';
import type { WireRecord } from './record.js';
import type { Outgoing } from './stage.js';

/**
 * Our side of a case, alive: it answers what the target asks by itself, except the methods that some step of the case
 * claims. Responses to the kit's own requests are the steps' business and never reach it.
 */
export class LivingPeer {
  private deliver: Listener = () => undefined;
  private readonly connection;

  constructor(
    side: KitSide,
    private readonly claimed: ReadonlySet<string>,
    send: (out: Outgoing, about: WireRecord | undefined) => void,
  ) {
    const asked = new Map<Json, WireRecord>();
    this.remember = (record) => asked.set((record.message as JsonObject).id as Json, record);
    let close: () => void = () => undefined;
    const link: Link = {
      send: (message) => {
        const about = 'method' in message ? undefined : asked.get(message.id as Json);
        asked.delete(message.id as Json);
        send({ message }, about);
      },
      listen: (listener) => {
        this.deliver = listener;
      },
      close: () => close(),
      closed: new Promise((resolve) => {
        close = resolve;
      }),
    };
    const requests = Object.entries(side.requests).map(([method, answer]) => [
      method,
      (params: Json | undefined) => answer(params),
    ]);
    const notifications = Object.entries(side.notifications).map(([method, take]) => [
      method,
      (params: Json | undefined) => take(params),
    ]);
    this.connection = connect(link, {
      requests: Object.fromEntries(requests),
      notifications: Object.fromEntries(notifications),
    });
  }

  private readonly remember: (record: WireRecord) => void;

  /** Whether the steps leave this request to us. */
  serves(record: WireRecord): boolean {
    if (record.kind !== 'message' || !isObject(record.message as Json)) return false;
    const { method } = record.message as JsonObject;
    return (
      typeof method === 'string' &&
      'id' in (record.message as JsonObject) &&
      !this.claimed.has(method) &&
      !this.claimed.has('*')
    );
  }

  /** Takes a record of the target; answers it if it is ours to answer. */
  hear(record: WireRecord): void {
    if (record.kind !== 'message' || !isObject(record.message as Json)) return;
    const message = record.message as JsonObject;
    if (typeof message.method !== 'string') return;
    if ('id' in message) {
      if (!this.serves(record)) return;
      this.remember(record);
    }
    this.deliver({ kind: 'message', message });
  }

  close(): void {
    this.connection.close();
  }
}

/** Every method that some `expect: { request: M }` of the steps waits for. */
export function claimedMethods(steps: readonly Step[]): Set<string> {
  const methods = new Set<string>();
  for (const step of steps) {
    const body = step.body;
    if (step.verb === 'expect' && isObject(body) && typeof body.request === 'string') {
      methods.add(body.request.split('#')[0]!);
    }
    for (const method of claimedMethods([
      ...(step.steps ?? []),
      ...(step.branches ?? []).flatMap((branch) => branch.steps),
    ])) {
      methods.add(method);
    }
  }
  return methods;
}
