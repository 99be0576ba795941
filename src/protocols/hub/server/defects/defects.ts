import { type Change, changed } from '../../../../conversation/parts.js';
import { PING_EVERY, type ServeWebSocketOptions } from '../../../../jsonrpc/serve-ws.js';
import { bearerKey } from '../../../../wire/http/keys.js';
import { mockLimits } from '../../../../wire/limits.js';
import { type HubOptions, RETAIN } from '../hub.js';
import type { HubRules } from '../rules.js';
import { CONTROLS } from '../words.js';
import { deafToControllers, skippingSlow, stoppingAtSlow } from './links.js';
import { AnybodysDecisions, LastDecisions } from './permissions.js';
import { workingAgain } from './work-again.js';

/** What a hub and its listener are made of. */
export interface HubParts {
  hub: HubOptions;
  serving: ServeWebSocketOptions;
}

/** ms of a hub that forgets nobody: more than any case lasts. */
const FOR_EVER = 365 * 24 * 3_600_000;

const hub =
  (change: (hub: HubOptions) => Partial<HubOptions>): Change<HubParts> =>
  (parts) => ({ ...parts, hub: { ...parts.hub, ...change(parts.hub) } });

const rules = (change: (rules: HubRules) => Partial<HubRules>): Change<HubParts> =>
  hub(({ rules: all }) => ({ rules: { ...all, ...change(all) } }));

const serving =
  (change: (serving: ServeWebSocketOptions, hub: HubOptions) => Partial<ServeWebSocketOptions>): Change<HubParts> =>
  (parts) => ({ ...parts, serving: { ...parts.serving, ...change(parts.serving, parts.hub) } });

const mayCall = (may: HubRules['mayCall']): Change<HubParts> =>
  rules((honest) => ({ mayCall: (...call) => may(...call) || honest.mayCall(...call) }));

const hears = (audience: string): Change<HubParts> =>
  rules((honest) => ({ hears: (...frame) => frame[1] === audience || honest.hears(...frame) }));

/** Defects of the hub that no message shows, by name. */
const DEFECTS = {
  'anybody-answers': rules(() => ({ mayAnswer: () => true })),
  'answers-to-all': hears('asker'),
  'asks-once': rules(() => ({ asksAgain: () => false })),
  'controllers-answer': rules(({ mayAnswer }) => ({
    mayAnswer: (role, method) => role === 'controller' || mayAnswer(role, method),
  })),
  'controllers-do-anything': mayCall((role, method) => role === 'controller' && !CONTROLS.has(method)),
  'controllers-refused': rules(({ mayCall }) => ({
    mayCall: (role, method, isAttached) =>
      !(role === 'controller' && CONTROLS.has(method)) && mayCall(role, method, isAttached),
  })),
  'controllers-unheard': serving(({ onLink }) => ({
    onLink: (link, head) => onLink(deafToControllers(link), head),
  })),
  'last-answer-wins': rules(() => ({ permissions: () => new LastDecisions() })),
  'needs-a-key': serving(({ judge }) => ({
    judge: (head) =>
      judge?.(head) ??
      (bearerKey(head) === undefined ? { status: 401, headers: { 'www-authenticate': 'Bearer' } } : undefined),
  })),
  'no-patience': serving(() => ({ pongWithin: 20 * PING_EVERY })),
  'observers-cancel': mayCall((role, method) => role === 'observer' && method === 'session/cancel'),
  'observers-control': mayCall((role, method) => role === 'observer' && CONTROLS.has(method)),
  'observers-prompt': mayCall((role, method) => role === 'observer' && method === 'session/prompt'),
  'outlives-expiry': rules(() => ({ expire: () => undefined })),
  'permissions-to-all': hears('controllers'),
  'reads-all': serving(() => ({ limits: mockLimits })),
  'replays-all': rules(({ repeats }) => ({
    repeats: (_role, frame, waits) => repeats('host_owner', frame, waits),
  })),
  'replays-answered': rules(({ repeats }) => ({ repeats: (role, frame) => repeats(role, frame, () => true) })),
  'replays-answers': rules(({ repeats }) => ({
    repeats: (role, frame, waits) =>
      (frame.kind === 'response' && frame.audience !== 'asker') || repeats(role, frame, waits),
  })),
  'requests-to-all': hears('owner'),
  'retains-a-minute': hub(({ retain }) => ({ retain: retain === RETAIN ? 60_000 : retain })),
  'retains-for-ever': hub(() => ({ retain: FOR_EVER })),
  'same-of-anybody': rules(() => ({ permissions: () => new AnybodysDecisions() })),
  'skips-slow': serving(({ onLink }, { sendBuffer }) => ({
    onLink: (link, head) => onLink(skippingSlow(link, sendBuffer), head),
  })),
  'stops-at-slow': serving(({ onLink }, { sendBuffer }) => {
    const stopping = stoppingAtSlow(sendBuffer);
    return { onLink: (link, head) => onLink(stopping(link), head) };
  }),
  'takes-any-answer': rules(() => ({ isDecision: () => true })),
  'two-owners': rules(() => ({ isOwned: () => false })),
  'works-again': hub(({ startAgent }) => ({ startAgent: () => workingAgain(startAgent()) })),
} as const satisfies Record<string, Change<HubParts>>;

/** The names by which `--mutant` has them. */
export const SWITCHES = Object.keys(DEFECTS);

/** The parts with these defects. */
export const withDefects = (parts: HubParts, switches: Iterable<string>): HubParts => changed(parts, DEFECTS, switches);
