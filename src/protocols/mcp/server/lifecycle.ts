import type {
  EmptyResult,
  Implementation,
  InitializeResult,
  ServerCapabilities,
} from '../../../generated/types/mcp-2025-11-25.js';
import { invalidRequest } from '../errors.js';
import type { Handlers } from './call.js';
import { offersLogging } from './logging.js';
import { offersSubscriptions } from './resources/handlers.js';
import type { Script } from './script/script.js';
import type { SessionState } from './session/state.js';

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
      const agreed = protocolVersions.find((version) => version === protocolVersion) ?? protocolVersions[0]!;
      return {
        protocolVersion: agreed,
        capabilities: capabilitiesOf(state),
        serverInfo: serverInfoOf(state.script),
        ...(instructions !== undefined && { instructions }),
      };
    },
  };
}

/** How the server presents itself. */
export const serverInfoOf = ({ serverInfo }: Script): Implementation => ({ ...SERVER_INFO, ...serverInfo });

/** What the server declares: a list that its script leaves empty is a feature that it lacks. */
export function capabilitiesOf(state: Pick<SessionState, 'script' | 'freedoms'>): ServerCapabilities {
  const { script } = state;
  const listChanged = offersListChanged(state) ? { listChanged: true } : {};
  const subscribe = offersSubscriptions(state) ? { subscribe: true } : {};
  const declared: ServerCapabilities = {};
  if (script.tools.length > 0) declared.tools = { ...listChanged };
  if (script.resources.length + script.resourceTemplates.length > 0)
    declared.resources = { ...subscribe, ...listChanged };
  if (script.prompts.length > 0) declared.prompts = { ...listChanged };
  if (offersLogging(state)) declared.logging = {};
  if (offersCompletions(state)) declared.completions = {};
  return declared;
}

/** Whether the server tells of changes of its lists. */
export const offersListChanged = ({ freedoms }: Pick<SessionState, 'freedoms'>) =>
  !freedoms.has('no-list-changed') && !freedoms.has('stateless');

/** Whether the server completes arguments: it has something to complete and did not decline to. */
function offersCompletions({ script, freedoms }: Pick<SessionState, 'script' | 'freedoms'>): boolean {
  return !freedoms.has('no-completions') && script.prompts.length + script.resourceTemplates.length > 0;
}
