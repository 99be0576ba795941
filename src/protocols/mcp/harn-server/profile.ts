import type { Json } from '../../../json/json.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import { methodNotFound } from '../errors.js';
import { CODES, REVISION } from '../revision.js';
import { shippedResources } from '../server/resources/resource.js';
import type { ServerProfile } from '../server/running.js';
import type { Resource } from '../server/state/offered.js';
import type { Tool } from '../server/state/tool.js';
import { shippedTools } from '../server/tools/shipped.js';
import { codeModeTools, type SnippetRules } from './code-mode.js';
import { printingTool } from './printing.js';
import { uploadTools } from './uploads.js';

/** What a client may be asked for and a server may not, by the feature that it belongs to (Harn guide, MCP server support matrix). */
const FEATURES: { readonly [method: string]: string } = {
  'roots/list': 'roots',
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
};

/** Entries of a page of a list, unless its script says otherwise (Harn guide, Running as an MCP server). */
const PAGE_SIZE = 100;

/** A resource of the kind whose changes Harn's orchestrator tells. */
const topic: Resource = {
  uri: 'harn://topic/jobs',
  spec: {
    uri: 'harn://topic/jobs',
    name: 'jobs',
    title: 'Jobs',
    description: 'What the jobs said.',
    mimeType: 'text/plain',
  },
  text: 'Nothing so far.',
};

/** What a server of the profile is made of. */
export interface ProfileParts {
  /** Where its handlers print. */
  stderr: (text: string) => void;
  snippets: SnippetRules;
  /** The tool, whose files are judged. */
  judging(tool: Tool): Tool;
}

/** Harn's profile of one server (Harn guide, Running as an MCP server; Harn extensions v1, MCP extension boundary). */
export const harnProfile = ({ stderr, snippets, judging }: ProfileParts): ServerProfile => ({
  shipped: {
    tools: [...shippedTools, ...uploadTools(), printingTool(stderr)],
    resources: [...shippedResources, topic],
    pageSize: PAGE_SIZE,
  },
  refusals: {
    method: (method) => {
      const feature = Object.hasOwn(FEATURES, method) ? FEATURES[method] : undefined;
      if (feature === undefined) return methodNotFound(method);
      return unsupported(CODES.methodNotFound, method, feature, `A server does not answer ${method}`);
    },
    taskless: (tool) => unsupported(CODES.invalidParams, 'tools/call', 'tasks', `${tool} does not run as a task`),
  },
  script: (script) => {
    const tools = script.tools.map(judging);
    return { ...script, tools: script.codeMode ? [...tools, ...codeModeTools(tools, snippets)] : tools };
  },
});

/** What is out of scope (Harn guide, MCP server support matrix). */
function unsupported(code: number, method: string, feature: string, reason: string): RpcError {
  const told = { protocolVersion: REVISION, method, feature, role: 'server', status: 'unsupported', reason };
  const data: Json = { type: 'mcp.unsupportedFeature', ...told };
  return new RpcError(code, reason, data);
}
