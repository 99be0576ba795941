import type * as Written from '../generated/types/role-v1.js';
import type { JsonObject } from '../json/json.js';
import type { SourcePosition } from './case.js';

/** A request that a living target answers at the end of a case, and the requirement that it breaks where it does not. */
interface Alive extends Written.Alive {
  place: SourcePosition;
}

/** A message that may come between others, since and until when: selectors over what was seen, not read yet. */
export interface Anytime {
  notify?: string;
  request?: string;
  /** The versions for which it holds; unset for all. */
  versions?: string[];
  since?: JsonObject;
  until?: JsonObject;
}

/** How cases follow one another on one connection. */
export type Shares = Required<Omit<Written.Shares, 'marks'>> & Pick<Written.Shares, 'marks'>;

/** What holds for every case of a role. Durations as text. */
export interface Role {
  role: string;
  /** The role that plays the other side of its cases. */
  peer: string;
  side: Written.RoleFile['side'];
  /** Beginnings of case ids beside that of the role itself. */
  ids: string[];
  /** The roles that it extends. */
  extends: string[];
  within: string;
  limit: string;
  replies: NonNullable<Written.RoleFile['replies']>;
  transports: Written.RoleFile['transports'];
  /** What a target breaks that leaves out a member which a step needs. */
  members?: string;
  alive: Alive | null;
  /** By version of the protocol: the liveness check where it is another one there. */
  aliveIn: { readonly [version: string]: Alive };
  /** By version of the protocol: how they do if it is otherwise there. */
  sharesIn: { readonly [version: string]: Shares };
  /** The id of the case that learns the capabilities, or null. */
  probe: string | null;
  /** What is tried where the handshake of that case was refused, in this order. */
  refused: readonly Written.Refused[];
  /** How to recognise a target that offers only versions that Proctor does not judge. */
  foreign?: Written.Foreign;
  /** By version: what the probe has saved of a target that offers it. Unset if that says nothing of versions. */
  offers?: { readonly [version: string]: JsonObject };
  /** How it is tested if a person starts it; unset if that can't be done. */
  hosted?: Written.Hosted;
  /** How its cases follow one another on one connection; unset if each has a connection of its own. */
  shares?: Shares;
  anytime: Anytime[];
  place: SourcePosition;
}

/** A role as it is in a version of its protocol. */
export function roleIn(role: Role, version: string): Role {
  const alive = Object.hasOwn(role.aliveIn, version) ? role.aliveIn[version] : undefined;
  const shares = Object.hasOwn(role.sharesIn, version) ? role.sharesIn[version] : undefined;
  return { ...role, ...(alive ? { alive } : {}), ...(shares ? { shares } : {}) };
}

/** Every liveness check of a role, in any version. */
export const livenessChecksOf = ({ alive, aliveIn }: Role): Alive[] => [
  ...(alive ? [alive] : []),
  ...Object.values(aliveIn),
];

/** The ids of the cases of a role that find out about a target before its run. */
export const probesOf = ({ probe, refused }: Pick<Role, 'probe' | 'refused'>): string[] => [
  ...(probe === null ? [] : [probe]),
  ...refused.map((one) => one.case),
];
