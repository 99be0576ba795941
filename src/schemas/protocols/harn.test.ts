import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.js';
import { loadValidators, methodTable } from '../index.js';

const harn = await loadValidators('harn', 'extensions-v1');
const acp = await loadValidators('acp', '0.12.2');
const methods = methodTable('harn', 'extensions-v1');
const ofAcp = methodTable('acp', '0.12.2');

/** What is wrong with the params of a message, by the table of Harn and then by that of ACP. */
function misfits({ method, params }: { method: string; params: JsonObject }) {
  const own = methods[method];
  const entry = own ?? ofAcp[method]!;
  return (own ? harn : acp).validate(entry.params!, params);
}

const option = (id: string, category: string, currentValue: string, ...values: string[]) => ({
  id,
  name: id,
  category,
  type: 'select',
  currentValue,
  options: values.map((value) => ({ value, name: value, description: value })),
});

/** One for each JSON example of the guide's part on ACP and of the extensions' page, in its form and with values of our own. */
const EXAMPLES: readonly [where: string, definition: string, value: JsonObject][] = [
  [
    'Compatibility',
    'AgentCapabilities',
    {
      _meta: {
        harn: {
          schemaCompatibility: 'agentclientprotocol/agent-client-protocol schema v0.12.2',
          extensionContract: 'https://harnlang.com/spec/harn-extensions/v1',
          sessionUpdateExtensions: ['fs_watch', 'handoff', 'log', 'progress'],
          toolLifecycleExtensionFields: ['audit', 'durationMs', 'error'],
          contentExtensionFields: ['visible_delta', 'visible_text'],
          extensionMethods: {
            '_harn/agentEvent': { description: 'Milestones.', schema: 'https://schemas.example/agent-event' },
            '_harn/providerCatalog': {
              description: 'The catalog.',
              schema: 'https://harnlang.com/schemas/provider-catalog.v2.json',
              schemaVersion: 2,
            },
          },
          hostCapabilityOperations: { process: ['exec', 'list_shells'] },
        },
      },
    },
  ],
  [
    'Rollback',
    'CheckpointResult',
    {
      status: 'rolled_back',
      checkpointId: 'turn_7',
      beforeMessageCount: 3,
      afterMessageCount: 6,
      fsSnapshotIds: ['tc_1'],
      redoFsSnapshotIds: ['turn_7:redo:tc_1'],
      fsRestores: [{ snapshotId: 'tc_1', restoredPaths: ['a.txt'], skippedPathsWithReasons: [] }],
    },
  ],
  ['Fork, params', 'ForkSessionRequest', { session_id: 's1', keep_first: 2, id: 's2', branch_name: 'right' }],
  ['Fork, result', 'ForkSessionResponse', { sessionId: 's2', state: 'forked', parent_id: 's1', branched_at: 2 }],
  [
    'Session modes',
    'LoadSessionResponse',
    {
      configOptions: [
        option('mode', 'mode', 'ask', 'ask', 'architect', 'code', 'shadow'),
        option('model', 'model', '@inherit', '@inherit', 'small'),
        option('thought_level', 'model', '@inherit', '@inherit', 'off', 'high'),
        option('budget', '_harn_budget', '@inherit', '@inherit', 'off', '{"llm_tokens":200}'),
      ],
      modes: { currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask', description: 'Asks.' }] },
    },
  ],
  ['Inject', 'InjectRequest', { sessionId: 's1', mode: 'steer', content: [{ type: 'text', text: 'Stop.' }] }],
  [
    'Remind',
    'RemindRequest',
    {
      body: 'Read it again.',
      tags: ['host'],
      dedupe_key: 'read',
      ttl_turns: 3,
      role_hint: 'system',
      mode: 'audit_only',
      _meta: { harn: { source: 'index' } },
    },
  ],
  [
    'ACP tool lifecycle',
    'SessionUpdate',
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'call_1',
      title: 'edit_file',
      status: 'completed',
      rawOutput: 'done',
      _meta: {
        harn: {
          executor: 'host_bridge',
          durationMs: 12,
          executionDurationMs: 9,
          audit: { session_id: 's1', run_id: 'r1', mutation_scope: 'apply_workspace' },
        },
      },
    },
  ],
  [
    'ACP content extensions',
    'SessionUpdate',
    {
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'text', text: 'well', _meta: { harn: { visible_text: 'All is well', visible_delta: 'well' } } },
    },
  ],
];

const CALLS: readonly [method: string, params: JsonObject][] = [
  ['harn.session_workspace_roots', { sessionId: 's1' }],
  ['harn.session_add_root', { sessionId: 's1', path: '/tools', mountMode: 'extend' }],
  ['harn.session_reanchor', { sessionId: 's1', path: '/next' }],
  ['harn.session_timeline.query', { sessionId: 's1', runId: 'r1', fromCursor: { topics: { 'events.s1': 4 } } }],
  [
    'harn.session_timeline.update',
    {
      subscriptionId: 'timeline-9',
      update: { schemaVersion: 1, cursor: { topics: { 'events.s1': 5 } }, node: { id: 'event:events.s1:5' } },
    },
  ],
  ['session/set_config_option', { sessionId: 's1', configId: 'mode', value: 'architect' }],
  ['session/set_config_option', { sessionId: 's1', configId: 'budget', value: '{"llm_tokens":200}' }],
  ['session/set_mode', { sessionId: 's1', modeId: 'architect' }],
  ['_harn/providerCatalog', {}],
  [
    'session/update',
    {
      sessionId: 's1',
      update: {
        sessionUpdate: 'progress',
        _meta: { harn: { phase: 'build', message: 'half of it', progress: 1, total: 2 } },
      },
    },
  ],
];

describe('Harn extensions v1', () => {
  it.each(EXAMPLES)('take what the specification shows: %s', (_, definition, value) => {
    expect(harn.validate(definition, value)).toEqual([]);
  });

  it.each(CALLS)('take what the specification shows of %s', (method, params) => {
    expect(misfits({ method, params })).toEqual([]);
  });

  it('have each method of the guide that ACP does not have, and each by both its names', () => {
    const named = [
      ...['fork', 'inject', 'revoke_inject', 'replace_inject', 'remind', 'pending_injections', 'revoke_reminder'],
      ...['cancel_tool_call', 'truncate', 'rollback', 'redo', 'stop'],
    ].map((name) => `session/${name}`);
    const dotted = ['session_workspace_roots', 'session_add_root', 'session_reanchor', 'session_timeline.query'];
    const workflows = ['signal', 'query', 'update', 'pause', 'resume'];
    expect(Object.keys(methods)).toEqual(
      expect.arrayContaining([
        ...named,
        ...dotted.map((name) => `harn.${name}`),
        'harn.session_timeline.subscribe',
        'harn.session_timeline.unsubscribe',
        ...workflows.flatMap((name) => [`workflow/${name}`, `harn.workflow.${name}`]),
        '_harn/agentEvent',
        '_harn/providerCatalog',
      ]),
    );
    for (const name of workflows) {
      const { summary: _, ...alias } = methods[`harn.workflow.${name}`]!;
      expect(methods[`workflow/${name}`]).toMatchObject(alias);
    }
  });

  it.each<[string, JsonObject]>([
    ['progress', { phase: 'build', message: 'half of it' }],
    ['tool_search_query', { toolUseId: 'c1', query: 'x', strategy: 'host' }],
    ['worker_update', { workerId: 'w1', status: 'running' }],
  ])('want the payload of %s below _meta.harn', (sessionUpdate, payload) => {
    const update = { sessionUpdate, ...payload };
    expect(misfits({ method: 'session/update', params: { sessionId: 's1', update } })).toMatchObject([
      { path: '/update', message: expect.stringContaining('`_meta`') },
    ]);
  });

  it('take what they say nothing of beside what they say', () => {
    const capabilities = EXAMPLES[0]![2] as { _meta: { harn: JsonObject } };
    const { harn: contract } = capabilities._meta;
    const methodsToo = { ...(contract.extensionMethods as JsonObject), '_harn/new': { description: 'n', schema: 's' } };
    const more = { _meta: { other: 1, harn: { ...contract, newer: true, extensionMethods: methodsToo } } };
    expect(harn.validate('AgentCapabilities', more)).toEqual([]);
  });

  it.each<[string, string, JsonObject]>([
    ['an executor that is none', 'ToolCallUpdateExtension', { executor: 'cloud' }],
    ['an audit that is null', 'ToolCallUpdateExtension', { audit: null }],
    ['a time below 0', 'ToolCallUpdateExtension', { durationMs: -1 }],
    ['an MCP executor without its server', 'ToolCallUpdateExtension', { executor: { kind: 'mcp_server' } }],
    ['a mode of inject that is none', 'InjectRequest', { sessionId: 's1', mode: 'now', content: 'x' }],
    ['nothing to say', 'InjectRequest', { sessionId: 's1', mode: 'queue', content: [] }],
    ['a branch of nothing', 'ForkSessionRequest', { branch_name: 'left' }],
    ['a row of no kind', 'PendingInjections', { pendingCount: 1, injections: [{ messageId: 'm' }] }],
    ['another version', 'ProviderCatalog', { schema_version: 3, schema: 'x' }],
  ])('refuse %s', (_, definition, value) => {
    expect(harn.validate(definition, value)).not.toEqual([]);
  });
});
