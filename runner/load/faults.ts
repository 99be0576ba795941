import { createFaults, FaultError, type FaultRule } from '../../src/conversation/faults/faults.js';
import { ReadError, readText } from '../../src/files/read.js';
import { isObject, type Json, type JsonObject, JsonProblem, parseJson, stringifyJson } from '../../src/json/json.js';
import type { SelectContext } from '../../src/language/selector.js';
import { realClock } from '../../src/wire/clock/clock.js';
import type { FileProblem } from '../types.js';
import { formatOf } from './files/formats.js';

/** What a reference is told to do wrong: rules on its messages, and named switches of its own. */
export interface FaultSet {
  rules: FaultRule[];
  switches: string[];
}

/** A file of faults. `set` is set where it has no problems. */
export interface FaultFile {
  set?: FaultSet;
  problems: FileProblem[];
}

/**
 * Reads a file of faults for `mock --fault`. A fault without id is called `fault-N` after its place in the file. Everything
 * that is wrong with the file is found at once.
 *
 * @param path where the file is, which is how messages name it
 * @param role the role of the reference that shall have them
 * @param select what selectors may ask, as the reference will have it
 */
export async function readFaultFile(path: string, role: string, select: SelectContext = {}): Promise<FaultFile> {
  const format = await formatOf('fault');
  const plain = plainFaults(path, (data) => format.check(data).length === 0, select);
  if (plain) return { set: setOf(plain), problems: [] };
  const { readFormat } = await import('./files/read.js');
  const { source, data, problems } = readFormat(path, path, format);
  if (!data) return { problems };
  const first = new Map<string, number>();
  for (const [index, fault] of (data.faults as JsonObject[]).entries()) {
    const at = `/faults/${index}`;
    if (fault.role !== undefined && fault.role !== role)
      problems.push(source.problem(`${at}/role`, `this fault is for ${fault.role}, and this is ${role}`));
    const id = idOf(fault, index);
    const earlier = first.get(id);
    if (earlier !== undefined) {
      const suggestion = `the first one is in line ${source.place(`/faults/${earlier}`).line}`;
      problems.push(source.problem(`${at}/id`, `\`${id}\` is here twice`, { suggestion }));
    } else first.set(id, index);
    const message = faultProblem(id, fault, select);
    if (message !== undefined) problems.push(source.problem(at, message));
  }
  return problems.length > 0 ? { problems } : { set: setOf(data.faults as JsonObject[]), problems };
}

/** What keeps a fault, as a file has it, from being used: a selector, pointer, action or value. Undefined where nothing does. */
export function faultProblem(id: string, fault: JsonObject, select: SelectContext = {}): string | undefined {
  const { rules } = setOf([{ ...fault, id }]);
  if (stringifyJson(fault).includes('"$walk":')) return '$walk has no place here: one message is not a walk';
  try {
    createFaults(rules, { clock: realClock, select, exit: () => undefined });
    return undefined;
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    return error.message.replace(`fault ${id}: `, '');
  }
}

/** Faults as files have them, in the form that the engine and the references take. */
export function setOf(faults: readonly JsonObject[]): FaultSet {
  const set: FaultSet = { rules: [], switches: [] };
  for (const [index, fault] of faults.entries()) {
    const { switch: name, breaks: _, role: __, title: ___, also: ____, ...rule } = fault;
    if (typeof name === 'string') set.switches.push(name);
    else set.rules.push({ ...rule, id: idOf(fault, index) } as unknown as FaultRule);
  }
  return set;
}

const idOf = (fault: JsonObject, index: number) => (typeof fault.id === 'string' ? fault.id : `fault-${index + 1}`);

/**
 * The faults of a sound file of plain JSON, such as the kit writes itself: reading it takes no YAML and no places, and a
 * reference is started with one some hundred times in a row.
 */
function plainFaults(path: string, valid: (data: Json) => boolean, select: SelectContext): JsonObject[] | undefined {
  if (!path.endsWith('.json')) return undefined;
  try {
    const data = parseJson(readText(path));
    if (!isObject(data) || !valid(data)) return undefined;
    const faults = data.faults as JsonObject[];
    const ids = new Set(faults.map(idOf));
    const sound = faults.every((fault, index) => faultProblem(idOf(fault, index), fault, select) === undefined);
    return sound && ids.size === faults.length ? faults : undefined;
  } catch (error) {
    // Whatever is wrong with it is told by those who read it with places.
    if (error instanceof JsonProblem || error instanceof ReadError) return undefined;
    throw error;
  }
}
