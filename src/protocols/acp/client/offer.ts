import type { JsonObject } from '../../../json/json.js';

/** What a client serves, and so what it advertises. */
export interface Offer {
  readTextFile: boolean;
  writeTextFile: boolean;
  terminal: boolean;
}

export const EVERYTHING: Offer = { readTextFile: true, writeTextFile: true, terminal: true };

/**
 * The `clientCapabilities` that tell of it (ACP, Initialization, Client Capabilities). `sparse` leaves out what it lacks,
 * which says the same; undefined where nothing is left.
 */
export function capabilitiesOf(offer: Offer, sparse = false): JsonObject | undefined {
  const { readTextFile, writeTextFile, terminal } = offer;
  if (!sparse) return { fs: { readTextFile, writeTextFile }, terminal };
  const files = { ...(readTextFile && { readTextFile }), ...(writeTextFile && { writeTextFile }) };
  const all = { ...(Object.keys(files).length > 0 && { fs: files }), ...(terminal && { terminal }) };
  return Object.keys(all).length > 0 ? all : undefined;
}
