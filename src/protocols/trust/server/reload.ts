import type {
  BuildResult,
  CompileReloadResult,
  ControlReload,
  ReloadResult,
} from '../../../generated/types/trust-v1.js';
import type { Json } from '../../../json/json.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import { type Clock, during } from '../../../wire/clock/clock.js';
import { failed } from '../errors.js';
import type { Params } from '../params.js';
import { build, programOf } from './build.js';
import { runtimeConfig } from './configuration.js';
import { askRuntime, endpointOf } from './control.js';
import { diagnose } from './diagnostics.js';
import type { Project } from './project.js';

/** How runtimes are asked. */
export interface ControlOptions {
  /** Time stands still on it while a runtime is asked. */
  clock: Clock;
  /** Times the runtime, which lives in the machine's time. */
  real: Clock;
  /** ms that a runtime may take. */
  timeout: number;
  /** The token if neither the request nor the project has one. */
  token: string | undefined;
}

type Reload = Params<'runtime.reload'>;

/** Builds a project and gives it to its runtime (Agent API v1, runtime.reload). Throws RpcError -32002 if either fails. */
export async function reload(project: Project, params: Reload, control: ControlOptions): Promise<ReloadResult> {
  const built = build(project, params.sources_root);
  return { build: built, reload: await give(project, params, control) };
}

/**
 * Diagnoses, builds and reloads; how that ended is part of the result (Agent API v1, runtime.compile_reload). Throws RpcError for params
 * that can't be used, and if there are no sources. `tellsEnds`: as of `diagnose`.
 */
export async function compileReload(
  project: Project,
  params: Reload,
  control: ControlOptions,
  tellsEnds: boolean,
): Promise<CompileReloadResult> {
  const diagnostics = diagnose(
    project,
    params.sources_root === undefined ? {} : { sources_root: params.sources_root },
    tellsEnds,
  );
  const common = { ...diagnostics, target: project.root.absolute, dirty: false };
  const ended = (
    runtimeStatus: string,
    runtimeMessage: string,
    build: BuildResult | null = null,
    reload: ControlReload | null = null,
  ): CompileReloadResult => ({ ...common, runtimeStatus, runtimeMessage, build, reload });
  if (diagnostics.errors !== 0) return ended('skipped', 'Build and reload blocked by diagnostics.');
  let built: BuildResult;
  try {
    built = build(project, params.sources_root);
  } catch (error) {
    return ended('error', `Build failed: ${messageOf(error)}`);
  }
  try {
    return ended('ok', 'Runtime reload succeeded.', built, await give(project, params, control));
  } catch (error) {
    return ended('error', `Reload failed: ${messageOf(error)}`, built);
  }
}

/** Sends program.stbc to the endpoint that the params name, or the project. */
async function give(project: Project, params: Reload, control: ControlOptions): Promise<ControlReload> {
  const bytes = programOf(project).toString('base64');
  const own = params.endpoint === undefined ? runtimeConfig(project) : undefined;
  const endpoint = endpointOf(params.endpoint ?? own!.controlEndpoint);
  const auth = params.token ?? control.token ?? own?.controlToken ?? null;
  const request = { id: 1, type: 'bytecode.reload', auth, params: { bytes } };
  const { clock, real, timeout } = control;
  const response = await during(clock, askRuntime(endpoint, request, { clock: real, timeout }));
  if (response.ok !== true) throw failed(`the runtime refused the program: ${reasonOf(response.error)}`);
  return { endpoint: endpoint.url, result: response.result ?? null, response };
}

const reasonOf = (error: Json | undefined) => (typeof error === 'string' ? error : 'it gave no reason');

/** The words of a failure that is part of a result. */
function messageOf(error: unknown): string {
  if (error instanceof RpcError) return error.message;
  throw error;
}
