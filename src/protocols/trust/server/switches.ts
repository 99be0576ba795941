import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Json, JsonObject } from '../../../json/json.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import { connectTcp, listenTcp, type TcpListener } from '../../../wire/tcp.js';
import { isBelow } from '../../../workspace/places.js';
import { failed } from '../errors.js';
import type { Handlers, Method, Params } from '../params.js';
import { runtimeConfig } from './configuration.js';
import { endpointOf } from './control.js';
import { Project } from './project.js';
import type { ControlOptions } from './reload.js';
import type { Workspace } from './workspace.js';

/** Defects that no message shows. */
export const SWITCHES = [
  'writes-outside',
  'follows-links',
  'format-writes',
  'content-writes',
  'builds-despite-errors',
  'reloads-despite-errors',
  'sends-nothing',
  'sends-twice',
  'sends-before-build',
  'sends-other-bytes',
  'sends-no-token',
  'wall-clock',
  'unrepeatable',
  'listens-later',
  'listens',
  'fails-at-end',
] as const;

/** Those that are about requests. */
type Switch = Exclude<(typeof SWITCHES)[number], 'listens' | 'fails-at-end'>;

/** What a server does wrong. */
export interface Flaws {
  switches: ReadonlySet<string>;
  /** Gets what it opens. */
  listeners: TcpListener[];
}

interface Surroundings {
  workspace: Workspace;
  control: ControlOptions;
}

type Reload = Params<'runtime.reload'>;

/** The same handlers with these defects. */
export function flawed(handlers: Handlers, { switches, listeners }: Flaws, around: Surroundings): Handlers {
  const flaws: { readonly [name in Switch]: () => Partial<Handlers> } = {
    'writes-outside': () => writingOutside(handlers, around.workspace),
    'follows-links': () => followingLinks(handlers, around.workspace),
    'format-writes': () => ({
      'lsp.format': async (params) => {
        const result = await handlers['lsp.format'](params);
        if (existsSync(result.file)) writeFileSync(result.file, result.content);
        return result;
      },
    }),
    'content-writes': () => ({
      'lsp.diagnostics': async (params) => {
        const result = await handlers['lsp.diagnostics'](params);
        if (params.content !== undefined) writeFileSync(result.target, params.content);
        return result;
      },
    }),
    'builds-despite-errors': () => ({
      'runtime.compile_reload': async (params) => {
        const result = await handlers['runtime.compile_reload'](params);
        if (result.errors !== 0) writeFileSync(resolve(result.target, 'program.stbc'), 'built anyway');
        return result;
      },
    }),
    'reloads-despite-errors': () => ({
      'runtime.compile_reload': async (params) => {
        const result = await handlers['runtime.compile_reload'](params);
        // Nobody answers: it is enough that the line is on its way.
        if (result.errors !== 0) await sendsLines(around, params, [lineOf('')], false);
        return result;
      },
    }),
    'sends-nothing': () => sending(handlers, around, () => []),
    'sends-twice': () => sending(handlers, around, (bytes, token) => [lineOf(bytes, token), lineOf(bytes, token)]),
    'sends-before-build': () => sending(handlers, around, (bytes, token) => [lineOf(bytes, token)], true),
    'sends-other-bytes': () => sending(handlers, around, (_bytes, token) => [lineOf('a2l0', token)]),
    'sends-no-token': () => sending(handlers, around, (bytes) => [lineOf(bytes)]),
    'wall-clock': () => {
      const { clock } = around.control;
      let since: number | undefined;
      return {
        'harness.load': (params) => {
          since = clock.now();
          return handlers['harness.load'](params);
        },
        'harness.cycle': async (params) => {
          const now = clock.now();
          if (since !== undefined)
            await handlers['harness.advance_time']({ duration_ms: Math.max(0, Math.round(now - since)) });
          since = now;
          return handlers['harness.cycle'](params);
        },
      };
    },
    unrepeatable: () => ({
      'harness.cycle': async (params) => {
        const result = await handlers['harness.cycle'](params);
        return { ...result, elapsed_ms: Math.floor(Math.random() * 1e12) };
      },
    }),
    'listens-later': () => ({
      'harness.load': async (params) => {
        await listens(listeners);
        return handlers['harness.load'](params);
      },
    }),
  };
  const chosen = Object.entries(flaws).filter(([name]) => switches.has(name));
  return Object.assign({}, handlers, ...chosen.map(([, flaw]) => flaw())) as Handlers;
}

/** Opens a port of this machine, where nobody is answered. */
export async function listens(listeners: TcpListener[]): Promise<void> {
  listeners.push(await listenTcp({ onPeer: (peer) => void peer.close() }));
}

/** Refuses to write outside of the workspace, and does it. No further than beside the workspace: it is a mutant and no weapon. */
const writingOutside = (handlers: Handlers, { root }: Workspace): Partial<Handlers> => ({
  'workspace.write': (params) =>
    otherwise(handlers, 'workspace.write', params, (error) => {
      const file = resolve(root, params.path);
      if (isBelow(file, dirname(root)) && !isBelow(file, root)) {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, params.text);
      }
      throw error;
    }),
});

/** Reads and writes what a link leads to, wherever that is, beside the workspace. */
function followingLinks(handlers: Handlers, { root }: Workspace): Partial<Handlers> {
  const leadsBeside = (file: string) => {
    let folder = dirname(file);
    for (; ; folder = dirname(folder)) {
      try {
        return isBelow(realpathSync(folder), dirname(root));
      } catch {}
    }
  };
  return {
    'workspace.read': (params) =>
      otherwise(handlers, 'workspace.read', params, (error) => {
        const file = resolve(root, params.path);
        if (params.path.includes('..') || !isBelow(file, root) || !leadsBeside(file)) throw error;
        return { path: params.path, text: readFileSync(file, 'utf8') };
      }),
    'workspace.write': (params) =>
      otherwise(handlers, 'workspace.write', params, (error) => {
        const file = resolve(root, params.path);
        if (params.path.includes('..') || !isBelow(file, root) || !leadsBeside(file)) throw error;
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, params.text);
        return { path: params.path, bytes_written: params.text.length };
      }),
  };
}

/** Calls a handler, and does something else where it refuses a path that leaves the workspace. */
async function otherwise<M extends Method>(
  handlers: Handlers,
  method: M,
  params: Params<M>,
  act: (error: RpcError) => ReturnType<Handlers[M]>,
): Promise<Awaited<ReturnType<Handlers[M]>>> {
  try {
    return (await handlers[method](params)) as Awaited<ReturnType<Handlers[M]>>;
  } catch (error) {
    if (error instanceof RpcError && error.code === -32001) return await act(error);
    throw error;
  }
}

/** Both ways of reloading with other lines at the control endpoint. */
function sending(
  handlers: Handlers,
  around: Surroundings,
  linesOf: (bytes: string, token: string | null) => JsonObject[],
  isEarly = false,
): Partial<Handlers> {
  const send = async (params: Reload) => {
    const project = new Project(around.workspace, params.project);
    const token = params.token ?? runtimeConfig(project).controlToken ?? null;
    const bytes = readFileSync(resolve(project.root.absolute, 'program.stbc'), 'base64');
    return sendsLines(around, params, linesOf(bytes, token), true);
  };
  const reload = async (params: Reload) => {
    const early = isEarly ? await send(params).catch(() => undefined) : undefined;
    const build = await handlers['runtime.build'](params);
    const response = early ?? (await send(params));
    if (response.ok === false) throw failed(`the runtime refused the program: ${response.error}`);
    const endpoint = params.endpoint ?? runtimeConfig(new Project(around.workspace, params.project)).controlEndpoint;
    return { build, reload: { endpoint, result: response.result ?? null, response } };
  };
  return {
    'runtime.reload': reload,
    'runtime.compile_reload': async (params) => {
      const { sources_root, project } = params;
      const selected = {
        ...(sources_root !== undefined && { sources_root }),
        ...(project !== undefined && { project }),
      };
      const found = await handlers['lsp.diagnostics'](selected);
      if (found.errors !== 0) return handlers['runtime.compile_reload'](params);
      const common = { ...found, dirty: false };
      try {
        const done = await reload(params);
        return { ...common, runtimeStatus: 'ok', runtimeMessage: 'Runtime reload succeeded.', ...done };
      } catch (error) {
        const runtimeMessage = `Reload failed: ${(error as Error).message}`;
        return {
          ...common,
          runtimeStatus: 'error',
          runtimeMessage,
          build: await handlers['runtime.build'](params),
          reload: null,
        };
      }
    },
  };
}

const lineOf = (bytes: string, auth: string | null = null): JsonObject => ({
  id: 1,
  type: 'bytecode.reload',
  auth,
  params: { bytes },
});

/** Sends lines to the endpoint. Resolves with its first answer, if one is waited for. */
async function sendsLines(
  { workspace, control }: Surroundings,
  params: Reload,
  lines: JsonObject[],
  waits: boolean,
): Promise<JsonObject> {
  const project = new Project(workspace, params.project);
  const { url: _, ...where } = endpointOf(params.endpoint ?? runtimeConfig(project).controlEndpoint);
  if (lines.length === 0) return {};
  const channel = await connectTcp({ ...where, clock: control.real }).catch((error: Error) => {
    throw failed(error.message);
  });
  const answer = new Promise<JsonObject>((resolve) => {
    channel.listen((carried) => {
      if (carried.kind === 'message') resolve(carried.message as { [name: string]: Json });
      else if (carried.kind === 'closed') resolve({});
    });
  });
  for (const message of lines) channel.send({ kind: 'message', message });
  const told = waits ? await answer : {};
  void channel.close();
  return told;
}
