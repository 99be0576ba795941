import type { Carried } from '../wire/carried.js';
import type { WireRecord } from '../wire/record.js';
import type { Channel } from './channel.js';
import type { Outgoing } from './stage.js';

/** The underside of a case's `main` channel: what carries messages to the target and back. */
export interface Lane {
  /**
   * Sends on `main` or, where the lane has several, on an exchange; where a list can leave in one write it does. Resolves
   * when it is handed to the machine.
   */
  send(out: Outgoing[], channel: Channel): Promise<void>;
  /** Whether something can be sent on this channel now; without it always. */
  takes?(channel: Channel, out: Outgoing): boolean;
  /** Ends or cuts the channel: the whole lane for `main`, an exchange by its name. */
  close(channel: Channel, how: 'end' | 'reset' | number): Promise<void>;
  /** Whether an answer to the request of this name can still arrive on this channel. */
  canAnswer(channel: Channel, name: string | undefined): boolean;
  /** Set once the case has ended the conversation in the protocol's own way, such as an HTTP session. */
  readonly over?: boolean;
  /** Resolves once the target has closed it, where it is one connection. */
  readonly ended?: Promise<void>;
  /** Bytes sent and received so far, for a target on a clock. */
  traffic: { sent(): number; received(): number; unread?(): number | undefined };
  /**
   * Says good-bye where the protocol has a way, and lets go of everything. Bounded whatever the target does; once the signal
   * aborts nothing is waited for.
   */
  end(signal?: AbortSignal): Promise<void>;
}

/** What a lane needs of the stage: channels to put records on, and a place to report them. */
export interface LaneHost {
  main: Channel;
  /** Makes (or finds) the channel of an exchange. */
  channel(name: string): Channel;
  record(from: 'kit' | 'target', channels: Channel[], carried: Carried, extra?: Partial<WireRecord>): void;
  /** Something ended without a record. */
  wake(): void;
  /** The target leaves the lane of `main`: the record of that is the next one. */
  leaving?(): void;
}
