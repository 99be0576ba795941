import { pathToFileURL } from 'node:url';
import type { PeerReference } from '../../../conversation/peer/peer-reference.js';
import type {
  ClientCapabilities,
  CreateMessageResult,
  ElicitResult,
  EmptyResult,
  InitializeRequestParams,
  ListRootsResult,
  Root,
} from '../../../generated/types/mcp-2025-11-25.js';
import type { Json, JsonObject } from '../../../json/json.js';
import { asObject, isObject } from '../../../json/json.js';
import type { ClientHandlers } from '../methods.js';
import { filledForm } from './form.js';

/** What a case may configure about the client that the kit plays: `peer:` of a case. */
interface ClientConfig {
  capabilities?: ClientCapabilities;
  roots?: Root[];
  /** Result of sampling/createMessage. */
  sampling?: CreateMessageResult;
  /** Result of elicitation/create. */
  elicitation?: ElicitResult;
  protocolVersion?: string;
}

const CAPABILITIES: ClientCapabilities = { roots: { listChanged: true }, sampling: {}, elicitation: {} };

const SAMPLED: CreateMessageResult = {
  role: 'assistant',
  model: 'proctor-reference',
  content: { type: 'text', text: 'Sampled by Proctor.' },
  stopReason: 'endTurn',
};

/**
 * The MCP client that the kit plays against a server: it answers what it declares and refuses the rest
 * (MCP 2025-11-25, Client Features). `version` is the entry of versions.yaml.
 */
export function referenceClient(
  config: JsonObject,
  version: JsonObject,
  context: { root: string; proctor: string },
): PeerReference {
  const { capabilities = CAPABILITIES, protocolVersion, ...answers } = config as ClientConfig;
  const initialize: InitializeRequestParams = {
    protocolVersion: protocolVersion ?? (version.protocolVersion as string),
    capabilities,
    clientInfo: { name: 'proctor', version: context.proctor },
  };
  return {
    values: { initialize: asObject(initialize), capabilities: asObject(capabilities) },
    requests: handlersOf(capabilities, answers, context) as PeerReference['requests'],
    notifications: {},
  };
}

function handlersOf(
  capabilities: ClientCapabilities,
  { roots, sampling, elicitation }: ClientConfig,
  /** Its `root` is made when it is asked for: few servers ask. */
  context: { readonly root: string },
): ClientHandlers {
  return related({
    ping: (): EmptyResult => ({}),
    ...('roots' in capabilities && {
      'roots/list': (): ListRootsResult => ({
        roots: roots ?? [{ uri: pathToFileURL(context.root).href, name: 'case' }],
      }),
    }),
    ...('sampling' in capabilities && { 'sampling/createMessage': (): CreateMessageResult => sampling ?? SAMPLED }),
    ...('elicitation' in capabilities && {
      'elicitation/create': (params: Json | undefined): ElicitResult => elicitation ?? accept(params),
    }),
  });
}

const RELATED_TASK = 'io.modelcontextprotocol/related-task';

/** The same handlers, whose results name the task that the question named (MCP 2025-11-25, Tasks, Associating Task-Related Messages). */
function related(handlers: ClientHandlers): ClientHandlers {
  const wrapped = Object.entries(handlers).map(([method, handle]) => [
    method,
    (params: Json | undefined) => {
      const result = asObject(handle(params));
      const meta = isObject(params) && isObject(params._meta) ? params._meta : {};
      return meta[RELATED_TASK] === undefined ? result : { ...result, _meta: { [RELATED_TASK]: meta[RELATED_TASK] } };
    },
  ]);
  return Object.fromEntries(wrapped) as ClientHandlers;
}

/** Accepts a form with the simplest content that its schema allows; a URL is accepted without content. */
function accept(params: Json | undefined): ElicitResult {
  const schema = isObject(params) ? params.requestedSchema : undefined;
  if (!isObject(schema)) return { action: 'accept' };
  const content = filledForm(schema);
  return content === undefined ? { action: 'decline' } : { action: 'accept', content };
}
