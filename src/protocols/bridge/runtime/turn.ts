import { type Json, type JsonObject, stringifyJson } from '../../../json/json.js';
import type { Clock } from '../../../wire/clock/clock.js';
import type { Manifest } from './host/capabilities.js';
import type { Host } from './host/host.js';
import type { Inbox } from './inbox.js';
import type { TurnOptions } from './permissive/turn-options.js';

/** What a turn of a session is made of. */
export interface TurnParts {
  sessionId: string;
  /** Absolute path of the session's folder. */
  cwd: string;
  /** The text of the prompt. */
  prompt: string;
  host: Host;
  inbox: Inbox;
  clock: Clock;
  manifest: Manifest;
  options: TurnOptions;
  /** Aborts, with the reason Cancelled, when the turn is cancelled. */
  signal: AbortSignal;
  notify(method: string, params: JsonObject): void;
  /** A number that no other call of this session got. */
  next(): number;
}

/** One prompt while it is worked on: what it knows, and how it tells the host what happens. */
export class Turn {
  readonly sessionId: string;
  readonly cwd: string;
  readonly prompt: string;
  readonly host: Host;
  readonly inbox: Inbox;
  readonly clock: Clock;
  readonly manifest: Manifest;
  readonly options: TurnOptions;
  readonly signal: AbortSignal;

  constructor(private readonly parts: TurnParts) {
    ({
      sessionId: this.sessionId,
      cwd: this.cwd,
      prompt: this.prompt,
      host: this.host,
      inbox: this.inbox,
      clock: this.clock,
      manifest: this.manifest,
      options: this.options,
      signal: this.signal,
    } = parts);
  }

  /** A name such as call_3 that the session has not used yet. */
  name(kind: string): string {
    return `${kind}_${this.parts.next()}`;
  }

  notify(method: string, params: JsonObject): void {
    this.parts.notify(method, params);
  }

  /** A session/update whose payload stands at the root of the update, as ACP has it. `harn` goes below `_meta.harn`. */
  update(sessionUpdate: string, payload: JsonObject, harn: JsonObject = {}): void {
    const meta: JsonObject = Object.keys(harn).length === 0 ? {} : { _meta: { harn } };
    this.notify('session/update', { sessionId: this.sessionId, update: { sessionUpdate, ...payload, ...meta } });
  }

  /** A session/update of Harn's own, whose payload stands below `_meta.harn` (Harn extensions v1, ACP session updates). */
  extension(sessionUpdate: string, payload: JsonObject): void {
    this.update(sessionUpdate, {}, payload);
  }

  /** A piece of what the agent says. */
  text(text: string): void {
    this.update('agent_message_chunk', { content: { type: 'text', text } });
  }

  /** A line of its own with the JSON text of a value. */
  say(value: JsonObject): void {
    this.text(`${stringifyJson(value)}\n`);
  }

  warn(message: string, fields: { [name: string]: Json } = {}): void {
    this.extension('log', { level: 'warn', message, fields });
  }
}
