import type { MockAuthFile } from '../../../src/generated/types/mock-auth-v1.js';
import { isObject, type JsonObject, stringifyJson } from '../../../src/json/json.js';
import { AUTHORIZATION_SWITCHES } from '../../../src/oauth/authorization-server/settings.js';
import { faultProblem, setOf } from '../../load/faults.js';
import { formatOf } from '../../load/files/formats.js';
import { judgeFormat, readFormat } from '../../load/files/read.js';
import { parseYaml, type Source } from '../../load/files/yaml.js';
import { FileError } from '../../load/script.js';
import type { FileProblem } from '../../types.js';

/** See `schemas/mock-auth`. */
export type MockAuthScript = MockAuthFile;

/** Defects of the authorization server that no message shows, by which `faults` may name them. */
const SWITCHES = AUTHORIZATION_SWITCHES;

/** Reads a file of `mock --auth=FILE`. Throws FileError with everything that is wrong, by line and column. */
export async function readMockAuth(path: string): Promise<MockAuthScript> {
  const { source, data, problems } = readFormat(path, path, await formatOf('mock-auth'));
  return judged(source, data, problems);
}

/** The same for what a program says in place of a file. */
export async function checkMockAuth(script: { readonly [name: string]: unknown }): Promise<MockAuthScript> {
  const { source, problems } = parseYaml('the authorization of the mock', stringifyJson(script as JsonObject, 2));
  const read = judgeFormat(source, problems, await formatOf('mock-auth'));
  return judged(read.source, read.data, read.problems);
}

function judged(source: Source, data: MockAuthScript | undefined, problems: FileProblem[]): MockAuthScript {
  const faults = isObject(source.data) && data ? ((source.data.faults ?? []) as JsonObject[]) : [];
  const found = [...problems, ...faults.flatMap((fault, index) => wrongFault(source, fault, index))];
  // An empty file asks for nothing.
  if (source.data === null && found.every(({ file }) => file === source.file)) return {};
  if (found.length > 0) throw FileError.of(found);
  return data ?? {};
}

function wrongFault(source: Source, fault: JsonObject, index: number): FileProblem[] {
  const at = `/faults/${index}`;
  const [rule] = setOf([fault]).rules;
  if (!rule) {
    const isKnown = SWITCHES.some((name) => name === fault.switch);
    return isKnown ? [] : [source.problem(`${at}/switch`, `there are the switches ${SWITCHES.join(', ')}`)];
  }
  const message = faultProblem(rule.id, fault);
  return message === undefined ? [] : [source.problem(at, message)];
}
