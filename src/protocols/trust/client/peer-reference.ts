import type { PeerReference } from '../../../conversation/peer/peer-reference.js';

/** The agent that the kit plays against a server of the Agent API. A server asks for nothing, so it answers nothing. */
export const quietClient = (): PeerReference => ({ values: {}, requests: {}, notifications: {} });
