import type { JsonObject } from '../../json/json.js';
import type { Carried } from '../../wire/carried.js';
import type { Clock } from '../../wire/clock/clock.js';
import type { Admission } from '../../wire/http/admission.js';
import type { Limits } from '../../wire/limits.js';
import type { WireRecord } from '../../wire/record.js';
import type { Channel } from '../channel.js';
import type { Lane } from '../lane.js';
import type { Outgoing } from '../stage.js';
import type { AnswerScope } from './answers.js';
import type { TokenIssuer } from './token.js';

/** A channel that a step opened beside `main`: a listener, or a connection of its own. */
export interface OpenedChannel {
  send(out: Outgoing[]): Promise<void>;
  /** A step waits for what comes on it: a connection that has not read so far does. */
  read(): void;
  hangUp(how: 'end' | 'reset' | number): Promise<void>;
  /** Bounded whatever the other side does; once the signal aborts nothing is waited for. */
  close(signal: AbortSignal): Promise<void>;
  /** Set for an authorization server. */
  authorization?: AuthorizationControl;
}

export interface OpenedChannelHost {
  clock: Clock;
  limits: Limits;
  /** Who may come to a listener besides this machine. */
  admission?: Admission | undefined;
  /** Ends what waits for the other side. */
  signal: AbortSignal;
  /** Headers that the target file adds to requests to the target, and none for anybody else. */
  headersTo(url: string): Record<string, string>;
  /** Where the target is, once it runs. */
  targetUrl?(): string | undefined;
  /** How the answers of a listener are filled in. */
  answers: AnswerScope;
  /** Makes the channel; `values` are its built-ins, such as its url. */
  channel(values: { [name: string]: string }): Channel;
  record(from: 'kit' | 'target', channels: Channel[], carried: Carried, extra?: Partial<WireRecord>): void;
  /** A lane that carries messages is there: the peer answers on it what the steps leave to it. */
  joined(channel: Channel, lane: Lane): void;
}

/** What the steps of a case do with an authorization server that they have opened. */
export interface AuthorizationControl extends TokenIssuer {
  /** Does what a `control` step says. Throws StageError for what can't be done. */
  control(body: JsonObject): void;
}
