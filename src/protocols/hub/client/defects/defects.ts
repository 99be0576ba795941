import { type Change, changed } from '../../../../conversation/parts.js';
import type { ClientParts } from '../parts.js';
import { type ClientRules, isRefused } from '../rules.js';
import { sessionAlone } from './journal.js';
import { endingOnceJudged } from './link.js';
import { ForgetfulProgress } from './progress.js';

/** How often a client tries at once that takes no pause. */
const HAMMERING = 20;

const rules =
  (change: (rules: ClientRules) => Partial<ClientRules>): Change<ClientParts> =>
  (parts) => ({ ...parts, rules: { ...parts.rules, ...change(parts.rules) } });

/** Defects of the client that no message shows, by name. */
const DEFECTS = {
  'answers-all': rules(() => ({ answers: () => true })),
  'answers-history': rules(() => ({ answersReplayed: () => true })),
  'applies-twice': (parts) => ({ ...parts, progress: (journal) => new ForgetfulProgress(journal) }),
  'gives-up-late': (parts) => ({ ...parts, link: (link) => endingOnceJudged(parts.link(link)) }),
  hammers: rules(({ pause }) => ({
    pause: (error, lost, reconnects) => (isRefused(error) && lost < HAMMERING ? 0 : pause(error, lost, reconnects)),
  })),
  'hides-refusal': rules(({ failure }) => ({ failure: (error) => (isRefused(error) ? undefined : failure(error)) })),
  'keeps-session': (parts) => ({ ...parts, journal: sessionAlone(parts.journal) }),
  'leaves-refused': rules(() => ({
    refused: (error) => {
      throw error;
    },
  })),
  'no-pongs': (parts) => ({ ...parts, server: { ...parts.server, pongs: false } }),
} as const satisfies Record<string, Change<ClientParts>>;

/** The names by which `--mutant` has them. */
export const SWITCHES = Object.keys(DEFECTS);

/** The parts with these defects. */
export const withDefects = (parts: ClientParts, switches: Iterable<string>): ClientParts =>
  changed(parts, DEFECTS, switches);
