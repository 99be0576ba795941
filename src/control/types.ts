import type { ClientRequests, ServerNotifications } from '../generated/methods/control-v1.js';

/** What a client of the control channel asks, by method. */
export type ControlRequests = ClientRequests;

/** What Proctor says on the control channel without being asked, by method. */
export type ControlNotifications = ServerNotifications;
