import type { ServerNotifications } from '../../../generated/methods/bridge-v1.js';
import type { SessionUpdate } from '../../../generated/types/bridge-v1.js';
import { type Json, type JsonObject, stringifyJson } from '../../../json/json.js';
import type { Clock } from '../../../wire/clock/clock.js';
import type { Workspace } from '../../../workspace/confinement.js';
import type { Params } from '../params.js';
import type { Manifest } from './host/capabilities.js';
import type { Host } from './host/host.js';
import type { Inbox } from './inbox.js';
import type { TurnOptions } from './parts.js';

/** The updates of Harn's own, by name: what stands below `_meta.harn`. */
type ExtensionUpdates = {
  [U in Extract<SessionUpdate, { _meta: { harn: unknown } }> as U['sessionUpdate']]: U['_meta']['harn'];
};

/** What a turn of a session is made of. */
export interface PromptTurnParts {
  sessionId: string;
  /** The files of the session's folder. */
  files: Workspace;
  /** The text of the prompt. */
  prompt: string;
  host: Host;
  inbox: Inbox;
  clock: Clock;
  manifest: Manifest;
  options: TurnOptions;
  /** Aborts, with the reason Cancelled, when the turn is cancelled. */
  signal: AbortSignal;
  notify<M extends keyof ServerNotifications>(method: M, params: Params<M>): void;
  /** A number that no other call of this session got. */
  next(): number;
}

/** One prompt while it is worked on: what it knows, and how it tells the host what happens. */
export class PromptTurn {
  readonly sessionId: string;
  readonly files: Workspace;
  readonly prompt: string;
  readonly host: Host;
  readonly inbox: Inbox;
  readonly clock: Clock;
  readonly manifest: Manifest;
  readonly options: TurnOptions;
  readonly signal: AbortSignal;

  constructor(private readonly parts: PromptTurnParts) {
    ({
      sessionId: this.sessionId,
      files: this.files,
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

  notify<M extends keyof ServerNotifications>(method: M, params: Params<M>): void {
    this.parts.notify(method, params);
  }

  /** Tells the host what happens, by a session/update. */
  update(update: SessionUpdate): void {
    this.notify('session/update', { sessionId: this.sessionId, update });
  }

  /** A session/update of Harn's own, whose payload stands below `_meta.harn` (Harn extensions v1, ACP session updates). */
  extension<Name extends keyof ExtensionUpdates>(sessionUpdate: Name, harn: ExtensionUpdates[Name]): void {
    this.update({ sessionUpdate, _meta: { harn } } as SessionUpdate);
  }

  /** A piece of what the agent says. */
  text(text: string): void {
    this.update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
  }

  /** A line of its own with the JSON text of a value. */
  say(value: JsonObject): void {
    this.text(`${stringifyJson(value)}\n`);
  }

  warn(message: string, fields: { [name: string]: Json } = {}): void {
    this.extension('log', { level: 'warn', message, fields });
  }
}
