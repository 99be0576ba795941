import type { Json, JsonObject } from '../json/json.js';
import type { SourcePosition } from '../language/case.js';
import type { WireRecord } from '../wire/record.js';
import type { AnswerScope } from './case/answers.js';
import type { Channel, Transcript } from './channel.js';

/** How HTTP, SSE or WebSocket carriage of one outgoing message departs from what the carrier would do. */
export interface Carriage {
  http?: JsonObject;
  sse?: JsonObject;
  frame?: JsonObject;
}

/** One thing that a step sends. Exactly one of `message`, `raw`, `body` is set, or none for a bare HTTP request. */
export interface Outgoing extends Carriage {
  message?: JsonObject | Json[];
  /** Exact bytes; one write each. */
  raw?: Uint8Array[];
  body?: Json;
  /** The name of the request, and over HTTP of its exchange. */
  as?: string;
  /** The kit made its envelope: it is no literal message. */
  composed?: true;
  /** Broken on purpose. */
  deliberate?: boolean;
  /** It only opens a session for the case, so that the session of an earlier case will do. */
  anySession?: true;
  /** The channel that brought what this answers, so that it goes into the same session, or onto the same exchange. */
  about?: string;
  /** Which parts of it come from the target file: JSON Pointers, each with the behavior that gave the value. */
  given?: { [pointer: string]: string };
}

/** A clock that never connected to the kit, or one that was given a turn and has not said that it took it. */
export type ClockSilence = 'unconnected' | 'unanswered';

/** The time that the target lives in: its own process's real time, or the clock of a reference that the kit moves. */
export interface TargetTime {
  /** ms, monotonic, from the start of the case. */
  now(): number;
  /** Lets `ms` of target time pass. Resolves early when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /**
   * Called while a step waits for the target: moves a virtual clock until the signal aborts. Resolves earlier where nothing
   * can come any more: `still` where the target has nothing left to do, `time` where what it has comes after `budget` ms.
   */
  drive(signal: AbortSignal, budget: number): Promise<'still' | 'time'>;
  /** If Proctor moves the target's clock: a number that grows while the target works, by turns of the clock and pieces of work between them. */
  progress?(): number;
  /** Whether a clock that the kit should move has gone away with its target. */
  gone?(): boolean;
  /** Whether the target ends at a time of this clock. How a process ends is a matter of the machine, whose time no clock of the kit knows. */
  readonly exitsOnTime?: boolean;
  /** Where a target has nothing left to do: resolves when its exit has been seen, if that is what it is about. Unset in real time. */
  exiting?(): Promise<void>;
  /** ms that the processes of the target have waited for a core so far; unset or undefined where nobody knows. */
  starved?(): number | undefined;
  /** How a clock that the kit should move keeps silent; undefined where it answers, and in real time. */
  silence?(): ClockSilence | undefined;
  /** Whether `after` must hold exactly (virtual) or with the tolerance for real time. */
  readonly exact: boolean;
}

/**
 * What a case may touch. The runner builds it out of processes and sockets, tests out of memory. Methods that need the
 * target start it. They throw `StageError` for what the target or the machine did, which ends the case.
 */
export interface Stage {
  readonly transcript: Transcript;
  readonly time: TargetTime;
  /** The case's own folder, made on first use. */
  dir(): string;
  /** Built-in values: peer.* target.* behavior.* version.* secret.* node proctor. */
  builtIn(name: string): Json | undefined;
  builtInNames(): string[];
  /** The channel by name, or undefined. Without a name the only one, else `main`. */
  channel(name: string | undefined): Channel | undefined;
  channelNames(): string[];
  /** Makes sure that the target runs and `main` is open. */
  ready(): Promise<void>;
  start(options: {
    behavior?: string;
    with: JsonObject;
    args: string[];
    env: Record<string, string>;
    lingers?: number;
  }): Promise<void>;
  stop(how: 'eof' | 'term' | 'kill'): Promise<void>;
  /** `options.answers` is as written: what it names is known when a request has come. */
  open(options: JsonObject, answers: AnswerScope): Promise<void>;
  /** Changes how an authorization server of the case behaves, by the name of its channel; on `main`, the headers of requests to the target. */
  control?(name: string, body: JsonObject): void;
  /** What a function of the steps makes of its operand, such as `$token`. */
  make?(name: string, operand: Json): Json;
  close(channel: Channel, how: 'end' | 'reset' | number): Promise<void>;
  send(channel: Channel, out: Outgoing[]): Promise<void>;
  /** A step waits for what comes on this channel: one that has not read so far does from now on. */
  reads?(channel: Channel): void;
  /** Whether something may still arrive that answers the request of this name (an open exchange, a live lane). */
  canAnswer(channel: Channel, name: string | undefined): boolean;
  /** Whether the peer takes this record off the steps' hands (an unclaimed request). */
  served(record: WireRecord): boolean;
  /** After a lane ended: resolves when it is known whether the target went away with it. */
  settle(): Promise<void>;
  /** Set when the target went away although the case did not end it. */
  readonly died: string | undefined;
  /** How a client or host ended that is done, or believes so. */
  readonly left?: string | undefined;
  write(path: string, content: Uint8Array | { link: string } | null): Promise<void>;
  readFile(path: string): Promise<Uint8Array | undefined>;
  /** The TCP ports on which the target listens. Throws StageError (unmet) where that can't be known. */
  ports(): number[];
  signal: AbortSignal;
}

/** Something that keeps a case from going on and is no judgement about a requirement. */
export class StageError extends Error {
  constructor(
    readonly kind: 'not-started' | 'unmet' | 'defect',
    message: string,
    readonly detail?: string,
  ) {
    super(message);
  }
}

/** Where a step stands, for messages. */
export const at = (place: SourcePosition) => `${place.file}:${place.line}:${place.col}`;
