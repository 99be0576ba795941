import type { McpServer, McpServerHttp, McpServerSse, McpServerStdio } from '../../../../generated/types/acp-1.21.0.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import { type Connection, connect } from '../../../../jsonrpc/connection.js';
import { linkToProcess } from '../../../../jsonrpc/process-link.js';
import { type Clock, during } from '../../../../wire/clock/clock.js';
import type { TargetProcess } from '../../../../wire/process/process.js';
import { pipesOf } from '../../../../wire/process/stdio.js';
import type { Workspace } from '../../../../workspace/confinement.js';
import type { Programs } from '../../../../workspace/programs.js';
import { ToolError } from './client.js';
import { type Address, SseLink, StreamableLink } from './http-links.js';

/** The MCP revision that is asked for, and any answer to it is taken: nothing but tools is used. */
const REVISION = '2025-11-25';
/**
 * ms of real time that a server may take to answer, and to go after the end of its stdin and after TERM. A busy machine needs long to
 * start one.
 */
const READY = 60_000;
const GRACE = { eof: 500, term: 500 };

/** Where the servers of a session run. */
interface Surroundings {
  clock: Clock;
  /** The version of the agent, as they are told. */
  version: string;
  /** Their working directory. */
  folder: Workspace;
  programs: Programs;
}

interface Server {
  name: string;
  /** Unset for one that is reached over HTTP. */
  process?: TargetProcess;
  connection: Connection;
  tools: Set<string>;
}

/** The MCP servers of a session: processes of our own, and others that are reached over HTTP (ACP, Session Setup, MCP Servers). */
export class McpServers {
  private constructor(
    private readonly servers: readonly Server[],
    private readonly clock: Clock,
  ) {}

  /**
   * Starts those that speak over stdio, and greets every server. One that can't be reached or does not answer is left out, and
   * `failed` is told. Rejects with NotAllowed for a server that the client may not have started; then none is.
   */
  static async open(
    specs: readonly McpServer[],
    { failed, ...surroundings }: Surroundings & { failed?: (error: unknown) => void },
  ): Promise<McpServers> {
    const { clock, folder, programs } = surroundings;
    const spoken = specs.filter(speaksStdio);
    for (const { command, env } of spoken) programs.check(command, variables(env));
    if (spoken.length > 0) folder.place('.');
    const opened = specs.map((spec) => openServer(spec, surroundings));
    const settled = await during(clock, Promise.allSettled(opened));
    for (const one of settled) if (one.status === 'rejected') failed?.(one.reason);
    return new McpServers(
      settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
      clock,
    );
  }

  /**
   * Calls a tool of the first server that has it. Resolves with its text. Rejects with ToolError, and with the reason of
   * `signal`.
   */
  async call(tool: string, args: JsonObject, signal: AbortSignal): Promise<string> {
    const server = this.servers.find(({ tools }) => tools.has(tool));
    if (!server) throw new ToolError(`no MCP server has a tool ${tool}`);
    try {
      const options = { timeout: READY, signal };
      const asked = server.connection.request('tools/call', { name: tool, arguments: args }, options);
      return textOf(await during(this.clock, asked));
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof ToolError ? error : new ToolError(`${tool}: ${(error as Error).message}`);
    }
  }

  /** The name of the first server that has a tool; undefined where none has. */
  nameOf(tool: string): string | undefined {
    return this.servers.find(({ tools }) => tools.has(tool))?.name;
  }

  /** Ends every server. Never rejects. */
  async close(): Promise<void> {
    await during(this.clock, Promise.all(this.servers.map(end)));
  }
}

/** The schema has no type for stdio; a client that says it all the same means what it says. */
const speaksStdio = (spec: McpServer): spec is McpServerStdio => !('type' in spec) || String(spec.type) === 'stdio';

const variables = (env: McpServerStdio['env']) => Object.fromEntries(env.map(({ name, value }) => [name, value]));

/** How a server is reached that is no process of ours. */
function linkTo(spec: McpServerHttp | McpServerSse): StreamableLink | SseLink {
  const address: Address = { url: spec.url, headers: variables(spec.headers) };
  return 'type' in spec && spec.type === 'sse' ? new SseLink(address) : new StreamableLink(address);
}

async function openServer(spec: McpServer, { version, folder, programs }: Surroundings): Promise<Server> {
  const { name } = spec;
  const process = speaksStdio(spec)
    ? await programs.start({ argv: [spec.command, ...spec.args], env: variables(spec.env), cwd: folder.place('.') })
    : undefined;
  const link = process ? linkToProcess(pipesOf(process)) : linkTo(spec as McpServerHttp | McpServerSse);
  const connection = connect(link, {});
  try {
    await connection.request(
      'initialize',
      { protocolVersion: REVISION, capabilities: {}, clientInfo: { name: 'proctor-reference', version } },
      { timeout: READY },
    );
    connection.notify('notifications/initialized');
    const { tools } = (await connection.request('tools/list', {}, { timeout: READY })) as JsonObject;
    const names = Array.isArray(tools) ? tools.filter(isObject).map((tool) => String(tool.name)) : [];
    return { name, ...(process && { process }), connection, tools: new Set(names) };
  } catch (error) {
    await end({ ...(process && { process }), connection });
    throw error;
  }
}

async function end({ process, connection }: Pick<Server, 'process' | 'connection'>): Promise<void> {
  connection.close();
  await process?.stop('eof', GRACE);
}

/** The text of a tool result. Throws ToolError where the tool failed. */
function textOf(result: Json): string {
  const { content, isError } = isObject(result) ? result : {};
  const blocks = Array.isArray(content) ? content.filter(isObject) : [];
  const text = blocks.flatMap((block) => (typeof block.text === 'string' ? [block.text] : [])).join('\n');
  if (isError === true) throw new ToolError(text);
  return text;
}
