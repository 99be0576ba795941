// Generated from schemas/ by `npm run generate`. Do not edit.

import type { JsonObject } from './json.js';

/** What the reference client of a hub does there. Every member is optional. */
export type HubClientScriptFile = {
  /** The key that the upgrade brings, as Authorization: Bearer. */
  key?: string;
  /** Its name, the same over its connections. Default: proctor. */
  clientId?: string;
  /** The session that it loads. Default: it makes a new one, or goes on with that of its journal. */
  sessionId?: string;
  /** The role that it asks for when it loads a session. Default: host_owner. */
  role?: 'host_owner' | 'observer' | 'controller';
  /** The file, relative to the working directory, in which it keeps what it has processed, so that it goes on there when it is started again. Default: it forgets. */
  journal?: string;
  /** What a host owner prompts. Default: hello. */
  prompt?: string;
  /** How its user answers permission requests. Default: allow. */
  permission?: 'allow' | 'reject';
  /** What a controller asks for once it is attached, one after the other. */
  controls?: Control[];
  /** An observer or controller ends once the agent has said this. Default: once the connection is closed. */
  until?: string;
  /** How often it connects again after a connection was lost. Default: 5. */
  reconnects?: number;
  /** What it does as the spec permits but others do not, by name. */
  permissive?: string[];
};
/** One request about the session. */
export type Control = {
  /** Its method, such as session/set_mode. */
  method: string;
  /** Its params but for the session. */
  params?: JsonObject;
};
