import { type Change, changed } from '../../../../conversation/parts.js';
import type { Offer } from '../offer.js';
import type { ClientScript } from '../script.js';
import type { PermissiveOptions } from './variants.js';

const offer =
  (change: Partial<Offer>): Change<ClientScript> =>
  (script) => ({ ...script, offer: { ...script.offer, ...change } });

/** The options that are more than rewritten messages (`rewrites.ts`). */
const CHANGES = {
  'no-files': offer({ readTextFile: false, writeTextFile: false }),
  'read-only': offer({ writeTextFile: false }),
  'no-terminals': offer({ terminal: false }),
  'no-parents': (script) => ({ ...script, makesFolders: false }),
} as const satisfies Record<string, Change<ClientScript>>;

/** The script of a client that takes these options. */
export const permitting = (script: ClientScript, options: PermissiveOptions): ClientScript =>
  changed(script, CHANGES, options);
