import type { JsonObject } from '../../../json/json.js';
import type { Issue, Outcome } from '../../finding.js';
import type { Facts } from '../../memory.js';
import { onlySettings, type RuleMaker, SettingsError, textsOf } from '../../rule.js';
import { isNoise } from './stdout.js';

/** What can be wrong with bytes, which may break requirements of their own. */
const ASPECTS = ['encoding', 'text'] as const;
type Aspect = (typeof ASPECTS)[number];

/**
 * `json`: what stands where a message belongs is one JSON text in UTF-8 (RFC 8259, section 8.1). On stdio, what does not
 * even begin like a message is the business of `stdout`.
 *
 * `with.aspects` limits an entry to encoding (the bytes are no UTF-8) or text (they are, and are no JSON). An entry without
 * it judges every aspect that no other entry claims.
 */
export const json: RuleMaker = (settings, { transport }, siblings) => {
  onlySettings(settings, ['aspects']);
  const own = aspectsOf(settings);
  const claimed = new Set(siblings.flatMap(aspectsOf));
  const judges = new Set(own.length > 0 ? own : ASPECTS.filter((aspect) => !claimed.has(aspect)));
  return (facts) => {
    const { record, side } = facts;
    if (record.kind !== 'message' && record.kind !== 'bytes') return undefined;
    if (transport === 'stdio' && side === 'target' && isNoise(record)) return undefined;
    // A reply to something broken is still a message. What is beyond a limit of ours may be sound.
    if (record.deliberate || facts.body || record.beyondLimit) return undefined;
    return { subject: side, issues: issuesOf(facts, judges) } satisfies Outcome;
  };
};

function aspectsOf(settings: JsonObject): Aspect[] {
  const aspects = textsOf(settings, 'aspects');
  for (const aspect of aspects)
    if (!(ASPECTS as readonly string[]).includes(aspect))
      throw new SettingsError(`\`${aspect}\` is not an aspect of JSON; there are ${ASPECTS.join(', ')}`);
  return aspects as Aspect[];
}

function issuesOf({ record }: Facts, judges: ReadonlySet<Aspect>): Issue[] {
  if (record.kind !== 'bytes' || !judges.has(isUtf8(record.bytes) ? 'text' : 'encoding')) return [];
  return [{ key: 'bytes', message: `what stands where a message belongs is ${record.problem ?? 'not JSON'}` }];
}

/** Whether bytes are UTF-8; evidence may end within a character. */
function isUtf8(bytes: Uint8Array | undefined): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
