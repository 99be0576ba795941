import type { Header, Message } from '../generated/types/recording-v1.js';
import { isObject, type Json, type JsonObject } from '../json/json.js';
import { idKey } from '../jsonrpc/ledger.js';
import { shapeOf } from '../jsonrpc/messages.js';

/** A message that the side which is replayed sent. */
export interface RecordedStep {
  kind: 'notify' | 'request' | 'reply';
  message: JsonObject;
  /** Of a request: whether the peer answered it. */
  waits: boolean;
  /** Of a request: the reply of the peer. */
  answer?: JsonObject;
  /** Over HTTP: the status of the response that it was in. */
  status?: number;
}

/** A request, and what was sent for it. */
export interface Exchange {
  /** Its line in the recording. */
  line: number;
  /** Position of its conversation in the recording, from 0. */
  conversation: number;
  request: JsonObject;
  method: string;
  steps: RecordedStep[];
  /** What was sent after the reply, and belongs to no later request. */
  after: RecordedStep[];
  /** Whether the reply came as an event of a stream. */
  isStream: boolean;
  /** Whether the recording has the reply. */
  isComplete: boolean;
}

export interface Recorded {
  exchanges: Exchange[];
  /** Messages that belong to no request, by their lines, and can't be replayed. */
  left: { line: number; kind: RecordedStep['kind']; method?: string }[];
}

/** A line of a recording with a message, and its number. */
export interface NumberedMessage {
  number: number;
  line: Message;
}

/** The side of a recording that a role is, or undefined if it is none of them. */
export function sideOf({ roles }: Header, role: string): 'kit' | 'target' | undefined {
  if (roles.target === role) return 'target';
  return roles.kit === role ? 'kit' : undefined;
}

/** What a side of a recording answered, in the order of the requests. */
export function exchangesOf(lines: readonly NumberedMessage[], side: 'kit' | 'target'): Recorded {
  const conversations = new Map<string, Conversation>();
  const recorded: Recorded = { exchanges: [], left: [] };
  for (const { number, line } of lines) {
    const session = line.session ?? '';
    const conversation = conversations.get(session) ?? new Conversation(conversations.size, recorded);
    conversations.set(session, conversation);
    conversation.take(number, line.record, line.record.from === side);
  }
  return recorded;
}

/**
 * The exchange of a side that begins the conversation, such as a client: without what it said at the same time of its own accord. Only
 * replies, and notifications with the progress token of the request, are about the request.
 */
export function answersOnly(exchange: Exchange): Exchange {
  const token = tokenOf(exchange.request);
  const isAbout = ({ kind, message: { params } }: RecordedStep) =>
    kind === 'reply' || (token !== undefined && isObject(params) && idKey(params.progressToken) === idKey(token));
  return { ...exchange, steps: exchange.steps.filter(isAbout), after: [] };
}

type Open = { exchange: Exchange; stream: string | undefined };

class Conversation {
  /** Requests that have no reply yet. */
  private open: Open[] = [];
  private latest: Open | undefined;
  /** Requests of the side itself that the peer has not answered. */
  private readonly asked = new Map<string, RecordedStep>();
  /** Streams whose responses came as events, and the statuses of responses. */
  private readonly statuses = new Map<string, number>();
  /** By id: a request that was answered, which may be answered further on a stream. */
  private readonly answered = new Map<string, Open>();

  constructor(
    private readonly at: number,
    private readonly to: Recorded,
  ) {}

  take(number: number, record: Message['record'], isOurs: boolean): void {
    const { message, stream, http } = record;
    if (isOurs && typeof http?.status === 'number' && stream !== undefined) this.statuses.set(stream, http.status);
    if (!isObject(message) || record.kind !== 'message') return;
    const shape = shapeOf(message);
    if (!isOurs) {
      if (shape === 'request') this.asks(number, message, stream);
      if (shape === 'response') this.answers(message);
    } else if (shape === 'response') this.replies(number, message, record);
    else if (shape !== 'invalid') this.says(number, message, shape === 'request', stream);
  }

  private asks(line: number, request: JsonObject, stream: string | undefined): void {
    const exchange: Exchange = {
      ...{ line, conversation: this.at, request, method: String(request.method) },
      ...{ steps: [], after: [], isStream: false, isComplete: false },
    };
    this.to.exchanges.push(exchange);
    this.latest = { exchange, stream };
    this.open.push(this.latest);
  }

  /** The peer answers a request of the side. */
  private answers(answer: JsonObject): void {
    const step = this.asked.get(idKey(answer.id));
    if (step) Object.assign(step, { waits: true, answer });
    this.asked.delete(idKey(answer.id));
  }

  private replies(line: number, message: JsonObject, { stream, sse }: Message['record']): void {
    const key = idKey(message.id);
    const alike = this.open.filter(({ exchange }) => idKey(exchange.request.id) === key);
    const open = alike.find((one) => one.stream === stream) ?? alike[0];
    const of = open ?? this.answered.get(key);
    if (!of) {
      this.to.left.push({ line, kind: 'reply' });
      return;
    }
    const { exchange } = of;
    const status = stream === undefined ? undefined : this.statuses.get(stream);
    const { id: _, jsonrpc: __, ...body } = message;
    exchange.steps.push({ kind: 'reply', message: body, waits: false, ...(status === undefined ? {} : { status }) });
    exchange.isStream ||= sse !== undefined;
    exchange.isComplete = true;
    this.open = this.open.filter((one) => one !== open);
    this.answered.set(key, of);
  }

  private says(line: number, message: JsonObject, isRequest: boolean, stream: string | undefined): void {
    const { id, jsonrpc: _, ...body } = message;
    const step: RecordedStep = { kind: isRequest ? 'request' : 'notify', message: body, waits: false };
    if (isRequest) this.asked.set(idKey(id), step);
    const about = this.about(message, stream);
    if (about) about.exchange.steps.push(step);
    else if (this.latest) this.latest.exchange.after.push(step);
    else this.to.left.push({ line, kind: step.kind, method: String(message.method) });
  }

  /** The request in whose course something is said: that of the same exchange or progress token, or the latest. */
  private about({ params }: JsonObject, stream: string | undefined): Open | undefined {
    const token = isObject(params) ? params.progressToken : undefined;
    const byStream = stream === undefined ? undefined : this.open.find((one) => one.stream === stream);
    const byToken =
      token === undefined
        ? undefined
        : this.open.find(({ exchange }) => idKey(tokenOf(exchange.request)) === idKey(token));
    return byStream ?? byToken ?? this.open.at(-1);
  }
}

/** The token by which a request asks for progress. */
function tokenOf({ params }: JsonObject): Json | undefined {
  const meta = isObject(params) ? params._meta : undefined;
  return isObject(meta) ? meta.progressToken : undefined;
}
