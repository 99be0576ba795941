import type { PeerReference } from '../../../conversation/peer/peer-reference.js';

/** Proctor's side against a server of the Agent API. A server sends no requests, so there is nothing to answer. */
export const quietClient = (): PeerReference => ({ values: {}, requests: {}, notifications: {} });
