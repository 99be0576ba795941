import type { DescribeResult } from '../../../generated/types/trust-v1.js';
import type { Json, JsonObject } from '../../../json/json.js';
import { type Envelope, readEnvelope } from '../../../jsonrpc/envelope.js';
import type { Link } from '../../../jsonrpc/link.js';
import type { Id } from '../../../jsonrpc/messages.js';
import {
  INTERNAL_ERROR,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  PARSE_ERROR,
  RpcError,
} from '../../../jsonrpc/rpc-error.js';
import { Turns } from '../../../jsonrpc/turns.js';
import { paramsChecker } from '../../../schemas/index.js';
import type { Carried } from '../../../wire/carried.js';
import { during, sleep } from '../../../wire/clock/clock.js';
import { invalidParams } from '../errors.js';
import type { Handlers, Method } from '../params.js';
import { format } from '../st/index.js';
import { DEV, VERSION } from '../version.js';
import { build, validate } from './build.js';
import { diagnose } from './diagnostics.js';
import { HarnessMethods } from './harness.js';
import { PARTS, type ServerParts, type Surroundings } from './parts.js';
import { Project } from './project.js';
import { projectInfo } from './project-info.js';
import { compileReload, reload } from './reload.js';
import type { Replies } from './replies.js';
import { runTests } from './tests.js';
import type { Workspace } from './workspace.js';
import { slashed, wayTo } from './workspace.js';

export interface ServerOptions extends Surroundings {
  /** One of `VERSIONS`. */
  version: string;
  /** Default: those of a server that does nothing that it need not. */
  parts?: Pick<ServerParts, 'handlers' | 'runsOnLoad'>;
  /** What a script answers in place of the server. Default: nothing. */
  replies?: Replies;
  /** Told of errors of the server itself. */
  failed?: (error: unknown) => void;
}

const checkParams = paramsChecker('trust', VERSION);
/** Characters of a name that an answer repeats. */
const LONGEST_NAME = 200;

/**
 * Serves the Agent API over a link: each request is answered before the next one is looked at (Agent API v1, Transport and Security).
 */
export class TrustServer {
  /** Resolves when nothing more can arrive and all that did is answered. */
  readonly done: Promise<void>;
  private readonly handlers: Handlers;
  private readonly turns: Turns;
  private last: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(
    private readonly link: Link,
    private readonly options: ServerOptions,
  ) {
    this.handlers = handlersOf(options);
    this.turns = new Turns(options.control.clock);
    this.done = new Promise((resolve) => {
      void link.closed.then(() => this.after(() => resolve()));
    });
    link.listen((carried) => {
      if (carried.kind === 'message' || carried.kind === 'bytes') this.after(() => this.serve(carried));
    });
  }

  /** Answers nothing more. */
  close(): void {
    this.isClosed = true;
    this.link.close();
  }

  /** Queues an act behind all that were queued before. */
  private after(act: () => void | Promise<void>): void {
    const before = this.last;
    this.last = new Promise((resolve) => {
      this.turns.add(() => void before.then(act).then(resolve, resolve));
    });
  }

  private async serve(carried: Carried): Promise<void> {
    if (this.isClosed) return;
    // Cycles let the loop turn in between: that is work, and no wait.
    const { clock } = this.options.control;
    const { response, delay } = await during(clock, this.answer(carried));
    if (delay > 0) await sleep(clock, delay);
    if (!this.isClosed) this.link.send(response);
  }

  /** The answer to what came, and how long a script wants it to wait. */
  private async answer(carried: Carried): Promise<{ response: JsonObject; delay: number }> {
    let id: Id = null;
    let delay = 0;
    try {
      if (carried.kind === 'bytes') throw new RpcError(PARSE_ERROR, `Parse error: ${carried.problem ?? 'not JSON'}`);
      const envelope = readEnvelope(carried.message ?? null);
      if (envelope.kind !== 'notification') id = envelope.id;
      const { method, params } = requestOf(envelope);
      if (!Object.hasOwn(this.handlers, method))
        throw new RpcError(METHOD_NOT_FOUND, `Method '${method.slice(0, LONGEST_NAME)}' is not available.`);
      const checked = await checkParams(method, params);
      const scripted = this.options.replies?.take(method, checked);
      delay = scripted?.delay ?? 0;
      const handle = scripted?.answer ?? (this.handlers[method as Method] as (params: unknown) => unknown);
      return { response: { jsonrpc: '2.0', id, result: (await handle(checked)) as Json }, delay };
    } catch (error) {
      if (error instanceof RpcError) return { response: { jsonrpc: '2.0', id, error: error.toObject() }, delay };
      this.options.failed?.(error);
      const message = `Internal error: ${error instanceof Error ? error.message : String(error)}`;
      return { response: { jsonrpc: '2.0', id, error: new RpcError(INTERNAL_ERROR, message).toObject() }, delay };
    }
  }
}

/** The request in a message. The Agent API has no notifications. Throws RpcError -32600 for what is no request. */
function requestOf(envelope: Envelope): { method: string; params: Json | undefined } {
  const refuse = (why: string) => new RpcError(INVALID_REQUEST, `Invalid request: ${why}`);
  if (envelope.kind === 'invalid') throw refuse(envelope.reason);
  if (envelope.kind === 'response') throw refuse('a response to nothing');
  if (envelope.kind === 'notification' || envelope.id === null) throw refuse('id must be a text or a number');
  if (envelope.method.trim() === '') throw refuse('method must be a text');
  return envelope;
}

function handlersOf({ version, workspace, control, parts = PARTS }: ServerOptions): Handlers {
  const projectOf = ({ project }: { project?: string }) => new Project(workspace, project);
  const handlers: Handlers = {
    'agent.describe': () => describe(workspace, Object.keys(handlers)),
    'workspace.read': ({ path }) => {
      const place = workspace.place(path);
      return { path: slashed(place.path), text: workspace.read(place) };
    },
    'workspace.write': ({ path, text, create_parents = true }) => {
      const place = workspace.place(path);
      workspace.write(place, text, create_parents);
      return { path: slashed(place.path), bytes_written: Buffer.byteLength(text) };
    },
    'workspace.project_info': (params) => projectInfo(projectOf(params), params.sources_root),
    'lsp.diagnostics': (params) => {
      if (params.content !== undefined && params.path === undefined)
        throw invalidParams('content stands in for a file: it needs a path.');
      return diagnose(projectOf(params), params, version === DEV);
    },
    'lsp.format': (params) => {
      const project = projectOf(params);
      const place = project.file(params.path);
      const text = params.content ?? workspace.read(place);
      const content = format(text);
      return { path: wayTo(project.root, place), file: place.absolute, content, changed: content !== text };
    },
    'runtime.build': (params) => build(projectOf(params), params.sources_root),
    'runtime.compile_reload': (params) => compileReload(projectOf(params), params, control, version === DEV),
    'runtime.validate': (params) => validate(projectOf(params)),
    'runtime.test': (params) => runTests(projectOf(params), params, control.clock),
    'runtime.reload': (params) => reload(projectOf(params), params, control),
    ...new HarnessMethods(workspace, control.real, version !== VERSION, parts.runsOnLoad).handlers,
  };
  return parts.handlers(handlers, { workspace, control });
}

function describe(workspace: Workspace, methods: string[]): DescribeResult {
  return {
    transport: 'stdio',
    framing: 'jsonl',
    workspace_root: workspace.root,
    methods,
    notes: [
      'Paths are relative to the workspace root, and none leaves it.',
      'Requests are answered in their order.',
      'harness.* runs in virtual time, which moves by dt_ms and harness.advance_time alone.',
    ],
  };
}
