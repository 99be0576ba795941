import type { ClientCapabilities } from '../../../generated/types/acp-1.21.0.js';
import type { Revision } from '../revision.js';

/** What a client serves, and so what it advertises. */
export interface Offer {
  readTextFile: boolean;
  writeTextFile: boolean;
  terminal: boolean;
  /** Elicitation by a form, and at a URL: not in 0.12.2. */
  form: boolean;
  url: boolean;
  /** Settings that are on or off: not in 0.12.2. */
  booleans: boolean;
}

export const EVERYTHING: Offer = {
  readTextFile: true,
  writeTextFile: true,
  terminal: true,
  form: true,
  url: true,
  booleans: true,
};

/** The `clientCapabilities` that tell of it (ACP, Initialization, Client Capabilities). */
export function capabilitiesOf(
  { readTextFile, writeTextFile, terminal, form, url, booleans }: Offer,
  { isLater }: Revision,
): ClientCapabilities {
  return {
    fs: { readTextFile, writeTextFile },
    terminal,
    ...(isLater && (form || url) && { elicitation: { ...(form && { form: {} }), ...(url && { url: {} }) } }),
    ...(isLater && booleans && { session: { configOptions: { boolean: {} } } }),
  };
}
