import type { AuthMethod, InitializeResponse } from '../../../../generated/types/acp-1.21.0.js';
import { PROTOCOL_VERSION } from '../../version.js';
import type { AgentScript } from '../script.js';

/** The one way to sign in, where there is one. */
export const SIGN_IN: AuthMethod = { id: 'kit', name: 'Kit', description: 'Signs in without asking for anything.' };

/** The result of initialize: the one version that is spoken, whatever was asked for, and what the agent can do. */
export function welcome({ abilities, signIn }: AgentScript, version: string): InitializeResponse {
  const { load, list, resume, close, image, audio, embeddedContext, http, sse, logout, directories } = abilities;
  return {
    protocolVersion: PROTOCOL_VERSION,
    agentCapabilities: {
      loadSession: load,
      promptCapabilities: { image, audio, embeddedContext },
      mcpCapabilities: { http, sse },
      sessionCapabilities: {
        ...(list && { list: {} }),
        ...(resume && { resume: {} }),
        ...(close && { close: {} }),
        ...(abilities.delete && { delete: {} }),
        ...(directories && { additionalDirectories: {} }),
      },
      ...(logout && { auth: { logout: {} } }),
    },
    agentInfo: { name: 'proctor-reference', title: 'Proctor reference agent', version },
    authMethods: signIn ? [SIGN_IN] : [],
  };
}
