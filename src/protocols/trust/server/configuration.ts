import type { IoSummary, RuntimeSummary } from '../../../generated/types/trust-v1.js';
import { isObject, type Json } from '../../../json/json.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import { failed } from '../errors.js';
import type { Project } from './project.js';
import { readToml } from './toml.js';

type Table = { readonly [name: string]: Json | undefined };

/** What runtime.toml says of the runtime that the project is for. */
export interface RuntimeConfig {
  resource: string;
  controlEndpoint: string;
  /** Never told to anybody but the endpoint. */
  controlToken: string | undefined;
  summary: RuntimeSummary;
}

/** What io.toml says. */
export interface IoConfig {
  drivers: string[];
  summary: IoSummary;
}

/** Reads runtime.toml. Throws RpcError -32002 if it can't be read, or lacks what a runtime needs. */
export function runtimeConfig(project: Project): RuntimeConfig {
  const place = project.file('runtime.toml');
  const file = readToml(project.workspace, place);
  const reader = new Reader(place.absolute);
  const runtime = reader.table(file, 'runtime');
  const control = reader.table(runtime, 'control', 'runtime.control');
  const resource = reader.text(reader.table(file, 'resource'), 'name', 'resource.name');
  const controlEndpoint = reader.text(control, 'endpoint', 'runtime.control.endpoint');
  const token = reader.optional(control, 'auth_token', 'string', 'runtime.control.auth_token');
  const debug = reader.optional(control, 'debug_enabled', 'boolean', 'runtime.control.debug_enabled');
  const web = section(runtime, 'web');
  const discovery = section(runtime, 'discovery');
  const mesh = section(runtime, 'mesh');
  const summary: RuntimeSummary = {
    available: true,
    path: place.absolute,
    executionBackend: textOr(runtime.execution_backend, 'vm'),
    controlEndpoint,
    hasControlToken: token !== undefined,
    controlDebugEnabled: debug === true,
    web: {
      enabled: web.enabled === true,
      listen: textOr(web.listen, '127.0.0.1:8080'),
      auth: textOr(web.auth, 'local'),
      tls: web.tls === true,
    },
    discovery: {
      enabled: discovery.enabled === true,
      serviceName: textOr(discovery.service_name, 'truST'),
      advertise: discovery.advertise === true,
    },
    mesh: {
      enabled: mesh.enabled === true,
      role: textOr(mesh.role, 'peer'),
      listen: textOr(mesh.listen, ''),
      connect: Array.isArray(mesh.connect) ? mesh.connect.filter((one) => typeof one === 'string') : [],
    },
    runtimeCloudProfile: textOr(section(runtime, 'cloud').profile, 'dev'),
  };
  return { resource, controlEndpoint, controlToken: token as string | undefined, summary };
}

/** Reads io.toml. Throws RpcError -32002 if it can't be read, or names no driver in a form that is known. */
export function ioConfig(project: Project): IoConfig {
  const place = project.file('io.toml');
  const reader = new Reader(place.absolute);
  const io = reader.table(readToml(project.workspace, place), 'io');
  const one = reader.optional(io, 'driver', 'string', 'io.driver') as string | undefined;
  const several = listOf(io.drivers).map((driver) => reader.text(driver, 'name', 'io.drivers.name'));
  const drivers = one === undefined ? several : [one, ...several];
  const safeStateCount = listOf(io.safe_state).length;
  return {
    drivers,
    summary: {
      available: true,
      path: place.absolute,
      driverCount: drivers.length,
      drivers,
      safeStateCount,
    },
  };
}

/**
 * A summary of a file that need not be there: says so then, and why it can't be read if it can't (Agent API v1,
 * workspace.project_info).
 */
export function summaryOf<S extends RuntimeSummary | IoSummary>(
  project: Project,
  name: string,
  read: (project: Project) => { summary: S },
): S {
  const place = project.file(name);
  if (!project.workspace.isFile(place)) return { available: false, path: place.absolute } as S;
  try {
    return read(project).summary;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { available: true, path: place.absolute, parseError: error.message } as S;
  }
}

/** Reads members of one file, and says what is wrong with them. */
class Reader {
  constructor(private readonly file: string) {}

  table(from: Table, name: string, path = name): Table {
    const value = from[name];
    if (isObject(value ?? null)) return value as Table;
    throw failed(`'${this.file}': the table [${path}] is missing`);
  }

  text(from: Table, name: string, path: string): string {
    const value = from[name];
    if (typeof value === 'string' && value !== '') return value;
    throw failed(`'${this.file}': ${path} must be a text`);
  }

  optional(from: Table, name: string, type: 'string' | 'boolean', path: string): Json | undefined {
    const value = from[name];
    if (value === undefined || typeof value === type) return value;
    throw failed(`'${this.file}': ${path} must be a ${type === 'string' ? 'text' : 'boolean'}`);
  }
}

const section = (from: Table, name: string): Table => (isObject(from[name] ?? null) ? (from[name] as Table) : {});

const textOr = (value: Json | undefined, otherwise: string) => (typeof value === 'string' ? value : otherwise);

const listOf = (value: Json | undefined): Table[] =>
  Array.isArray(value) ? value.filter((one) => isObject(one)).map((one) => one as Table) : [];
