import type { RunStarted } from '../../runner/events.js';

/** Of a digest so many digits are shown: enough to see that two are not the same. */
const SHOWN = 12;

/** What a run was judged by, in a line: "proctor 0.1.0 · corpus 0a1b2c3d4e5f · profile 0.1.0 · part 1 of 4". */
export function judgedBy({
  proctor,
  corpus,
  profile,
  shard,
}: Pick<RunStarted, 'proctor' | 'corpus' | 'profile' | 'shard'>): string {
  const own = corpus?.own === undefined ? '' : ` with own cases ${shortDigest(corpus.own)}`;
  return [
    `proctor ${proctor}`,
    ...(corpus ? [`corpus ${shortDigest(corpus.digest)}${own}`] : []),
    ...(profile === undefined ? [] : [`profile ${profile}`]),
    ...(shard ? [`part ${shard.index} of ${shard.count}`] : []),
  ].join(' · ');
}

/** The beginning of a digest such as `sha256:0a1b…`. */
export const shortDigest = (digest: string): string => digest.replace(/^\w+:/, '').slice(0, SHOWN);
