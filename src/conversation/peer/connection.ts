import type { JsonObject } from '../../json/json.js';
import { isObject } from '../../json/json.js';
import { connect } from '../../jsonrpc/connection.js';
import { idKey } from '../../jsonrpc/ledger.js';
import type { Link } from '../../jsonrpc/link.js';
import { type Id, shapeOf } from '../../jsonrpc/messages.js';
import { BufferedListeners } from '../../wire/buffered-listeners.js';
import { type Border, type Carried, openBorder } from '../../wire/carried.js';
import type { WireRecord } from '../../wire/record.js';
import { sendThrough } from '../record-notes.js';
import type { Outgoing } from '../stage.js';
import type { Claims } from './claims.js';
import type { PeerReference } from './peer-reference.js';

/** What the peer says by itself: a message, or what a fault makes of it. */
export interface PeerOutput {
  say(out: Outgoing): void;
  /** A fault ends the lane, or the process that stands at our end of it. */
  end(carried: Carried): void;
}

/**
 * The peer of a case, alive: it answers what the target asks by itself, except the methods that some step of the case
 * claims. Answers to what the steps asked are the steps' business and never reach it.
 */
export class PeerConnection {
  private readonly listeners = new BufferedListeners();
  private end: () => void = () => undefined;
  /** Its own ids by those that it has on the wire: steps and peer count their requests apart. */
  private readonly asked = new Map<string, Id>();
  private count = 0;
  /** The requests of the target that it works on. */
  private readonly open = new Set<string>();
  /** Ids of events that brought a request: one that is replayed on another stream has been answered. */
  private readonly heard = new Set<string>();
  /** Requests that the steps answer, by id. */
  private readonly kept = new Map<string, JsonObject>();

  constructor(
    private readonly reference: PeerReference,
    private readonly claims: Claims,
    private readonly output: PeerOutput,
    /** Where the faults of the case act. */
    private readonly border: Border = openBorder,
  ) {
    const link: Link = {
      send: (message, about) => this.say(message, about?.stream),
      listen: (listener) => this.listeners.listen(listener),
      close: () => this.end(),
      closed: new Promise((resolve) => {
        this.end = resolve;
      }),
    };
    if (reference.serve) reference.serve(link);
    else connect(link, { requests: { ...reference.requests }, notifications: { ...reference.notifications } });
  }

  /** Takes a record of the target; answers it if it is ours to answer. */
  hear(record: WireRecord): void {
    const message = messageOf(record);
    if (!message) return;
    if (typeof message.method === 'string') {
      if (!('id' in message)) this.deliver({ kind: 'message', message, stream: record.channel });
      else if (!this.isReplay(record)) this.asks(message, record.channel);
      return;
    }
    const mine = typeof message.id === 'string' ? this.asked.get(message.id) : undefined;
    if (mine === undefined) return;
    this.asked.delete(message.id as string);
    this.deliver({ kind: 'message', message: { ...message, id: mine } });
  }

  /** Takes note of what the kit said: an answer of the steps is one that the reference would have given. */
  said(record: WireRecord): void {
    const message = messageOf(record);
    const request = message && shapeOf(message) === 'response' ? this.kept.get(idKey(message.id)) : undefined;
    if (!message || !request) return;
    this.kept.delete(idKey(message.id));
    this.reference.answered?.(request, message);
  }

  /** Whether it has not answered yet all that it was asked. */
  get owes(): boolean {
    return this.open.size > 0;
  }

  close(): void {
    this.open.clear();
    this.end();
  }

  /** A request: the steps answer it, or we do. */
  private asks(message: JsonObject, stream: string): void {
    if (this.claims.keep(String(message.method), stream)) {
      this.kept.set(idKey(message.id), message);
      return;
    }
    this.open.add(idKey(message.id));
    this.deliver({ kind: 'message', message, stream });
  }

  private deliver(carried: Carried): void {
    this.border.hears(carried, (heard) => this.listeners.emit(heard));
  }

  private isReplay({ sse }: WireRecord): boolean {
    if (sse?.id === undefined) return false;
    if (this.heard.has(sse.id)) return true;
    this.heard.add(sse.id);
    return false;
  }

  private say(message: JsonObject, about: string | undefined): void {
    if (typeof message.method !== 'string') this.open.delete(idKey(message.id));
    let outgoing = message;
    if (typeof message.method === 'string' && 'id' in message) {
      const id = `kit-${++this.count}`;
      this.asked.set(id, message.id as Id);
      outgoing = { ...message, id };
    }
    const carried: Carried = { kind: 'message', message: outgoing };
    sendThrough(this.border, carried, (left, broken) => {
      if (left.kind === 'closed' || left.kind === 'exit') {
        this.output.end(left);
        return;
      }
      const deliberate = broken ? { deliberate: true } : {};
      const content = left.kind === 'message' ? contentOf(left) : { raw: [left.bytes ?? new Uint8Array()] };
      this.output.say({ ...content, ...deliberate, ...(about === undefined ? {} : { about }) });
    });
  }
}

/** A message that a fault has written in its own way leaves with these bytes. */
function contentOf({ message, text }: Carried): Pick<Outgoing, 'message' | 'raw'> {
  if (text === undefined) return { message: message as JsonObject };
  return { raw: [Buffer.from(`${text}\n`)] };
}

const messageOf = (record: WireRecord): JsonObject | undefined =>
  record.kind === 'message' && isObject(record.message) ? record.message : undefined;
