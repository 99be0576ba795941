import type { RoleEntry } from '../../conversation/role-entry.js';
import { referenceHost } from './host/peer-reference.js';
import { PERMISSIVE } from './host/permissive/variants.js';
import { referenceRuntime } from './runtime/peer-reference.js';
import { PERMISSIVE as PERMISSIVE_RUNTIMES } from './runtime/permissive/variants.js';
import { VERSION } from './version.js';

/** bridge/host: the host starts the kit as its runtime, and the kit has a host of its own. */
export const host: Omit<RoleEntry, 'mock'> = {
  protocol: 'bridge',
  version: VERSION,
  versions: [VERSION],
  opens: 'target',
  bindings: { stdio: {} },
  peerReference: referenceRuntime,
  switches: [],
  permissive: PERMISSIVE,
};

/** bridge/runtime: the kit plays the host against it, and has a runtime of its own. */
export const runtime: Omit<RoleEntry, 'mock'> = {
  protocol: 'bridge',
  version: VERSION,
  versions: [VERSION],
  opens: 'kit',
  bindings: { stdio: {} },
  peerReference: referenceHost,
  switches: [],
  permissive: PERMISSIVE_RUNTIMES,
};
