import { crc32, deflateSync, inflateSync } from 'node:zlib';
import type { BuildResult, ValidateResult } from '../../../generated/types/trust-v1.js';
import { failed } from '../errors.js';
import { type Diagnostic, type Project as Program, parse } from '../st/index.js';
import { ioConfig, runtimeConfig } from './configuration.js';
import type { Project, Source } from './project.js';

/** How a program.stbc of ours begins: the name of the kind, and the version of the form. */
const MAGIC = Buffer.from('STBC\u0001');
/** Issues that the message of a failed build tells. */
const TOLD = 5;
/** Bytes of the sources in a program.stbc that is read. */
const LARGEST = 64 * 1024 * 1024;

/** Builds program.stbc (Agent API v1, runtime.build). Throws RpcError -32002 if the sources can't be compiled. */
export function build(project: Project, sourcesRoot: string | undefined): BuildResult {
  const root = project.sourcesRoot(sourcesRoot);
  const dependencies = project.dependencies();
  const sources = project.read(project.sourcesWith(root, dependencies));
  if (sources.length === 0) throw failed(`no source files found in ${root.absolute} (expected .st/.pou files)`);
  compiled(sources);
  const program = project.file('program.stbc');
  project.workspace.write(program, packed(sources.map(({ text }) => text)), true);
  return {
    version: 1,
    command: 'build',
    status: 'ok',
    project: project.root.absolute,
    program: program.absolute,
    source_count: sources.length,
    sources: sources.map(({ place }) => place.absolute),
    dependency_roots: dependencies.map(({ project: needed }) => needed.root.absolute),
    resolved_dependencies: dependencies.map(({ name }) => name),
  };
}

/** Whether a project can run as it stands (Agent API v1, runtime.validate). Throws RpcError -32002 if it can't. */
export function validate(project: Project): ValidateResult {
  const { resource, controlEndpoint, controlToken } = runtimeConfig(project);
  const { drivers } = ioConfig(project);
  if (controlEndpoint.startsWith('tcp://') && controlToken === undefined)
    throw failed('runtime.control.auth_token is required for a tcp endpoint');
  unpack(programOf(project));
  return {
    version: 1,
    command: 'validate',
    status: 'ok',
    project: project.root.absolute,
    resource,
    control_endpoint: controlEndpoint,
    io_driver: drivers[0] ?? '',
    io_drivers: drivers,
  };
}

/** The bytes of program.stbc. Throws RpcError -32002. */
export const programOf = (project: Project): Buffer => project.workspace.bytes(project.file('program.stbc'));

/** What sources are compiled to; `options` as of `parse`. Throws RpcError -32002 if they can't be. */
export function compiled(
  sources: readonly Pick<Source, 'path' | 'text'>[],
  options: Parameters<typeof parse>[1] = {},
): Program {
  const { project, diagnostics } = parse(
    sources.map(({ path, text }) => ({ file: path, text })),
    options,
  );
  if (project) return project;
  throw failed(compileError(diagnostics));
}

function compileError(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const told = errors.slice(0, TOLD).map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`);
  const more = errors.length > TOLD ? [`and ${errors.length - TOLD} more`] : [];
  return `compile error: ${[...told, ...more].join('; ')}`;
}

/** The form of a program.stbc of ours: the sources, and a sum over them. */
function packed(texts: readonly string[]): Buffer {
  const body = deflateSync(JSON.stringify(texts));
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([MAGIC, sum, body]);
}

function unpack(bytes: Buffer): void {
  const head = MAGIC.length + 4;
  const body = bytes.subarray(head);
  const isWhole =
    bytes.length >= head &&
    bytes.subarray(0, MAGIC.length).equals(MAGIC) &&
    bytes.readUInt32BE(MAGIC.length) === crc32(body);
  if (!isWhole) throw failed('program.stbc is not a program: build it');
  try {
    inflateSync(body, { maxOutputLength: LARGEST });
  } catch {
    throw failed('program.stbc is not a program: build it');
  }
}
