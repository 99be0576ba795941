import type { Codec } from '../../conversation/codec/codec.js';
import { codecCarrier } from '../../conversation/codec/codec-carrier.js';
import type { RoleEntry } from '../../conversation/role-entry.js';
import { jsonRpcBinding } from './bindings/json-rpc.js';
import { DIALECTS, rest, restIn } from './bindings/rest.js';
import { SWITCHES } from './client/defects/defects.js';
import { PERMISSIVE as CLIENT_PERMISSIVE } from './client/permissive/variants.js';
import { HARN_SWITCHES } from './harn/defects/defects.js';
import { HARN_PERMISSIVE } from './harn/permissive/variants.js';
import { restOfHarn } from './harn/rest.js';
import { referenceAgent } from './server/peer-reference.js';
import { PERMISSIVE } from './server/permissive/variants.js';
import { v1JsonRpc, v1RestOfCore } from './v1/codec.js';
import { v1Rest } from './v1/rest.js';
import { otherRequests } from './v1/subscribing.js';
import { BOTH, HARN, V1, V1_REQUESTED, VERSION, versionOf } from './version.js';

/** How REST is read between both sides, in the versions that have their own way. */
const READERS: { readonly [version: string]: Codec } = { [HARN]: restOfHarn, [V1]: v1Rest };

/** a2a/server: the kit plays the client against it, and has an agent of its own. */
export const server: Omit<RoleEntry, 'mock'> = {
  protocol: 'a2a',
  version: VERSION,
  versions: [VERSION, HARN, V1],
  together: { versions: BOTH, askedBy: versionOf },
  opens: 'kit',
  // A server asks its client nothing.
  peerReference: () => ({ values: {}, requests: {}, notifications: {} }),
  bindings: {
    http: {
      carrier: (url, headers, _, { name }) =>
        name === V1
          ? codecCarrier(v1JsonRpc, url, { 'a2a-version': V1_REQUESTED, ...headers })
          : codecCarrier(jsonRpcBinding, url, headers),
      codec: jsonRpcBinding,
    },
    // The address of REST in 0.3.0 may end where its paths begin.
    rest: {
      dialects: DIALECTS,
      carrier: (url, headers, dialect, { name }) =>
        name === V1
          ? codecCarrier(v1RestOfCore, url, { 'a2a-version': V1_REQUESTED, ...headers }, otherRequests)
          : codecCarrier(restIn(dialect), url.replace(/\/v1\/?$/, ''), headers),
      reads: (version) => READERS[version] ?? rest,
    },
  },
  switches: HARN_SWITCHES,
  permissive: [...PERMISSIVE, ...HARN_PERMISSIVE],
};

/** a2a/client: the client reads the card of the kit and speaks with it as that says, and the kit has a client of its own. */
export const client: Omit<RoleEntry, 'mock'> = {
  protocol: 'a2a',
  version: VERSION,
  versions: [VERSION, V1],
  opens: 'target',
  peerReference: referenceAgent,
  // The agent serves both bindings itself: its card says where.
  bindings: { http: {}, rest: {} },
  switches: SWITCHES,
  permissive: CLIENT_PERMISSIVE,
};
