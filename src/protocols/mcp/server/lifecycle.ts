import type {
  EmptyResult,
  Implementation,
  InitializeResult,
  ServerCapabilities,
} from '../../../generated/types/mcp-2025-11-25.js';
import { invalidRequest } from '../errors.js';
import type { Handlers } from './state/call.js';
import type { Script } from './state/script.js';
import type { SessionState } from './state/session-state.js';
import { taskSupportOf } from './state/tool.js';

const SERVER_INFO: Implementation = {
  name: 'proctor-reference',
  title: 'Reference server',
  version: '1.0.0',
  description: 'An MCP server that shows each server feature of the protocol.',
};

/**
 * initialize and ping (MCP 2025-11-25, Lifecycle and Ping). A version that the server speaks is agreed to; for any other
 * it offers its latest.
 */
export function lifecycleHandlers(state: SessionState): Handlers {
  return {
    ping: (): EmptyResult => ({}),
    initialize: ({ protocolVersion, capabilities }): InitializeResult => {
      if (state.phase !== 'new') throw invalidRequest('The session is initialized already');
      const { protocolVersions, instructions } = state.script;
      state.capabilities = capabilities;
      state.phase = 'open';
      return {
        protocolVersion: state.parts.agree(protocolVersion, protocolVersions),
        capabilities: state.declared,
        serverInfo: serverInfoOf(state.script),
        ...(instructions !== undefined && { instructions }),
      };
    },
  };
}

/** How the server presents itself. */
export const serverInfoOf = ({ serverInfo }: Script): Implementation => ({ ...SERVER_INFO, ...serverInfo });

/** What the server declares: a list that its script leaves empty is a feature that it lacks. */
export function capabilitiesOf({ script, offers }: Pick<SessionState, 'script' | 'offers'>): ServerCapabilities {
  const listChanged = offers.listChanged ? { listChanged: true } : {};
  const subscribe = offers.subscriptions ? { subscribe: true } : {};
  const templates = script.resourceTemplates.length;
  const declared: ServerCapabilities = {};
  if (script.tools.length > 0) declared.tools = { ...listChanged };
  if (script.resources.length + templates > 0) declared.resources = { ...subscribe, ...listChanged };
  if (script.prompts.length > 0) declared.prompts = { ...listChanged };
  if (offers.logging) declared.logging = {};
  if (offers.completions && script.prompts.length + templates > 0) declared.completions = {};
  if (runsTasks({ script, offers })) declared.tasks = { list: {}, cancel: {}, requests: { tools: { call: {} } } };
  return declared;
}

/** Whether calls of tools can run as tasks; else what asks for that is ignored. */
export const runsTasks = ({ script, offers }: Pick<SessionState, 'script' | 'offers'>): boolean =>
  offers.tasks && script.tools.some((tool) => taskSupportOf(tool) !== 'forbidden');
