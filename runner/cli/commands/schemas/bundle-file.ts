import { existsSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { ReadError, readText } from '../../../../src/files/read.js';
import type { Json, JsonObject } from '../../../../src/json/json.js';
import { isObject, JsonProblem, parseJson } from '../../../../src/json/json.js';
import { noSuch } from '../../../../src/json/suggest.js';
import { builtGroups, errorsOf, hasMethodTable, methodTable } from '../../../../src/schemas/index.js';
import type { Bundle } from '../../../../src/schemas/json-schema.js';
import { formatProblem } from '../../../load/files/problems.js';
import { parseYaml } from '../../../load/files/yaml.js';
import { builtBundle } from '../../../schemas/diff/built-bundle.js';
import { bundleOf, LayoutError } from '../../../schemas/diff/layout.js';
import type { ErrorTable } from '../../../schemas/diff/method-changes.js';
import { type KnownMethods, methodsIn } from '../../../schemas/diff/methods.js';
import { UsageError } from '../../support/usage-error.js';

/** A bundle that a command line names. */
export interface NamedBundle {
  /** The name of a bundle of the package, or the path of a file. */
  name: string;
  /** The version that it says to be: that of the name, or `$id` or `version` of the file; undefined if a file says nothing. */
  version: string | undefined;
  bundle: Bundle;
  methods: KnownMethods;
  errors: ErrorTable;
}

/** Largest file of schemas that is read, in bytes. */
const LARGEST = 32 * 1024 * 1024;

/** Reads a bundle of the package, such as mcp/2025-11-25, or a file. Throws UsageError. */
export function readBundle(name: string): NamedBundle {
  if (builtGroups().includes(name)) {
    const [protocol = '', version = ''] = name.split('/');
    const document = builtBundle(name);
    const bundle = bundleOf(document);
    const methods = hasMethodTable(protocol, version) ? methodTable(protocol, version) : methodsIn(bundle);
    return { name, version: String(document.$id ?? name), bundle, methods, errors: errorsOf(protocol, version) };
  }
  const document = readDocument(name);
  try {
    const bundle = bundleOf(document);
    const { methods = methodsIn(bundle), errors = {} } = tableBeside(name) ?? {};
    return { name, version: versionIn(document as JsonObject), bundle, methods, errors };
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error;
    throw new UsageError(`${name}: ${error.message}`);
  }
}

/**
 * The method table that `schemas build` wrote with a bundle: `methods/P/V.json` beside `schemas/P/V.json`. Undefined if there is none. Throws
 * UsageError for a file that is not a method table.
 */
function tableBeside(file: string): { methods: KnownMethods; errors: ErrorTable } | undefined {
  const path = resolve(file).replace(/[\\/]schemas([\\/][^\\/]+[\\/][^\\/]+\.json)$/, `${sep}methods$1`);
  if (path === resolve(file) || !existsSync(path)) return undefined;
  const { methods, errors } = (readDocument(path) ?? {}) as JsonObject;
  const isTable = isObject(methods) && Object.values(methods).every(isMethod) && isObject(errors);
  if (!isTable || !Object.values(errors).every((one) => isObject(one) && typeof one.code === 'number'))
    throw new UsageError(`${path}: it is not a method table of proctor schemas build: build the schemas again`);
  return { methods: Object.assign(Object.create(null), methods), errors: errors as unknown as ErrorTable };
}

const isMethod = (entry: Json | undefined): boolean =>
  isObject(entry) &&
  ['direction', 'kind'].every((member) => typeof entry[member] === 'string') &&
  ['results', 'errors'].every((member) => Array.isArray(entry[member]));

function readDocument(file: string): Json {
  const text = textOf(file);
  if (/\.ya?ml$/.test(file)) {
    const { source, problems } = parseYaml(file, text);
    if (source.data === undefined) throw new UsageError(problems.map(formatProblem).join('\n'));
    return source.data;
  }
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    const before = text.slice(0, Math.max(0, error.offset)).split('\n');
    throw new UsageError(`${file}:${before.length}:${before.at(-1)!.length + 1} ${error.message}`);
  }
}

function textOf(file: string): string {
  try {
    return readText(file, { most: LARGEST, named: true });
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    if (error.code !== 'ENOENT') throw new UsageError(error.message);
    throw new UsageError(`${noSuch('bundle', file, builtGroups())}, and there is no file of this name`);
  }
}

function versionIn({ $id, id, version, info }: JsonObject): string | undefined {
  const inside = typeof info === 'object' && info !== null && !Array.isArray(info) ? info.version : undefined;
  const all = [version, inside, $id, id].filter((one) => typeof one === 'string' || typeof one === 'number');
  return all[0] === undefined ? undefined : String(all[0]);
}
