import { type Change, changed } from '../../../../conversation/parts.js';
import { rewritten } from '../../../../jsonrpc/rewriting.js';
import { during, sleep } from '../../../../wire/clock/clock.js';
import { advised, PROMPT, SYSTEM } from '../agent-loop.js';
import { CARD_KEPT, ServerCards } from '../cards.js';
import type { ClientParts } from '../parts.js';
import { fetchingDemanded, fetchingPages, fetchingSchemas } from './fetching.js';
import { login } from './login/change.js';
import { DISCOVERY_DEFECTS } from './login/discovery.js';
import { IDENTITY_DEFECTS } from './login/identity.js';
import { PAGE_DEFECTS } from './login/pages.js';
import { REQUEST_DEFECTS } from './login/requests.js';
import { TOKEN_DEFECTS } from './login/tokens.js';
import { waitingOn } from './waiting.js';

/** Fetches what an address leads to. */
const fetching =
  ({ clock }: ClientParts) =>
  (address: string) =>
    during(clock, fetch(address));

class CardsOfUrls extends ServerCards {
  override async get(nameOrSource: string) {
    const source = this.named.get(nameOrSource) ?? nameOrSource;
    if (!URL.canParse(source)) throw new Error(`${source} is not an address`);
    return super.get(source);
  }
}

/** Defects of the client that no message shows, by name. */
const DEFECTS = {
  ...DISCOVERY_DEFECTS,
  ...IDENTITY_DEFECTS,
  ...PAGE_DEFECTS,
  ...TOKEN_DEFECTS,
  ...REQUEST_DEFECTS,
  // A page is fetched before the user is asked.
  'fetches-pages': (parts) => ({ ...parts, answers: fetchingPages(parts.answers, fetching(parts)) }),
  // Schemas that tools refer to are fetched.
  'fetches-schemas': (parts) => ({
    ...parts,
    link: (link, overHttp) => rewritten(parts.link(link, overHttp), [fetchingSchemas(fetching(parts))]),
  }),
  // Pages that an error demands are fetched.
  'fetches-demanded': (parts) => ({
    ...parts,
    link: (link, overHttp) => rewritten(parts.link(link, overHttp), [fetchingDemanded(fetching(parts))]),
  }),
  // A server that was started is killed without a word.
  'kills-server': (parts) => ({ ...parts, stop: (server) => server.stop('kill', { eof: 0, term: 0 }) }),
  // A server that goes on when its stdin has ended is killed without TERM; one that goes on after TERM is waited for.
  'kills-without-term': (parts) => ({
    ...parts,
    stop: async (server, closes) => {
      closes();
      await sleep(parts.clock, 500);
      return server.stop('kill', { eof: 0, term: 0 });
    },
  }),
  // A request that it gives up after a time-out is cancelled, and still waited for.
  'waits-after-time-out': (parts) => ({
    ...parts,
    conversation: (conversation) => waitingOn(parts.clock)(parts.conversation(conversation)),
  }),
  'waits-after-term': (parts) => ({
    ...parts,
    stop: (server, closes) => {
      closes();
      return server.stop('eof', { eof: 500, term: 120_000 });
    },
  }),
} as const satisfies Record<string, Change<ClientParts>>;

/** Those that are only said of a client of Harn's profile. */
const HARN_DEFECTS = {
  // The instructions of a server go to the model, wanted or not.
  'advises-anyway': (parts) => ({
    ...parts,
    opening: (loop, instructions) => parts.opening({ ...loop, advisory: true }, instructions),
  }),
  // They stand in the words of the user.
  'advises-as-user': (parts) => ({
    ...parts,
    opening: ({ prompt = PROMPT, advisory = true }, instructions) => [
      { role: 'system', content: SYSTEM },
      { role: 'user', content: advised(prompt, advisory ? instructions : undefined) },
    ],
  }),
  'other-document': login(() => ({
    identity: (given) => ({ ...given, document: given.document && 'https://client.example/oauth-client.json' }),
  })),
  'ignores-client-secret': login(() => ({
    identity: ({ configured, ...others }) => ({ ...others, ...(configured && { configured: { id: configured.id } }) }),
  })),
  'connects-for-cards': (parts) => ({ ...parts, cardsAlone: () => undefined }),
  // A card that is in a file is looked for on the network.
  'reads-no-card-files': (parts) => ({
    ...parts,
    cards: new CardsOfUrls(parts.clock, parts.cwd, CARD_KEPT, parts.script.cards),
  }),
  'forgets-cards': (parts) => ({ ...parts, cards: new ServerCards(parts.clock, parts.cwd, 0, parts.script.cards) }),
  // The name of a server is taken for a path.
  'knows-no-card-names': (parts) => ({ ...parts, cards: new ServerCards(parts.clock, parts.cwd) }),
  // A skill leaves its servers alone: when it is activated, when it is deactivated, or if they stand under the other name.
  'skills-start-nothing': (parts) => ({ ...parts, skills: { ...parts.skills, binds: () => [] } }),
  'skills-release-nothing': (parts) => ({ ...parts, skills: { ...parts.skills, unbinds: () => [] } }),
  'skills-by-one-name': (parts) => ({
    ...parts,
    skills: { ...parts.skills, binds: ({ requires_mcp = [] }) => requires_mcp },
  }),
  // A skill that is deactivated ends its servers, whatever else holds them.
  'skills-release-all': (parts) => ({
    ...parts,
    skills: { ...parts.skills, unbinds: (skill) => parts.skills.unbinds(skill).flatMap((one) => [one, one]) },
  }),
  // A server that is configured as lazy is started first of all.
  'boots-eagerly': (parts) => ({ ...parts, lazy: { ...parts.lazy, eager: true } }),
  // One release gives up every hold.
  'releases-all': (parts) => ({ ...parts, lazy: { ...parts.lazy, left: () => 0 } }),
  // No release gives up a hold.
  'releases-nothing': (parts) => ({ ...parts, lazy: { ...parts.lazy, left: (holds) => holds } }),
  // A server that nothing holds ends at once, or stays.
  'keeps-nothing-alive': (parts) => ({ ...parts, lazy: { ...parts.lazy, keeps: () => 0 } }),
  'keeps-for-ever': (parts) => ({ ...parts, lazy: { ...parts.lazy, keeps: (ms) => (ms === 0 ? 0 : 1e9) } }),
  // The registry knows neither holds nor servers that have ended.
  'counts-nothing': (parts) => ({ ...parts, lazy: { ...parts.lazy, told: (status) => ({ ...status, ref_count: 0 }) } }),
  'always-active': (parts) => ({ ...parts, lazy: { ...parts.lazy, told: (status) => ({ ...status, active: true }) } }),
  // Nothing is said of a server that is left out.
  'leaves-out-silently': (parts) => ({ ...parts, leftOut: () => undefined }),
  'needs-all-servers': (parts) => ({
    ...parts,
    leftOut: (error) => {
      throw error;
    },
  }),
  // What is in a file stands on stderr.
  'tells-uploads': (parts) => ({
    ...parts,
    file: async (file, options) => {
      parts.warn(`${file.path} is ${await parts.file({ path: file.path }, options)}\n`);
      return parts.file(file, options);
    },
  }),
  'uploads-anything': (parts) => ({ ...parts, file: ({ path }, options) => parts.file({ path }, options) }),
  'uploads-forbidden': (parts) => ({
    ...parts,
    file: (file, options) => parts.file(file, { ...options, anywhere: true }),
  }),
  'uploads-unasked': (parts) => ({
    ...parts,
    file: (file, options) => parts.file(file, { ...options, uploads: true }),
  }),
} as const satisfies Record<string, Change<ClientParts>>;

/** The names by which `--mutant` has them. */
export const SWITCHES = Object.keys(DEFECTS);

/** As SWITCHES, of a client of Harn's profile. */
export const HARN_SWITCHES = [...Object.keys(HARN_DEFECTS), 'refreshes-unchecked', 'trusts-any-issuer'];

/** The parts with these defects. */
export const withDefects = (parts: ClientParts, switches: Iterable<string>): ClientParts =>
  changed(parts, { ...DEFECTS, ...HARN_DEFECTS }, switches);
