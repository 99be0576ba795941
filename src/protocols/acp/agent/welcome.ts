import type { JsonObject } from '../../../json/json.js';
import { PROTOCOL_VERSION } from '../version.js';
import type { Manners } from './manners.js';
import type { AgentScript } from './script.js';

/** The one way to sign in, where there is one. */
export const SIGN_IN = { id: 'kit', name: 'Kit', description: 'Signs in without asking for anything.' };

/** The result of initialize: the one version that is spoken, whatever was asked for, and what the agent can do. */
export function welcome(
  { abilities, signIn, freedoms }: AgentScript,
  { sparse }: Manners,
  version: string,
): JsonObject {
  const { load, list, resume, close, image, audio, embeddedContext } = abilities;
  const sessions = { ...(list && { list: {} }), ...(resume && { resume: {} }), ...(close && { close: {} }) };
  const all = {
    loadSession: load,
    promptCapabilities: { image, audio, embeddedContext },
    mcpCapabilities: { http: false, sse: false },
    sessionCapabilities: sessions,
  };
  // What is left out is not supported, so an agent without anything may be silent about it.
  const agentCapabilities = freedoms.has('bare') ? undefined : sparse ? onlyTrue(all) : all;
  return {
    protocolVersion: PROTOCOL_VERSION,
    ...(agentCapabilities && { agentCapabilities }),
    ...(!sparse && { agentInfo: { name: 'proctor-reference', title: 'Proctor reference agent', version } }),
    ...((signIn || !sparse) && { authMethods: signIn ? [{ ...SIGN_IN }] : [] }),
  };
}

function onlyTrue(capabilities: JsonObject): JsonObject {
  const kept = Object.entries(capabilities).map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null && !Array.isArray(value) && name !== 'sessionCapabilities'
      ? onlyTrue(value)
      : value,
  ]);
  return Object.fromEntries(kept.filter(([, value]) => value !== false));
}
