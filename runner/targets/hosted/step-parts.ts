import type { HostedPart } from '../../../src/generated/types/control-v1.js';
import type { Hosted } from '../../../src/generated/types/role-v1.js';
import type { Behavior } from '../../types.js';
import { wordsOf } from './asked.js';
import type { HostedPlaying } from './playing.js';

/** A part without how far it is. */
type Said = Omit<HostedPart, 'state'> & { done: boolean };

/** What a person does for these cases, one thing after the other. The first that Proctor has not noticed is the one that counts now. */
export function partsOf(
  members: readonly HostedPlaying[],
  { hosted, behaviors, isFirst }: { hosted: Hosted; behaviors: ReadonlyMap<string, Behavior>; isFirst: boolean },
): HostedPart[] {
  const came = members.filter(({ connected, over }) => connected || over).length;
  const connect: Said = {
    text: isFirst ? hosted.connect : hosted.again,
    done: came === members.length,
    progress: `${came} of ${members.length} connected`,
  };
  const did = ({ acted, over }: HostedPlaying) => over || acted > 1;
  const groups = new Map<string, HostedPlaying[]>();
  for (const one of members) {
    const key = JSON.stringify([one.behaviors, valuesOf(one)]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const said: Said[] = [connect];
  const after = new Set<string>();
  for (const group of groups.values()) {
    const servers = group.map(({ seat }) => seat?.name ?? '');
    const words = wordsOf(group[0]!.behaviors, behaviors, { base: hosted.base, servers, values: valuesOf(group[0]!) });
    if (words.do !== undefined)
      said.push({ text: words.do, ...(words.say === undefined ? {} : { copy: words.say }), done: group.every(did) });
    for (const one of words.after) after.add(one);
  }
  for (const text of after) said.push({ text, done: members.every(({ over }) => over) });
  if (members.some(({ asksOutcome }) => asksOutcome))
    said.push({ text: 'Say below how it ended at your client: only you can see that.', done: false });
  const now = said.findIndex(({ done }) => !done);
  return said.map(({ done, ...part }, index) => ({ ...part, state: done ? 'done' : index === now ? 'now' : 'next' }));
}

/** What a case passes to its behavior, and its folder. */
function valuesOf({ values }: HostedPlaying): HostedPlaying['values'] {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name === 'dir' || name.startsWith('with.')));
}
