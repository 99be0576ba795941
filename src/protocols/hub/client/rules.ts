import type { ClientRole } from '../../../generated/types/hub-v1.js';
import type { RpcError } from '../../../jsonrpc/rpc-error.js';
import { HandshakeError } from '../../../wire/websocket/websocket.js';

/** What a client tells of a conversation beside what it was told. */
export interface Report {
  /** Codes of the errors that its requests were answered with. */
  errors: number[];
  /** What became of its decisions that came too late, or were known. */
  decisions: string[];
  /** Whether nothing but frames was left of the session. */
  expired: boolean;
}

/** The connection is gone before all was done. */
export class Lost extends Error {}

/** What a client answers, and how it takes refusals and losses (ACP over WebSocket, Retained Orchestrator Sessions). */
export interface ClientRules {
  /** Methods that it calls, without params, before it makes or loads a session. */
  readonly first: readonly string[];
  /** Whether a client of this role answers a request of this method. */
  answers(role: ClientRole, method: string): boolean;
  /** Whether it answers requests that were replayed, of a session that has expired or has not. */
  answersReplayed(isExpired: boolean): boolean;
  /** Notes that a control was refused; throws if the client gives up. */
  refused(error: RpcError, report: Report): void;
  /** ms after which it connects again when it could not stay; undefined if it gives up. `lost` counts the earlier times. */
  pause(error: unknown, lost: number, reconnects: number): number | undefined;
  /** What it says about an error that ended it; undefined if it ends well. */
  failure(error: unknown): unknown;
}

/** ms until a client connects again that has lost its connection: doubled each time. */
const PAUSE = 100;

/** Whether a server has answered the upgrade, and not with a WebSocket. */
export const isRefused = (error: unknown): boolean => error instanceof HandshakeError && error.http !== undefined;

export const RULES: ClientRules = {
  first: [],
  answers: (role, method) =>
    role === 'host_owner' || (role === 'controller' && method === 'session/request_permission'),
  answersReplayed: (isExpired) => !isExpired,
  refused: (error, { errors }) => void errors.push(Number(error.code)),
  pause: (error, lost, reconnects) => {
    const comesBack = error instanceof Lost || (error instanceof HandshakeError && !isRefused(error));
    return comesBack && lost < reconnects ? PAUSE * 2 ** lost : undefined;
  },
  failure: (error) => error,
};
