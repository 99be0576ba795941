import { connect } from '../jsonrpc/connection.js';
import type { Json, JsonObject } from '../jsonrpc/json.js';
import type { Link } from '../jsonrpc/link.js';
import { type Id, isObject } from '../jsonrpc/messages.js';
import type { Listener } from '../transport/carried.js';
import type { Step } from './case.js';
import type { KitSide } from './kit-side.js';
import type { WireRecord } from './record.js';
import type { Outgoing } from './stage.js';

/**
 * Our side of a case, alive: it answers what the target asks by itself, except the methods that some step of the case
 * claims. Answers to what the steps asked are the steps' business and never reach it.
 */
export class LivingPeer {
  private deliver: Listener = () => undefined;
  private end: () => void = () => undefined;
  /** Its own ids by those that it has on the wire: steps and peer count their requests apart. */
  private readonly asked = new Map<string, Id>();
  private count = 0;
  /** Ids of events that brought a request: one that is replayed on another stream has been answered. */
  private readonly heard = new Set<string>();

  constructor(
    side: KitSide,
    private readonly claimed: ReadonlySet<string>,
    private readonly send: (out: Outgoing) => void,
  ) {
    const link: Link = {
      send: (message, about) => this.say(message, about?.stream),
      listen: (listener) => {
        this.deliver = listener;
      },
      close: () => this.end(),
      closed: new Promise((resolve) => {
        this.end = resolve;
      }),
    };
    if (side.serve) side.serve(link);
    else connect(link, { requests: { ...side.requests }, notifications: { ...side.notifications } });
  }

  /** Whether the steps leave this request to us. */
  serves(record: WireRecord): boolean {
    const message = messageOf(record);
    if (!message || typeof message.method !== 'string' || !('id' in message)) return false;
    return !this.claimed.has(message.method) && !this.claimed.has('*');
  }

  /** Takes a record of the target; answers it if it is ours to answer. */
  hear(record: WireRecord): void {
    const message = messageOf(record);
    if (!message) return;
    if (typeof message.method === 'string') {
      if ('id' in message && (!this.serves(record) || this.isReplay(record))) return;
      this.deliver({ kind: 'message', message, stream: record.channel });
      return;
    }
    const mine = typeof message.id === 'string' ? this.asked.get(message.id) : undefined;
    if (mine === undefined) return;
    this.asked.delete(message.id as string);
    this.deliver({ kind: 'message', message: { ...message, id: mine as Json } });
  }

  close(): void {
    this.end();
  }

  private isReplay({ sse }: WireRecord): boolean {
    if (sse?.id === undefined) return false;
    if (this.heard.has(sse.id)) return true;
    this.heard.add(sse.id);
    return false;
  }

  private say(message: JsonObject, about: string | undefined): void {
    const out: Outgoing = { message, ...(about === undefined ? {} : { about }) };
    if (typeof message.method !== 'string' || !('id' in message)) {
      this.send(out);
      return;
    }
    const id = `kit-${++this.count}`;
    this.asked.set(id, message.id as Id);
    this.send({ ...out, message: { ...message, id } });
  }
}

const messageOf = (record: WireRecord): JsonObject | undefined =>
  record.kind === 'message' && isObject(record.message as Json) ? (record.message as JsonObject) : undefined;

/** Every method that some `expect: { request: M }` of the steps waits for. */
export function claimedMethods(steps: readonly Step[]): Set<string> {
  const methods = new Set<string>();
  for (const step of steps) {
    const { body } = step;
    if (step.verb === 'expect' && isObject(body) && typeof body.request === 'string') {
      methods.add(body.request.split('#')[0]!);
    }
    const nested = [...(step.steps ?? []), ...(step.branches ?? []).flatMap((branch) => branch.steps)];
    for (const method of claimedMethods(nested)) methods.add(method);
  }
  return methods;
}
