import { inTurn } from '../../../conversation/live/in-turn.js';
import { isObject, type Json, type JsonObject } from '../../../json/json.js';
import { type Envelope, readEnvelope } from '../../../jsonrpc/envelope.js';
import { idKey } from '../../../jsonrpc/ledger.js';
import type { Link } from '../../../jsonrpc/link.js';
import type { Id } from '../../../jsonrpc/messages.js';
import { METHOD_NOT_FOUND, RpcError } from '../../../jsonrpc/rpc-error.js';
import type { Carried } from '../../../wire/carried.js';
import { decision } from './decision.js';
import type { Progress } from './progress.js';
import { type ClientRules, Lost, type Report } from './rules.js';
import type { ClientScript } from './script.js';

export interface ClientSessionOptions {
  script: ClientScript;
  progress: Progress;
  report: Report;
  cwd: string;
  /** The id of the next request, over all connections. */
  nextId(): Id;
  rules: ClientRules;
}

/** One connection of a client to its hub. */
export class HubClientSession {
  private readonly calls = new Map<string, (reply: JsonObject | Error) => void>();
  /** Requests that it has answered, by id. */
  private readonly answered = new Set<string>();
  /** Requests of a replay, until it is known whether somebody waits for the answers; undefined once it is. */
  private held: (Envelope & { kind: 'request' })[] | undefined;
  private moved: () => void = () => undefined;
  private gone = false;

  constructor(
    private readonly link: Link,
    private readonly options: ClientSessionOptions,
  ) {
    link.listen((carried) => this.hear(carried));
  }

  /** Does what is left to do. Rejects with Lost where the connection ends before that, with RpcError where the hub refuses something. */
  async play(): Promise<void> {
    const { script, progress, rules } = this.options;
    await this.call('initialize', {
      protocolVersion: 1,
      clientCapabilities: {},
      clientInfo: { name: 'proctor-reference-hub-client', version: '1.0.0' },
    });
    const known = progress.sessionId ?? script.sessionId;
    for (const method of rules.first) await this.call(method, {});
    if (known === undefined) await this.create();
    else await this.load(known);
    if (script.role === 'host_owner') await this.prompt();
    else await this.follow();
  }

  private async create(): Promise<void> {
    const { cwd, progress } = this.options;
    const { sessionId } = membersOf(await this.call('session/new', { cwd, mcpServers: [] }));
    if (typeof sessionId !== 'string') throw new Error('session/new was answered without a session');
    progress.note({ sessionId });
  }

  /** Attaches to a session. Requests among what it has missed are answered once it is known that a worker waits (Retained Sessions). */
  private async load(sessionId: string): Promise<void> {
    const { script, progress, report, cwd, rules } = this.options;
    const { acknowledged } = progress;
    this.held = [];
    if (progress.sessionId === undefined) progress.note({ sessionId });
    const { clientId, role } = script;
    const result = await this.call('session/load', {
      sessionId,
      ...(acknowledged > 0 && { lastAckedEventId: acknowledged }),
      cwd,
      mcpServers: [],
      _harn: { clientId, role },
    });
    const row = membersOf(membersOf(result).session);
    report.expired = row.liveState === 'expired_replay_only';
    const waiting = this.held;
    this.held = undefined;
    if (rules.answersReplayed(report.expired)) for (const request of waiting) this.serve(request);
  }

  /** Has its prompt answered, on this connection or, where it was asked on an earlier one, by what is replayed. */
  private async prompt(): Promise<void> {
    const { script, progress, report } = this.options;
    if (progress.answer === undefined && report.expired)
      throw new Error('the session has expired: the prompt is not answered');
    if (progress.asked === undefined) {
      const id = this.options.nextId();
      progress.note({ asked: String(id) });
      const prompt = [{ type: 'text', text: script.prompt }];
      this.send({ id: id, method: 'session/prompt', params: { sessionId: this.sessionId, prompt } });
    }
    await this.until(() => progress.answer !== undefined);
    if (progress.answer && 'error' in progress.answer) throw new Error(progress.answer.error);
  }

  /** Sends its controls and listens, until it has heard what it waits for. */
  private async follow(): Promise<void> {
    const { script, progress, report, rules } = this.options;
    for (const { method, params = {} } of inTurn(() => (script.role === 'controller' ? script.controls : []))) {
      try {
        await this.call(method, { sessionId: this.sessionId, ...params });
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        rules.refused(error, report);
      }
    }
    await this.until(() => script.until !== undefined && progress.text.includes(script.until)).catch((error) => {
      if (script.until !== undefined) throw error;
    });
  }

  private get sessionId(): string {
    return this.options.progress.sessionId ?? '';
  }

  private call(method: string, params: JsonObject): Promise<Json> {
    const id = this.options.nextId();
    return new Promise((resolve, reject) => {
      this.calls.set(idKey(id), (reply) => {
        if (reply instanceof Error) reject(reply);
        else if (reply.error !== undefined) reject(RpcError.from(reply.error));
        else resolve(reply.result ?? null);
      });
      if (this.gone) this.over();
      else this.send({ id: id, method, params });
    });
  }

  private send(message: JsonObject): void {
    this.link.send({ jsonrpc: '2.0', ...message });
  }

  /** Resolves once this holds; rejects with Lost where the connection ends before. */
  private until(holds: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      this.moved = () => {
        if (holds()) resolve();
        else if (this.gone) reject(new Lost('the connection was lost'));
      };
      this.moved();
    });
  }

  private over(): void {
    this.gone = true;
    for (const settle of this.calls.values()) settle(new Lost('the connection was lost'));
    this.moved();
  }

  private hear(carried: Carried): void {
    if (carried.kind === 'closed') this.over();
    if (this.gone || carried.kind !== 'message' || !isObject(carried.message)) return;
    const envelope = readEnvelope(carried.message);
    if (envelope.kind === 'invalid') return;
    // The ids of a hub may count over all that it says: only those of the session tell what of it is missing.
    const { eventId, sessionId } = membersOf(envelope.message._harn);
    const isOurs = typeof eventId === 'number' && sessionId === this.options.progress.sessionId;
    const event = isOurs ? eventId : undefined;
    if (envelope.kind === 'response') this.replied(envelope, event);
    else if (envelope.kind === 'request') this.asked(envelope, event);
    else this.told(envelope, event);
    this.moved();
  }

  private replied({ id, message }: Envelope & { kind: 'response' }, eventId: number | undefined): void {
    const { progress } = this.options;
    const key = idKey(id);
    const settle = this.calls.get(key);
    this.calls.delete(key);
    if (String(id) === progress.asked) {
      if (progress.answer === undefined) progress.note({ ...withEvent(eventId), answer: answerOf(message) });
      return;
    }
    if (eventId !== undefined && !progress.knows(eventId)) progress.note({ eventId });
    if (settle) settle(message);
    else if (this.answered.has(key)) this.judged(message);
  }

  /** What the hub says of an answer of ours: it counted before, or another came first (Retained Sessions, permission decisions). */
  private judged({ result, error }: JsonObject): void {
    const { report } = this.options;
    const { status, reason } = membersOf(isObject(error) ? error.data : result);
    report.decisions.push(String(status ?? reason ?? 'refused'));
  }

  private asked(request: Envelope & { kind: 'request' }, eventId: number | undefined): void {
    const { rules, script, progress } = this.options;
    if (!rules.answers(script.role, request.method)) return;
    progress.waits(request.id, eventId);
    if (this.held) this.held.push(request);
    else this.serve(request);
  }

  private serve({ id, method, params }: Envelope & { kind: 'request' }): void {
    const { progress, script } = this.options;
    this.answered.add(idKey(id));
    const eventId = progress.answered(id);
    if (method === 'session/request_permission') this.send({ id: id, result: decision(params, script.permission) });
    else if (method === 'host/call') this.send({ id: id, result: isObject(params) ? (params.args ?? null) : null });
    else if (method === 'host/capabilities') this.send({ id: id, result: {} });
    else this.send({ id: id, error: new RpcError(METHOD_NOT_FOUND, `Method not found: ${method}`).toObject() });
    if (eventId !== undefined && !progress.knows(eventId)) progress.note({ eventId });
  }

  private told({ method, params }: Envelope & { kind: 'notification' }, eventId: number | undefined): void {
    const { progress } = this.options;
    if (progress.knows(eventId)) return;
    const text = method === 'session/update' ? textIn(params, this.sessionId) : undefined;
    if (eventId !== undefined || text !== undefined)
      progress.note({ ...withEvent(eventId), ...(text === undefined ? {} : { text }) });
  }
}

const membersOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

const withEvent = (eventId: number | undefined) => (eventId === undefined ? {} : { eventId });

function answerOf({ result, error }: JsonObject): { stopReason: Json } | { error: string } {
  if (error !== undefined) return { error: RpcError.from(error).message };
  return { stopReason: isObject(result) ? (result.stopReason ?? null) : null };
}

/** The piece of text that an update of this session tells. */
function textIn(params: Json | undefined, sessionId: string): string | undefined {
  if (!isObject(params) || params.sessionId !== sessionId || !isObject(params.update)) return undefined;
  const { sessionUpdate, content } = params.update;
  if (sessionUpdate !== 'agent_message_chunk' || !isObject(content)) return undefined;
  return typeof content.text === 'string' ? content.text : undefined;
}
