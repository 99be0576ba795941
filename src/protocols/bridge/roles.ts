import type { RoleEntry } from '../../conversation/role-entry.js';
import { PERMISSIVE } from './host/freedoms.js';
import { referenceHost } from './host/kit-side.js';
import { startHost } from './host/start.js';
import { PERMISSIVE as PERMISSIVE_RUNTIMES } from './runtime/freedoms.js';
import { referenceRuntime } from './runtime/kit-side.js';
import { startBridgeRuntime } from './runtime/start.js';
import { VERSION } from './version.js';

/** bridge/host: the host starts the kit as its runtime, and the kit has a host of its own. */
export const host: RoleEntry = {
  protocol: 'bridge',
  version: VERSION,
  opens: 'target',
  kitSide: referenceRuntime,
  switches: [],
  permissive: PERMISSIVE,
  mock: startHost,
};

/** bridge/runtime: the kit plays the host against it, and has a runtime of its own. */
export const runtime: RoleEntry = {
  protocol: 'bridge',
  version: VERSION,
  opens: 'kit',
  kitSide: referenceHost,
  switches: [],
  permissive: PERMISSIVE_RUNTIMES,
  mock: startBridgeRuntime,
};
