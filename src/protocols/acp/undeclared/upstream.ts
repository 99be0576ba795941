/** Names that upstream gave to things which stable ACP 0.12.2 lacks. */
interface Names {
  /** Methods, of either side. */
  readonly methods: readonly string[];
  /** Members by the stable definition that they are added to. */
  readonly members: { readonly [definition: string]: readonly string[] };
  /** Variants by the stable union that they are added to: values of the member that tells variants apart. */
  readonly variants: { readonly [definition: string]: readonly string[] };
}

/** What upstream's unstable schema of ACP 0.12.2 has and the stable one lacks. */
const unstable: Names = {
  methods: [
    '$/cancel_request',
    'document/didChange',
    'document/didClose',
    'document/didFocus',
    'document/didOpen',
    'document/didSave',
    'elicitation/complete',
    'elicitation/create',
    'logout',
    'nes/accept',
    'nes/close',
    'nes/reject',
    'nes/start',
    'nes/suggest',
    'providers/disable',
    'providers/list',
    'providers/set',
    'session/fork',
    'session/set_model',
  ],
  members: {
    AgentCapabilities: ['auth', 'nes', 'positionEncoding', 'providers'],
    // Of the two variants that the stable union lacks; it has no member that tells variants apart.
    AuthMethod: ['args', 'env', 'link', 'type', 'vars'],
    ClientCapabilities: ['auth', 'elicitation', 'nes', 'positionEncodings'],
    ContentChunk: ['messageId'],
    ListSessionsRequest: ['additionalDirectories'],
    LoadSessionRequest: ['additionalDirectories'],
    LoadSessionResponse: ['models'],
    NewSessionRequest: ['additionalDirectories'],
    NewSessionResponse: ['models'],
    PromptRequest: ['messageId'],
    PromptResponse: ['usage', 'userMessageId'],
    ResumeSessionRequest: ['additionalDirectories'],
    ResumeSessionResponse: ['models'],
    SessionCapabilities: ['additionalDirectories', 'fork'],
    SessionInfo: ['additionalDirectories'],
    SetSessionConfigOptionRequest: ['type'],
  },
  variants: {
    SessionConfigOption: ['boolean'],
    SessionUpdate: ['usage_update'],
  },
};

/** What later schemas of the same protocol version, stable or not, added to that. */
const later: Names = {
  methods: [
    'auth/status',
    'auth/status_update',
    'mcp/connect',
    'mcp/disconnect',
    'mcp/message',
    'proxy/initialize',
    'proxy/successor',
    'session/archive',
    'session/delete',
    'session/set_title',
    'session/status',
    'session/unarchive',
  ],
  members: {
    ClientCapabilities: ['plan', 'session', 'subagents'],
    ListSessionsRequest: ['archived'],
    LoadSessionRequest: ['systemPrompt'],
    McpCapabilities: ['acp'],
    NewSessionRequest: ['systemPrompt'],
    ResumeSessionRequest: ['systemPrompt'],
    SessionCapabilities: ['archive', 'delete', 'status', 'systemPrompt', 'title'],
    SessionInfo: ['archived'],
    ToolCall: ['name'],
    ToolCallUpdate: ['name'],
  },
  variants: {
    McpServer: ['acp'],
    SessionUpdate: [
      'compaction_summary_chunk',
      'compaction_update',
      'notice',
      'plan_removed',
      'plan_update',
      'session_message',
      'session_message_chunk',
      'subagent_update',
    ],
  },
};

/** What upstream has beside stable ACP 0.12.2, nearest first. Whoever sends it did not invent it. */
export const UPSTREAM = { unstable, later } as const;
