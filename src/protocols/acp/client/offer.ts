import type { ClientCapabilities } from '../../../generated/types/acp-0.12.2.js';

/** What a client serves, and so what it advertises. */
export interface Offer {
  readTextFile: boolean;
  writeTextFile: boolean;
  terminal: boolean;
}

export const EVERYTHING: Offer = { readTextFile: true, writeTextFile: true, terminal: true };

/** The `clientCapabilities` that tell of it (ACP, Initialization, Client Capabilities). */
export function capabilitiesOf({ readTextFile, writeTextFile, terminal }: Offer): ClientCapabilities {
  return { fs: { readTextFile, writeTextFile }, terminal };
}
