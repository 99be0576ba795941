import type { ClientRequests, ServerNotifications } from '../generated/methods/control-v1.js';

/** What a client of the control channel asks, by method. */
export type ControlRequests = ClientRequests;

/** What Proctor says on the control channel without being asked, by method. */
export type ControlNotifications = ServerNotifications;

export type ControlMethod = keyof ControlRequests;
export type ControlParams<M extends ControlMethod> = ControlRequests[M]['params'];
export type ControlResult<M extends ControlMethod> = ControlRequests[M]['result'];

/** The channel to a running mock, proxy or run, as its page and programs use it. */
export interface Control {
  /** Rejects with an Error whose `code` is one of the errors of `schemas/control/v1/methods.yaml`. */
  request<M extends ControlMethod>(method: M, params?: ControlParams<M>): Promise<ControlResult<M>>;
  /** Calls `listener` for each notification of this name. Returns what ends that. */
  on<N extends keyof ControlNotifications>(
    name: N,
    listener: (params: ControlNotifications[N]['params']) => void,
  ): () => void;
  /** Resolves when the channel is closed, by whichever side. Never rejects. */
  readonly closed: Promise<void>;
  close(): void;
}

/** What is steered by the control channel: `runner/live` makes one of a mock, a proxy, a run or a file. */
export interface LiveSession {
  /** Answers a request whose params fit their schema. Rejects with ControlProblem for what can't be done. */
  request<M extends ControlMethod>(method: M, params: NonNullable<ControlParams<M>>): Promise<ControlResult<M>>;
  /** Calls `listener` with whatever happens from now on. Returns what ends that. */
  watch(listener: ControlListener): () => void;
  /** Tells listeners at once whatever would be told in a moment: this process is about to end. */
  flush?(): void;
}

export type ControlListener = <N extends keyof ControlNotifications>(
  name: N,
  params: ControlNotifications[N]['params'],
) => void;

/** Codes of `methods.yaml`. */
export const CONTROL_ERRORS = { invalidParams: -32602, internal: -32603, impossible: -32000 } as const;

/** A request of the control channel can't be answered. `message` says why, for people. */
export class ControlProblem extends Error {
  override name = 'ControlProblem';

  constructor(
    message: string,
    readonly code: number = CONTROL_ERRORS.impossible,
  ) {
    super(message);
  }
}
