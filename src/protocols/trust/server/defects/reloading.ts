import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Json, JsonObject } from '../../../../json/json.js';
import { connectTcp } from '../../../../wire/tcp.js';
import { failed } from '../../errors.js';
import type { Handlers, Params } from '../../params.js';
import { runtimeConfig } from '../configuration.js';
import { endpointOf } from '../control.js';
import type { Surroundings } from '../parts.js';
import { Project } from '../project.js';

type Reload = Params<'runtime.reload'>;

/** Both ways of reloading with other lines at the control endpoint. */
export function sending(
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

export const lineOf = (bytes: string, auth: string | null = null): JsonObject => ({
  id: 1,
  type: 'bytecode.reload',
  auth,
  params: { bytes },
});

/** Sends lines to the endpoint. Resolves with its first answer, if one is waited for. */
export async function sendsLines(
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
