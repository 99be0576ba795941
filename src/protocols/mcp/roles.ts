import type { RoleEntry } from '../../conversation/role-entry.js';
import {
  SWITCHES as CLIENT_SWITCHES,
  HARN_SWITCHES as HARN_CLIENT_PROFILE_SWITCHES,
} from './client/defects/defects.js';
import { StreamableHttpCarrier } from './client/http-carrier.js';
import { PerRequestCarrier, perRequestClient } from './client/per-request/peer.js';
import {
  PERMISSIVE as CLIENT_PERMISSIVE,
  HARN_PERMISSIVE as HARN_PERMISSIVE_CLIENTS,
} from './client/permissive/variants.js';
import { referenceClient } from './client/reference.js';
import { sessionsApart } from './client/sessions.js';
import { SWITCHES as HARN_CLIENT_SWITCHES } from './harn-client/defects/defects.js';
import { SWITCHES as HARN_SERVER_SWITCHES } from './harn-server/defects/defects.js';
import { DRAFT, perRequestRevision } from './per-request.js';
import { REVISION, REVISIONS } from './revision.js';
import { SWITCHES } from './server/defects/defects.js';
import { referenceServer } from './server/peer-reference.js';
import { perRequestServer } from './server/per-request/peer-reference.js';
import { HARN_PERMISSIVE, PERMISSIVE } from './server/permissive/variants.js';

/** mcp/server: the kit plays the client against it, and has a server of its own. */
export const server: Omit<RoleEntry, 'mock'> = {
  protocol: 'mcp',
  version: REVISION,
  versions: REVISIONS,
  opens: 'kit',
  peerReference: (config, version, context) =>
    perRequestRevision(version.name)
      ? perRequestClient(config, version, context)
      : referenceClient(config, version, context),
  bindings: {
    stdio: {},
    http: {
      carrier: (url, headers, _dialect, { name }) =>
        perRequestRevision(name)
          ? new PerRequestCarrier(url, headers, String(name))
          : new StreamableHttpCarrier(url, headers),
    },
  },
  sessions: sessionsApart,
  switches: SWITCHES,
  permissive: PERMISSIVE,
  protects: true,
};

/** mcp/harn-server: a server of Harn's profile. What it departs in from MCP is said by this role alone. */
export const harnServer: Omit<RoleEntry, 'mock'> = {
  ...server,
  versions: [REVISION],
  peerReference: (config, version, context) => referenceClient(config, version, context),
  switches: [...SWITCHES, ...HARN_SERVER_SWITCHES],
  permissive: HARN_PERMISSIVE,
};

/** mcp/client: the client starts the kit as its server or connects to it, and the kit has a client of its own. */
export const client: Omit<RoleEntry, 'mock'> = {
  protocol: 'mcp',
  version: REVISION,
  versions: REVISIONS,
  opens: 'target',
  discovery: 'server/discover',
  peerReference: (config, { name }) => {
    const revision = perRequestRevision(name);
    return revision ? perRequestServer(config, revision) : referenceServer(config);
  },
  bindings: { stdio: {}, http: {} },
  sessions: sessionsApart,
  switches: CLIENT_SWITCHES,
  permissive: CLIENT_PERMISSIVE,
};

/** mcp/harn-client: a client of Harn's profile, whose RC mode is the draft of the revision without sessions. */
export const harnClient: Omit<RoleEntry, 'mock'> = {
  ...client,
  versions: [REVISION, DRAFT],
  switches: [...HARN_CLIENT_PROFILE_SWITCHES, ...HARN_CLIENT_SWITCHES],
  permissive: HARN_PERMISSIVE_CLIENTS,
};
