import { type Change, changed } from '../../../../conversation/parts.js';
import type { AgentCard } from '../../../../generated/types/a2a-0.3.0.js';
import { HttpClient } from '../../../../wire/http/client.js';
import { V1_REQUESTED } from '../../version.js';
import type { ClientParts } from '../parts.js';
import { readsToTheEnd, silentAboutCards, takesCutForEnd } from '../permissive/changes.js';
import { readingAnyType } from './any-type.js';
import { DECODERS } from './decoders.js';
import { RedirectedClient } from './redirected-client.js';
import { repeatingRefused } from './repeating.js';
import { SIGNATURE_DEFECTS } from './signatures.js';

const decoders = Object.entries(DECODERS).map(([name, decoder]): [string, Change<ClientParts>] => [
  name,
  (parts) => ({ ...parts, http: new HttpClient({ decoder }) }),
]);

/** Defects of the client that no message shows, by name. */
const DEFECTS: Readonly<Record<string, Change<ClientParts>>> = {
  ...Object.fromEntries(decoders),
  ...SIGNATURE_DEFECTS,
  'any-content-type': (parts) => ({ ...parts, border: readingAnyType(parts.border) }),
  'takes-cut-for-end': takesCutForEnd,
  'reads-to-the-end': readsToTheEnd,
  // It uses the address from the command line, not the one in the card.
  'address-for-url': (parts) => ({ ...parts, converse: ([named], at) => at({ ...named, url: parts.url }) }),
  'silent-about-cards': silentAboutCards,
  // It goes to the address from the command line without a card.
  'goes-without-card': (parts) => ({
    ...parts,
    withoutCard: () => {
      const { url } = parts;
      const supportedInterfaces = [{ url, protocolBinding: 'JSONRPC', protocolVersion: V1_REQUESTED }];
      return { url, preferredTransport: 'JSONRPC', capabilities: {}, supportedInterfaces } as unknown as AgentCard;
    },
  }),
  'keeps-first-card': (parts) => ({ ...parts, cardAfter: (before) => before }),
  'repeats-refused': (parts) => ({ ...parts, converse: (...all) => repeatingRefused(parts.converse(...all)) }),
  'trusts-any-origin': (parts) => ({ ...parts, headersTo: () => parts.script.headers }),
  'follows-redirects': (parts) => ({ ...parts, http: new RedirectedClient() }),
};

/** The names by which `--mutant` has them. */
export const SWITCHES = Object.keys(DEFECTS);

/** The parts with these defects. */
export const withDefects = (parts: ClientParts, switches: Iterable<string>): ClientParts =>
  changed(parts, DEFECTS, switches);
