import type {
  AgentCapabilities,
  HarnCapabilities,
  InjectCapabilities,
} from '../../../generated/types/harn-extensions-v1.js';

/** The contract as it is offered (Harn extensions v1, Compatibility). */
const CONTRACT: HarnCapabilities = {
  schemaCompatibility: 'agentclientprotocol/agent-client-protocol schema v0.12.2',
  extensionContract: 'https://harnlang.com/spec/harn-extensions/v1',
  sessionUpdateExtensions: [
    'fs_watch',
    'handoff',
    'hitl_request',
    'hitl_resolved',
    'log',
    'progress',
    'skill_activated',
    'skill_deactivated',
    'skill_narrow',
    'skill_scope_tools',
    'tool_search_query',
    'tool_search_result',
    'transcript_compacted',
    'worker_update',
  ],
  toolLifecycleExtensionFields: [
    'audit',
    'durationMs',
    'error',
    'errorCategory',
    'executionDurationMs',
    'executor',
    'parsing',
    'rawInputPartial',
  ],
  contentExtensionFields: ['visible_delta', 'visible_text'],
  extensionMethods: {
    '_harn/agentEvent': {
      description: 'Milestones of a turn that no session/update tells.',
      schema: 'https://harnlang.com/spec/harn-extensions/agent-event/v1',
    },
    '_harn/providerCatalog': {
      description: 'The providers and models of this agent.',
      schema: 'https://harnlang.com/schemas/provider-catalog.v2.json',
      schemaVersion: 2,
    },
  },
  hostCapabilityOperations: {
    process: ['exec', 'list_shells', 'get_default_shell', 'set_default_shell', 'shell_invocation'],
  },
};

const INJECT: InjectCapabilities = { modes: ['queue', 'steer'], pending: { replace: true } };

/** What an agent of ACP offers, with what Harn adds to it (Harn guide, Protocol overview). */
export function harnCapabilities(offered: AgentCapabilities): AgentCapabilities {
  return {
    ...offered,
    session: {
      inject: INJECT,
      remind: { modes: ['interrupt_immediate', 'finish_step', 'audit_only'], pending: { list: true, revoke: true } },
    },
    sessionCapabilities: { ...offered.sessionCapabilities, rollback: {}, redo: {} },
    _meta: { harn: CONTRACT },
  };
}
