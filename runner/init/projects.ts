import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import type { RoleParts } from '../../src/conversation/role-entry.js';
import { ReadError, readText } from '../../src/files/read.js';
import { isObject } from '../../src/json/json.js';
import { type Environment, withVariables } from '../load/target/environment-values.js';
import { parseJsonc } from './jsonc.js';

/** How a target may be started or reached, by what its project says. */
export interface Candidate {
  /** Unset where the project does not show it. */
  role?: string;
  /** One of both. */
  command?: string[];
  url?: string;
  /** What else it is started or reached with. */
  env?: { [name: string]: string };
  headers?: { [name: string]: string };
  /** Where that stands. */
  source: string;
}

/** Scripts of package.json that start what a project is. */
const SCRIPTS = ['mcp', 'acp', 'agent', 'serve', 'server', 'start'];

/** Roles by their names, with what their implementations leave in a project. */
type Roles = { readonly [role: string]: Pick<RoleParts, 'traces'> };

/** What the files of a folder say of how its target is started, the plainest first. Files that can't be read say nothing. */
export function candidatesIn(folder: string, roles: Roles, environment: Environment = {}): Candidate[] {
  const read = (file: string) => textOf(join(folder, file));
  return [
    ...Object.entries(roles).flatMap(([role, { traces }]) =>
      (traces?.configs ?? []).flatMap(({ file, member }) =>
        configured(read(file), { member, role, file, environment }),
      ),
    ),
    ...ofPackage(read('package.json'), roles),
    ...ofPyproject(read('pyproject.toml'), roles, existsSync(join(folder, 'uv.lock'))),
    ...ofCargo(read('Cargo.toml'), roles),
  ];
}

/** The most that is read of a file that a project has for others, in bytes. */
const LARGEST = 1024 * 1024;

function textOf(path: string): string {
  try {
    return readText(path, { most: LARGEST });
  } catch (error) {
    if (error instanceof ReadError) return '';
    throw error;
  }
}

/** How many servers or programs one file may name: more than anybody looks through. */
const MOST = 100;
const entriesOf = <T>(named: { [name: string]: T }) => Object.entries(named).slice(0, MOST);

/** The servers of a configuration, with variables as a target file writes them. One that only its program can fill in is left out. */
function configured(
  text: string,
  { member, role, file, environment }: { member: string; role: string; file: string; environment: Environment },
): Candidate[] {
  const servers = parseJsonc(text)[member];
  if (!isObject(servers)) return [];
  return entriesOf(servers).flatMap(([name, one]): Candidate[] => {
    if (!isObject(one)) return [];
    const source = `${file}, ${name}`;
    const words = [one.command, ...(Array.isArray(one.args) ? one.args : [])];
    if (words.every((word) => typeof word === 'string')) {
      const command = words.map((word) => withReferences(word, environment));
      return command.every(isFillable) ? [{ role, command, ...texts('env', one.env, environment), source }] : [];
    }
    if (typeof one.url !== 'string') return [];
    // What kind of address it is shows only without variables.
    const url = withVariables(withReferences(one.url, environment), environment);
    return url.includes('${') ? [] : [{ role, url, ...texts('headers', one.headers, environment), source }];
  });
}

/** Variables or headers of a configuration, with `${NAME}` as a target file writes it. What the program alone can fill in is left out. */
function texts<Name extends 'env' | 'headers'>(name: Name, written: unknown, environment: Environment) {
  const found = Object.entries(isObject(written) ? written : {}).flatMap(([key, value]): [string, string][] => {
    const text = withReferences(String(value), environment);
    const isName = name === 'env' ? /^[^=\0]+$/.test(key) : /^[!#$%&'*+.^_`|~\w-]+$/.test(key);
    const isOne = ['string', 'number', 'boolean'].includes(typeof value) && isFillable(text) && !/[\0\r\n]/.test(text);
    return isName && isOne ? [[name === 'env' ? key : key.toLowerCase(), text]] : [];
  });
  return found.length === 0 ? {} : ({ [name]: Object.fromEntries(found) } as Pick<Candidate, Name>);
}

/** Whether a target file can hold this text: it has no variable but those of the environment. */
const isFillable = (text: string) => !/\$\{(?!env\.)/.test(text);

/**
 * `${NAME}`, `${env:NAME}`, `${NAME:-otherwise}` and `${input:name}` as a target file has them. What the user of an editor is asked for is
 * a variable for a run, and one that is not set stays what it is by default. The folder of the project is the one that init runs in.
 */
function withReferences(text: string, environment: Environment): string {
  return text
    .replaceAll('${workspaceFolder}', '.')
    .replace(/\$\{([A-Za-z_]\w*):-([^{}]*)\}/g, (_, name: string, otherwise: string) =>
      environment[name] ? `\${env.${name}}` : otherwise,
    )
    .replace(/\$\{(?:env:)?([A-Za-z_]\w*)\}/g, '${env.$1}')
    .replace(
      /\$\{input:([A-Za-z_][\w-]*)\}/g,
      (_, name: string) => `\${env.${name.toUpperCase().replaceAll('-', '_')}}`,
    );
}

function ofPackage(text: string, roles: Roles): Candidate[] {
  const { bin, scripts, name, ...rest } = parseJsonc(text);
  const dependencies = [rest.dependencies, rest.devDependencies].flatMap((one) =>
    isObject(one) ? Object.keys(one) : [],
  );
  const role = roleBy(dependencies, roles);
  const programs = typeof bin === 'string' ? { [String(name)]: bin } : isObject(bin) ? bin : {};
  const started = entriesOf(programs).flatMap(([program, path]) =>
    typeof path === 'string' ? [{ ...role, command: ['node', path], source: `package.json, bin ${program}` }] : [],
  );
  const written = isObject(scripts) ? scripts : {};
  const run = SCRIPTS.filter((script) => typeof written[script] === 'string').map((script) => ({
    ...role,
    // npm says on stdout what it runs unless it is told not to.
    command: ['npm', 'run', '--silent', script],
    source: `package.json, scripts ${script}`,
  }));
  return [...started, ...run];
}

function ofPyproject(text: string, roles: Roles, isUv: boolean): Candidate[] {
  const { dependencies, scripts } = tableOf(tomlOf(text).project);
  const named = Array.isArray(dependencies) ? dependencies : [];
  const role = roleBy(
    named.map((one) => /^[\w.-]*/.exec(String(one))![0]),
    roles,
  );
  return entriesOf(tableOf(scripts)).map(([script]) => ({
    ...role,
    command: isUv ? ['uv', 'run', script] : [script],
    source: `pyproject.toml, project.scripts ${script}`,
  }));
}

function ofCargo(text: string, roles: Roles): Candidate[] {
  const { bin, package: own, dependencies } = tomlOf(text);
  const [first] = Array.isArray(bin) ? bin : [];
  const named = tableOf(first).name ?? tableOf(own).name;
  if (typeof named !== 'string' || named === '') return [];
  const role = roleBy(Object.keys(tableOf(dependencies)), roles);
  return [{ ...role, command: [`target/release/${named}`], source: `Cargo.toml, ${named}` }];
}

/** The one role whose packages these are. */
function roleBy(dependencies: readonly string[], roles: Roles): { role?: string } {
  const known = new Set(dependencies);
  const found = Object.entries(roles).filter(([, { traces }]) => traces?.packages.some((one) => known.has(one)));
  return found.length === 1 ? { role: found[0]![0] } : {};
}

/** A TOML document; empty where it is none. */
function tomlOf(text: string): { [table: string]: unknown } {
  try {
    return parseToml(text);
  } catch {
    return {};
  }
}

const tableOf = (value: unknown): { [name: string]: unknown } => (isObject(value) ? value : {});
