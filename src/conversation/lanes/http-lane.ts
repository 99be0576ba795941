import { isObject, type Json, type JsonObject } from '../../json/json.js';
import type { Carried, HttpHead } from '../../wire/carried.js';
import { type Clock, waitAtMost } from '../../wire/clock/clock.js';
import type { Exchange, HttpClient } from '../../wire/http/client.js';
import { mediaType } from '../../wire/http/headers.js';
import { EVENT_STREAM } from '../../wire/http/sse.js';
import type { Channel } from '../channel.js';
import { type HttpPart, jsonRpc } from '../codec/codec.js';
import type { Lane, LaneHost } from '../lane.js';
import type { HttpCarrier, HttpRequest, OtherRequest } from '../peer/peer-reference.js';
import { notesOf } from '../record-notes.js';
import type { Outgoing } from '../stage.js';
import { type HttpExperience, leavesNotificationsOpen, noExperience } from './http-experience.js';
import { asSent, headOf, overridden } from './http-requests.js';
import { type OpenedSession, Opening } from './openings.js';
import { UsualRequest } from './usual-request.js';

/** ms, real time, that a server may take to accept a notification before the case goes on without. */
const ACCEPTED_WITHIN = 2_000;
/** ms, real time, that a server may take to answer the request that ends its session. */
const GOODBYE_WITHIN = 1_000;
/** ms, real time, that a server may take to answer the request for a stream that the peer opens by itself. */
const STREAM_WITHIN = 1_000;
/** The same where nobody has time, or an answer is not to be expected: no more than it takes to send it. */
const HURRIED = 50;

export interface HttpLaneOptions {
  experience?: HttpExperience;
  /** Whether the peer opens the stream by itself on which the server may ask it; without it the steps open what they want. */
  opensStream?: boolean;
  /** Whether the peer comes back to a stream that the server has ended before its response. */
  resumes?: boolean;
  /** Whether it waits before it comes back for as long as the server has said. */
  pauses?: boolean;
}

interface Open {
  channel: Channel;
  exchange: Exchange;
  /** It may bring the answers of others: a stream that the server speaks on freely. */
  isStream: boolean;
  /** The peer has opened it by itself. */
  isOwn: boolean;
  over: boolean;
  /** The steps have closed it. */
  left: boolean;
}

/** What a request over HTTP has come to, for a stream that may end before its response. */
interface Progress {
  /** The request that the stream answers; unset where it is none. */
  id: Json | undefined;
  answered: boolean;
  lastEventId: string | undefined;
  /** ms */
  retry: number;
  /** How often the stream brought nothing new. */
  idle: number;
}

/** ms after which a stream is resumed whose server does not say when. */
const RETRY = 500;
/** How often a stream is resumed that brings nothing. */
const MOST_IDLE = 50;

/** The name of the exchange that the peer opens by itself. */
const STREAM = 'listening';

const isAcceptance = (status: number) => status >= 200 && status < 300;
/** What there is of an exchange that was not made. */
const NONE: Exchange = {
  end: () => undefined,
  reset: () => undefined,
  written: Promise.resolve(),
  done: Promise.resolve(),
};
/** Whether a server that is asked to end a session will not, which is none of its business any more where it does not know it. */
const isRefusal = (status: number) => status >= 400 && status !== 404;

/**
 * `main` over HTTP: every message is an exchange of its own with a channel of its own; `main` is the merged view of the
 * messages of them all.
 */
export class HttpLane implements Lane {
  private readonly open = new Set<Open>();
  private count = 0;
  /** By channel: the request of its exchange. */
  private readonly requests = new Map<string, HttpRequest>();
  private readonly experience: HttpExperience;
  private readonly opensStream: boolean;
  private readonly resumes: boolean;
  private readonly pauses: boolean;
  /** The session of the conversation, once it has one. */
  private session: OpenedSession | undefined;
  over = false;

  constructor(
    private readonly host: LaneHost,
    private readonly client: HttpClient,
    private readonly carrier: HttpCarrier,
    private readonly clock: Clock,
    /** What the client carried; the same object for every lane that shares a client. */
    readonly traffic: Lane['traffic'],
    /** Whether the client goes with the lane. */
    private readonly owned: boolean,
    { experience = noExperience(), opensStream = false, resumes = false, pauses = true }: HttpLaneOptions = {},
  ) {
    this.experience = experience;
    this.opensStream = opensStream;
    this.resumes = resumes;
    this.pauses = pauses;
  }

  async send(list: Outgoing[]): Promise<void> {
    for (const out of list) {
      const beside = out.about === undefined ? undefined : this.requests.get(out.about);
      const begun = this.exchange(out, overridden(this.carrier.request(out, beside), out), false, this.otherOf(out));
      // What comes next may build on a notification or an answer, and travels on another connection: a client waits until
      // it is accepted. An exchange with a name is the case's own to wait for.
      const expectsNothing = isObject(out.message) && !('method' in out.message && 'id' in out.message);
      if (!expectsNothing || out.as !== undefined) continue;
      const status = await this.accepted(begun);
      if (this.opensStream && (status === undefined || isAcceptance(status))) await this.openStream(out);
    }
  }

  /** The other form of a request, unless the step itself says how it goes over HTTP. */
  private otherOf(out: Outgoing): OtherRequest | undefined {
    if (out.http?.method !== undefined || out.http?.path !== undefined || out.raw !== undefined) return undefined;
    const other = this.carrier.otherwise?.(out);
    return other && { ...other, request: overridden(other.request, out) };
  }

  /** Waits until the exchange of a notification has its response head or is over. Resolves with the status, if there is one in time. */
  private async accepted(begun: Promise<number | undefined>): Promise<number | undefined> {
    const { experience } = this;
    if (leavesNotificationsOpen(experience)) {
      await waitAtMost(this.clock, HURRIED, begun);
      return undefined;
    }
    const inTime = await waitAtMost(
      this.clock,
      ACCEPTED_WITHIN,
      begun.then(() => true as const),
    );
    experience.unaccepted = inTime ? 0 : experience.unaccepted + 1;
    return inTime ? begun : undefined;
  }

  /**
   * Opens the stream on which the server may say what belongs to no request, where this message makes one due. A server that
   * has none is not asked again in this run, one that does not answer is asked and not waited for.
   */
  private async openStream(after: Outgoing): Promise<void> {
    const { experience } = this;
    const request = experience.stream === 'refused' ? undefined : this.carrier.stream?.(after);
    if (!request) return;
    const begun = this.exchange({ as: STREAM }, request, true).then((status) => {
      if (status === 404 || status === 405) experience.stream = 'refused';
      return true as const;
    });
    const hurried = experience.stream === 'unanswered';
    const answered = await waitAtMost(this.clock, hurried ? HURRIED : STREAM_WITHIN, begun);
    if (!answered) experience.stream = 'unanswered';
  }

  async close(channel: Channel, how: 'end' | 'reset' | number): Promise<void> {
    const targets = [...this.open].filter((one) => channel === this.host.main || one.channel === channel);
    for (const one of targets) {
      one.left = true;
      if (how === 'end') one.exchange.end();
      else one.exchange.reset();
    }
    await Promise.all(targets.map((one) => one.exchange.done));
  }

  canAnswer(channel: Channel, name: string | undefined): boolean {
    if (channel !== this.host.main) return !channel.ended;
    return [...this.open].some((one) => !one.over && (name === undefined || one.channel.name === name || one.isStream));
  }

  async end(signal?: AbortSignal): Promise<void> {
    const goodbye = this.carrier.goodbye();
    const left = [...this.open];
    for (const one of left) {
      one.left = true;
      if (one.isOwn) one.exchange.end();
      else one.exchange.reset();
    }
    await Promise.all(left.map((one) => one.exchange.done));
    if (goodbye) await this.sayGoodbye(goodbye, signal);
    if (this.owned) await this.client.close();
  }

  /** Ends the session politely. A server that takes the request and never answers it is not waited for. */
  private async sayGoodbye(goodbye: HttpRequest, signal: AbortSignal | undefined): Promise<void> {
    let status = 0;
    const exchange = this.client.exchange({ ...goodbye, stream: 'goodbye' }, ({ kind, http }) => {
      if (kind === 'http') status = http?.status ?? 0;
    });
    const answered = exchange.done.then(() => true);
    const hurried = signal?.aborted || this.experience.goodbyeUnanswered;
    const over = hurried
      ? waitAtMost(this.clock, HURRIED, answered)
      : waitAtMost(this.clock, GOODBYE_WITHIN, answered, signal);
    if (await over) {
      if (this.session && isRefusal(status)) this.experience.openings.leave(this.session);
      return;
    }
    if (!signal?.aborted) this.experience.goodbyeUnanswered = true;
    exchange.reset();
    await exchange.done;
  }

  /** Begins an exchange; resolves at its response head, with the status, or at its end. */
  private exchange(
    out: Outgoing,
    usual: HttpRequest,
    isOwn = false,
    other?: OtherRequest,
  ): Promise<number | undefined> {
    const channel = this.host.channel(out.as ?? `exchange-${++this.count}`);
    const isUsual = other === undefined || !this.experience.speaksOtherwise;
    const request = isUsual ? usual : other.request;
    let tried = isUsual && other ? new UsualRequest(other) : undefined;
    this.requests.set(channel.name, request);
    const head = headOf(request);
    const opening = this.openingBy(out);
    const skipped = opening?.skipped();
    const asked = skipped ? { earlier: true as const } : { request: asSent(request) };
    this.host.record('kit', [channel, this.host.main], this.sent(out, head), { ...notesOf(out), ...asked });
    let response: HttpHead | undefined;
    let answered: (status: number | undefined) => void = () => undefined;
    const begun = new Promise<number | undefined>((resolve) => {
      answered = resolve;
    });
    let told = false;
    const progress: Progress = { id: askedBy(out), answered: false, lastEventId: undefined, retry: RETRY, idle: 0 };
    const goOn = (to: HttpRequest, refusal: HttpHead) => {
      tried = undefined;
      this.host.record('target', [this.host.channel(`${channel.name}-refused`)], { kind: 'http', http: refusal });
      this.host.record('kit', [channel], { kind: 'http', http: headOf(to) }, { request: asSent(to) });
      entry.exchange = this.client.exchange({ ...to, stream: channel.name }, (came) => {
        if (came.kind === 'http') this.experience.speaksOtherwise = isAcceptance(came.http?.status ?? 0);
        hear(came);
      });
    };
    const hearFirst = (came: Carried): void => {
      const items = tried?.hear(came) ?? [came];
      if ('missing' in items) goOn(other!.request, items.missing);
      else for (const item of items) hear(item);
    };
    const hear = (came: Carried): void => {
      // What we stopped reading is over for good.
      const mayGoOn = came.kind === 'closed' && came.closed?.how !== 'error';
      if (mayGoOn && this.mayResume(entry, progress, response)) {
        this.resume(entry, request, progress, hear);
        return;
      }
      const read = this.read(came, out, response);
      for (const carried of opening?.hear(read, response) ?? [read]) take(carried);
    };
    const take = (carried: Carried): void => {
      follow(progress, carried);
      // What says all in its head brings no body that would be the message.
      if (carried.kind === 'closed' && !told) this.sayHead(out, response, channel);
      told ||= carried.kind === 'message';
      if (carried.kind === 'http' && carried.http) {
        response = carried.http;
        if (this.carrier.ended?.(request, response)) this.over = true;
      }
      const isMessage = carried.kind === 'message' || carried.kind === 'bytes';
      if (carried.kind === 'closed') {
        channel.ended = true;
        entry.over = true;
      }
      // What answers a GET of the peer's own and is no event is for the case about GET to judge.
      const isBeside = isOwn && carried.sse === undefined;
      this.host.record(
        'target',
        isMessage && !isBeside ? [channel, this.host.main] : [channel],
        response ? { http: response, ...carried } : carried,
        isMessage && opening?.isEarlier ? { earlier: true } : {},
      );
      const last = channel.records.at(-1);
      if (last && isMessage) this.carrier.learn(last);
      if (opening?.session && opening.session !== this.session) this.begun(opening.session);
      if (carried.kind === 'closed') this.open.delete(entry);
      if (carried.kind === 'closed' || carried.kind === 'http') answered(response?.status);
    };
    const entry: Open = {
      channel,
      over: false,
      left: false,
      isOwn,
      isStream: head.method === 'GET' && !isOwn,
      exchange: skipped ? NONE : this.client.exchange({ ...request, stream: channel.name }, hearFirst),
    };
    this.open.add(entry);
    for (const carried of skipped ?? []) take(carried);
    return begun;
  }

  private openingBy(out: Outgoing): Opening | undefined {
    const asked = this.session ? undefined : this.carrier.opening?.(out);
    return asked === undefined ? undefined : new Opening(this.experience.openings, asked, askedBy(out));
  }

  /** The conversation has a session. One that has no name needs no end, and is there for all. */
  private begun(session: OpenedSession): void {
    this.session = session;
    if (this.carrier.goodbye() === undefined) this.experience.openings.share(session);
  }

  /** Whether a stream that has ended goes on elsewhere: its response is missing, and the server has said from where. */
  private mayResume(
    entry: Open,
    { id, answered, lastEventId, idle }: Progress,
    response: HttpHead | undefined,
  ): boolean {
    if (!this.resumes || !this.carrier.resumption || entry.left || this.over) return false;
    if (id === undefined || answered || lastEventId === undefined || idle >= MOST_IDLE) return false;
    return isAcceptance(response?.status ?? 0) && mediaType(response?.headers ?? {}) === EVENT_STREAM;
  }

  /** Comes back to the stream of an exchange, on the same channel: to the steps it is one. */
  private resume(entry: Open, request: HttpRequest, progress: Progress, hear: (came: Carried) => void): void {
    const call = this.carrier.resumption!(request, progress.lastEventId!);
    progress.idle++;
    const again = () => {
      if (entry.left) return hear({ kind: 'closed', closed: { how: 'end' } });
      entry.exchange = this.client.exchange({ ...call, stream: entry.channel.name }, hear);
    };
    if (this.pauses) this.clock.after(progress.retry, again);
    else again();
  }

  /** What came, as the binding's codec reads it. */
  private read(carried: Carried, out: Outgoing, response: HttpHead | undefined): Carried {
    const { codec = jsonRpc } = this.carrier;
    if (carried.kind !== 'message' || !isObject(out.message)) return carried;
    const part = { ...response, body: carried.message ?? null };
    const message = codec.read(part, out.message);
    return message ? { ...carried, message, ...this.natively(part, out.message) } : carried;
  }

  /** A reply in the form that the bytes have, if its codec gives another. */
  private natively(part: HttpPart, asked: JsonObject): Pick<Carried, 'native'> {
    const { native } = this.carrier.codec ?? jsonRpc;
    const read = native?.codec.read(part, native.of(asked));
    return read ? { native: read } : {};
  }

  /** The record of what Proctor sends over HTTP. */
  private sent({ raw, message }: Outgoing, http: HttpHead): Carried {
    if (raw) return { kind: 'bytes', bytes: Buffer.concat(raw), http };
    if (message === undefined) return { kind: 'http', http };
    const { native } = this.carrier.codec ?? jsonRpc;
    return { kind: 'message', message, http, ...(native && isObject(message) && { native: native.of(message) }) };
  }

  private sayHead(out: Outgoing, response: HttpHead | undefined, channel: Channel): void {
    const { codec = jsonRpc } = this.carrier;
    if (!response || !isObject(out.message)) return;
    const message = codec.read({ ...response }, out.message);
    const native = this.natively({ ...response }, out.message);
    if (message)
      this.host.record('target', [channel, this.host.main], { kind: 'message', message, http: response, ...native });
  }
}

/** The id of the request that is sent; undefined where it is none. */
function askedBy({ message }: Outgoing): Json | undefined {
  return isObject(message) && 'method' in message ? message.id : undefined;
}

/** Notes what came of a stream. */
function follow(progress: Progress, { kind, message, sse }: Carried): void {
  if (sse?.retry !== undefined) progress.retry = sse.retry;
  if (sse?.id !== undefined && sse.id !== '' && sse.id !== progress.lastEventId) {
    progress.lastEventId = sse.id;
    progress.idle = 0;
  }
  if (kind === 'message' && isObject(message) && !('method' in message)) progress.answered = true;
}
