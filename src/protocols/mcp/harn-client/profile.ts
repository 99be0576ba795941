import type { ElicitResult } from '../../../generated/types/mcp-2025-11-25.js';
import type { Json } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import type { ClientProfile } from '../client/profile.js';
import { CODES } from '../revision.js';

/** What a host was asked for over its bridge. */
interface HostCall {
  capability: 'mcp';
  operation: 'sample' | 'elicit';
}

/**
 * Harn's profile of one client: what a server wants is asked of a host, and a script gets the content of results (Harn guide, MCP client
 * support matrix).
 */
export function harnClientProfile(): ClientProfile {
  const asked: HostCall[] = [];
  const tools: Json[] = [];
  const askHost = (operation: HostCall['operation']) => void asked.push({ capability: 'mcp', operation });
  return {
    // Nothing runs as a task, and of elicitation the guide knows forms alone.
    offer: { roots: true, sampling: true, forms: true, pages: false, tasks: false },
    answers: (usual, { host, user }) => {
      const { 'sampling/createMessage': sample, 'elicitation/create': elicit } = usual;
      return {
        ...usual,
        ...(sample && {
          'sampling/createMessage': (params, asking) => {
            if (!host) throw declined('no host is there to be asked');
            askHost('sample');
            if (user.sampling === 'decline') throw declined('the host does not want it');
            return sample(params, asking);
          },
        }),
        ...(elicit && {
          'elicitation/create': (params, asking) => {
            if (!host) return { action: 'decline' } satisfies ElicitResult;
            askHost('elicit');
            return elicit(params, asking);
          },
        }),
      };
    },
    returned: ({ content, isError }) => {
      if (isError === true) throw new Error(`the tool failed: ${textsOf(content).join(' ')}`);
      const blocks = Array.isArray(content) ? content : [];
      const [text] = textsOf(content);
      if (blocks.length === 0) return null;
      return blocks.length === 1 && text !== undefined ? text : blocks;
    },
    // Whoever searches tools finds them by their server (Harn guide, MCP tools in the tool-search index).
    listed: (tool) => {
      const listed = isObject(tool) ? { ...tool, _mcp_server: 'server' } : tool;
      tools.push(listed);
      return listed;
    },
    told: () => ({ host: asked.map((call) => ({ ...call })), ...(tools.length > 0 && { tools: [...tools] }) }),
  };
}

/** The refusal of a sampling, by whose data a server knows that it may go on without (Harn guide, MCP client support matrix). */
function declined(reason: string): RpcError {
  return new RpcError(CODES.internalError, `Sampling declined: ${reason}`, {
    type: 'mcp.samplingDeclined',
    method: 'sampling/createMessage',
    reason,
  });
}

/** The texts of content. */
const textsOf = (content: Json | undefined): string[] =>
  (Array.isArray(content) ? content : []).flatMap((block) =>
    isObject(block) && block.type === 'text' && typeof block.text === 'string' ? [block.text] : [],
  );
