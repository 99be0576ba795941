import { isObject } from '../../../../src/json/json.js';
import type { Role } from '../../../../src/language/role.js';
import type { Side } from '../../../../src/watch/finding.js';
import { otherSide } from '../../../../src/watch/memory.js';
import type { Definitions } from '../../../../src/watch/rule.js';
import { type JudgedSide, judgedSide } from '../../../live/both-sides.js';
import { peerRole } from '../../../live/peer-role.js';
import { defaultVersion, profilesOf, protocolOf } from '../../../profiles.js';
import type { Corpus } from '../../../types.js';
import { UsageError } from '../../support/print.js';
import type { Messages } from './read-messages.js';

/** Who stands behind `kit` and `target` in a file, and how they were connected. */
export interface FileSides {
  kit: JudgedSide;
  target: JudgedSide;
  /** Which of them is the client of the protocol. */
  client: Side;
  /** What the rules take for the transport. */
  transport: string;
  /** The version of the protocol that `target` is judged by. */
  version: string;
}

/**
 * The two roles of a file of messages. A recording names both. Otherwise the role that was asked about is `target`, unless
 * every message that only one side may send comes from the other.
 *
 * @throws UsageError where a recording is not one of the role that was asked about
 */
export async function sidesOf(
  file: string,
  name: string,
  messages: Messages,
  corpus: Corpus,
  asked: string | undefined,
): Promise<FileSides> {
  const role = corpus.roles.get(name)!;
  const versionFor = (one: string) => versionOf(corpus, one, asked ?? messages.version);
  const other = (its: Role) => peerRole(corpus, its.role) ?? its;
  const load = (one: Role) => judgedSide(corpus, one, versionFor(one.role));
  const finish = async (roles: { [side in Side]: Role }): Promise<FileSides> => ({
    ...{ kit: await load(roles.kit), target: await load(roles.target) },
    client: roles.target.side === 'client' ? 'target' : 'kit',
    version: versionFor(roles.target.role),
    transport: messages.transport ?? (role.transports.includes('stdio') ? 'file' : (role.transports[0] ?? 'file')),
  });
  if (messages.roles) {
    const { target, kit = other(corpus.roles.get(target) ?? role).role } = messages.roles;
    const recorded = { target, kit };
    const side = (['target', 'kit'] as const).find((one) => isOf(corpus, recorded[one], role, versionFor));
    if (side === undefined) throw new UsageError(`${file} is a recording of ${target} and ${kit}, and not of ${name}`);
    const peer = corpus.roles.get(recorded[otherSide(side)]) ?? other(role);
    return finish(side === 'target' ? { target: role, kit: peer } : { target: peer, kit: role });
  }
  const straight = await finish({ target: role, kit: other(role) });
  const isTurned = seenTurned(messages, straight.target.protocol.watch.definitions);
  return isTurned ? finish({ target: other(role), kit: role }) : straight;
}

/** The version that is named, if the protocol of this role has it: a role of another protocol has its usual one. */
function versionOf(corpus: Corpus, role: string, named: string | undefined): string {
  const protocol = protocolOf(role);
  if (named !== undefined && corpus.versions.get(protocol)?.has(named)) return named;
  return defaultVersion(corpus, protocol) ?? '';
}

/** Whether a recorded role can be judged as another: it is the same, or one extends the other on the same side. */
function isOf(corpus: Corpus, recorded: string, role: Role, versionFor: (role: string) => string): boolean {
  const known = corpus.roles.get(recorded);
  if (known === undefined || known.side !== role.side) return false;
  const extended = (one: string) => profilesOf(corpus, one, versionFor(one)).map((profile) => profile.role);
  return extended(recorded).includes(role.role) || extended(role.role).includes(recorded);
}

/** Whether all requests and notifications that say who sent them, and that only one side may send, come from the other. */
function seenTurned({ entries }: Messages, definitions: Definitions): boolean {
  let isTurned = false;
  for (const { known, record } of entries) {
    const { message } = record;
    if (known.from === undefined || message === undefined || !isObject(message)) continue;
    const from = definitions.method(String(message.method))?.from ?? [];
    if (from.length !== 1) continue;
    if (from[0] === known.from) return false;
    isTurned = true;
  }
  return isTurned;
}
