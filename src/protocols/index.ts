import type { Explore } from '../conversation/explorer.js';
import type { Likeness } from '../conversation/likeness.js';
import type { ScriptOfRecording } from '../conversation/recorded-script.js';
import type { MockFacts, ProtocolRoles, RoleEntry, RoleParts } from '../conversation/role-entry.js';
import type { Survey } from '../conversation/surveyor.js';
import type { MessageSummaries } from '../language/message-summary.js';
import * as registry from './registry.js';

const protocols: { readonly [protocol: string]: ProtocolRoles } = registry;

/** Every role that this kit can test and play, by `PROTOCOL/SIDE`. */
export const roles: { readonly [role: string]: RoleParts } = Object.assign(
  // It has no members but the roles: `name in roles` asks what it seems to ask.
  Object.create(null),
  ...Object.entries(protocols).flatMap(([protocol, sides]) =>
    Object.entries(sides).map(([side, parts]) => ({ [`${protocol}/${side}`]: parts })),
  ),
);

/** The entry of a role, or undefined where the kit does not know it. */
export async function roleEntry(role: string): Promise<RoleEntry | undefined> {
  const parts = partsOf(role);
  return parts && { ...(await parts.entry()), mock: async (options) => (await parts.reference())(options) };
}

/** What starts the reference of a role, or undefined where the kit does not know the role. */
export async function referenceOf(role: string): Promise<RoleEntry['mock'] | undefined> {
  return partsOf(role)?.reference();
}

/** What finds out which behaviors a target of a role shows, or undefined where none of it can be asked. */
export async function explorerOf(role: string): Promise<Explore | undefined> {
  return partsOf(role)?.explorer?.();
}

/** What asks a target of a role what it offers, or undefined if none of it can be asked. */
export async function surveyorOf(role: string): Promise<Survey | undefined> {
  return partsOf(role)?.surveyor?.();
}

/** The roles whose targets can be asked what they offer. */
export const surveyedRoles = (): string[] => Object.keys(roles).filter((role) => partsOf(role)?.surveyor !== undefined);

/** How a script is made that is like a real program of a role, or undefined where none can be asked what it has. */
export async function likenessOf(role: string): Promise<Likeness | undefined> {
  return partsOf(role)?.likeness?.();
}

/** How a script is made of what a recording shows of a role, or undefined if it has none. */
export async function scriptOfRecording(role: string): Promise<ScriptOfRecording | undefined> {
  return partsOf(role)?.recorded?.();
}

/** What people look for first in the messages of a role, by method; empty where nothing says it. */
export async function summariesOf(role: string): Promise<MessageSummaries> {
  return (await partsOf(role)?.summaries?.()) ?? {};
}

/** What a script and the options of the mock of a role can say; undefined if there is no such role. */
export async function mockFactsOf(role: string): Promise<MockFacts | undefined> {
  return partsOf(role)?.facts?.();
}

function partsOf(role: string): RoleParts | undefined {
  return Object.hasOwn(roles, role) ? roles[role] : undefined;
}
