import { leavesNotificationsOpen } from '../../src/conversation/lanes/http-experience.js';
import type { TargetRun } from './target-run.js';

/** How many names a remark lists. */
const NAMED = 5;

/** What the user must know about a target that no verdict says, a sentence each. */
export function remarksOn({ facts, watch }: TargetRun): string[] {
  const { target, version, earlier, unknownVersion, experience, starts, unread } = facts;
  const remarks: string[] = [];
  if (facts.isLost && !facts.heard)
    remarks.push(
      `${target.name} does not know where Proctor is: put \`\${peer.command}\` (over stdio) or \`\${peer.url}\` into its command, \`env\` or \`files\`; see docs/guides/test-a-client.md`,
    );
  if (earlier)
    remarks.push(
      `${target.name} speaks ${earlier.name}: it is judged by the rules that this version shares with ${version}`,
    );
  if (unknownVersion !== undefined)
    remarks.push(
      `${target.name} speaks ${unknownVersion}, which Proctor does not know: it is judged by the rules of ${version}`,
    );
  if (facts.alsoSpeaks !== undefined) remarks.push(facts.alsoSpeaks);
  const slow = starts.remark(target.name);
  if (slow !== undefined) remarks.push(slow);
  if (leavesNotificationsOpen(experience))
    remarks.push(
      `${target.name} does not answer notifications over HTTP: after three of them none is waited for any more`,
    );
  if (experience.speaksOtherwise)
    remarks.push(
      `${target.name} does not have some requests in their usual form over HTTP: they were sent in the other form that the specification has`,
    );
  const { opened, continued, refusal } = experience.openings;
  if (refusal !== undefined)
    remarks.push(
      `${target.name} opened ${opened} ${opened === 1 ? 'session' : 'sessions'}, gives no way to end one, and refused more (${refusal}): ${continued} conversations went on in an earlier one`,
    );
  const unjudged = [...new Set(watch.all().flatMap((one) => one.unjudged()))];
  if (unjudged.length > 0) {
    const more = unjudged.length - NAMED;
    const names = [...unjudged.slice(0, NAMED), ...(more > 0 ? [`${more} more`] : [])].join(', ');
    remarks.push(`${target.name} uses what another version of its protocol has, which is not judged: ${names}`);
  }
  if (unread !== undefined)
    remarks.push(
      `${target.name} sent ${unread}, which was not read and is not judged: Proctor reads no message beyond its limits`,
    );
  return remarks;
}
