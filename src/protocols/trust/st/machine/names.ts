/** Names from outside: `x`, `Main.x`, `Main.t1.Q`, `arr[3]`, `point.x`, `%IX0.0`, in any case. */
import type { Project } from '../compile/compile.js';
import type { Frame } from '../operations/runtime.js';
import type { Ref, Unit } from '../operations/typed.js';
import type { Type } from '../types/types.js';

/** Why a name stands for nothing. */
export interface NameProblem {
  /**
   * `unresolved_name`: nothing has it. `ambiguous_name`: variables of several programs have it. `wrong_kind`: a part is asked
   * of what has none. `out_of_bounds`: an index outside of the array. `read_only`: a CONSTANT. `wrong_type`: the value does
   * not fit.
   */
  kind: 'unresolved_name' | 'ambiguous_name' | 'wrong_kind' | 'out_of_bounds' | 'read_only' | 'wrong_type';
  message: string;
  /** The name that was asked for. */
  path: string;
  /** Names that may be meant. */
  candidates: string[];
}

/** Where a value is. */
export interface Found {
  base: Frame;
  index: number;
  type: Type;
  locked?: string;
}

/** The frames of a machine. */
export interface Frames {
  program: Project;
  globals: Frame;
  /** In the order of the instances of the program. */
  instances: readonly Frame[];
}

type Part = { field: string } | { indexes: number[] };

const LONGEST = 1024;

/** Finds a variable. */
export function findName(frames: Frames, path: string): Found | NameProblem {
  const { program, globals } = frames;
  const address = program.addresses.get(path.trim().toUpperCase());
  if (address) return { base: globals, index: address.slot, type: address.type };
  const parts = partsOf(path);
  const [first, second] = parts ?? [];
  if (!first || !('field' in first))
    return problem('unresolved_name', path, `"${path.slice(0, 80)}" is not a name of a variable`);
  const rest = parts!.slice(1);
  const global = program.globals.get(first.field);
  if (global) {
    const found: Found = { base: globals, index: global.slot, type: global.type };
    if (global.locked !== undefined) found.locked = global.locked;
    return walk(found, rest, path);
  }
  const inProgram = instanceNamed(program, first.field);
  if (inProgram >= 0) {
    if (!second)
      return { base: [frames.instances[inProgram]], index: 0, type: blockOf(program.instances[inProgram]!.unit) };
    const start = 'field' in second ? variableOf(frames, inProgram, second.field) : undefined;
    if (start) return walk(start, rest.slice(1), path);
  } else {
    const owners = program.instances.map((_, index) => index).filter((index) => variableOf(frames, index, first.field));
    if (owners.length === 1) return walk(variableOf(frames, owners[0]!, first.field)!, rest, path);
    if (owners.length > 1) {
      const candidates = owners.map((index) => `${program.instances[index]!.name}.${path.trim()}`);
      return problem('ambiguous_name', path, `"${path}" is a variable of ${owners.length} programs`, candidates);
    }
  }
  return problem('unresolved_name', path, `there is no variable "${path}"`, near(frames, first.field, second));
}

/** An instance of that name, or the only one of a PROGRAM of that name; -1 if there is none. */
function instanceNamed({ instances }: Project, name: string): number {
  const index = instances.findIndex((one) => one.name.toUpperCase() === name);
  if (index >= 0) return index;
  const ofType = instances.filter(({ unit }) => unit.name.toUpperCase() === name);
  return ofType.length === 1 ? instances.indexOf(ofType[0]!) : -1;
}

const blockOf = (unit: Unit): Type => ({ kind: 'block', name: unit.name, block: unit });

function variableOf(frames: Frames, instance: number, name: string): Found | undefined {
  const { unit } = frames.program.instances[instance]!;
  const slot = unit.located.get(name);
  const variable = unit.variables.get(name);
  const locked = variable?.locked === undefined ? {} : { locked: variable.locked };
  if (slot !== undefined && variable) return { base: frames.globals, index: slot, type: variable.type, ...locked };
  const field = unit.fields.get(name);
  if (!field) return undefined;
  const base = frames.instances[instance]!;
  if (variable?.where !== 'ref') return { base, index: field.slot, type: field.type, ...locked };
  const ref = base[field.slot] as Ref;
  return { base: ref.base, index: ref.index, type: field.type };
}

/** Follows fields and indexes. */
function walk(start: Found, parts: readonly Part[], path: string): Found | NameProblem {
  let here = start;
  for (const part of parts) {
    const { type } = here;
    const value = here.base[here.index];
    if ('indexes' in part) {
      if (type.kind !== 'array') return problem('wrong_kind', path, `${type.name} has no elements`);
      const { dimensions, element } = type;
      if (part.indexes.length !== dimensions.length)
        return problem(
          'wrong_kind',
          path,
          `${type.name} takes ${dimensions.length} indexes, got ${part.indexes.length}`,
        );
      let index = 0;
      for (const [dimension, { low, high }] of dimensions.entries()) {
        const one = part.indexes[dimension]!;
        if (one < low || one > high)
          return problem('out_of_bounds', path, `index ${one} is outside of ${low}..${high}`);
        index = index * (high - low + 1) + one - low;
      }
      here = { ...here, base: value as Frame, index, type: element };
    } else if (type.kind === 'struct') {
      const field = type.fields.get(part.field);
      if (!field) return problem('unresolved_name', path, `${type.name} has no such field`, namesOf(type.fields));
      here = { ...here, base: value as Frame, index: field.slot, type: field.type };
    } else if (type.kind === 'block') {
      const field = type.block.fields.get(part.field);
      if (!field || field.role === 'hidden')
        return problem('unresolved_name', path, `${type.name} has no such variable`, namesOf(type.block.fields));
      const inside = { ...here, base: value as Frame, index: field.slot, type: field.type };
      const isRef = (type.block as Unit).variables.get(part.field)?.where === 'ref';
      const ref = isRef ? ((value as Frame)[field.slot] as Ref) : undefined;
      here = ref ? { ...inside, base: ref.base, index: ref.index } : inside;
    } else return problem('wrong_kind', path, `${type.name} has no fields`);
  }
  return here;
}

const namesOf = (fields: ReadonlyMap<string, { name: string; role?: string }>): string[] =>
  [...fields.values()].filter(({ role }) => role !== 'hidden').map(({ name }) => name);

/** Variables anywhere whose name begins with, or ends with, what was asked for. */
function near({ program }: Frames, first: string, second: Part | undefined): string[] {
  const asked = second && 'field' in second ? second.field : first;
  const all = [...program.globals.values()].map(({ name }) => name);
  for (const { name, unit } of program.instances) all.push(...namesOf(unit.fields).map((field) => `${name}.${field}`));
  const similar = (name: string) => {
    const last = name.slice(name.lastIndexOf('.') + 1).toUpperCase();
    return last === asked || (asked.length > 2 && (last.startsWith(asked) || last.endsWith(asked)));
  };
  return all.filter(similar).slice(0, 10);
}

/** The parts of a path; undefined if it is none. */
function partsOf(path: string): Part[] | undefined {
  if (path.length > LONGEST) return undefined;
  const parts: Part[] = [];
  const pattern = /\s*(?:(\.?)\s*([A-Za-z_]\w*)|\[([\s\d,+-]*)\])\s*/y;
  for (let at = 0; at < path.length; at = pattern.lastIndex) {
    pattern.lastIndex = at;
    const [all, dot, name, list] = pattern.exec(path) ?? [];
    if (all === undefined) return undefined;
    if (name !== undefined) {
      if ((dot === '.') !== parts.length > 0) return undefined;
      parts.push({ field: name.toUpperCase() });
      continue;
    }
    const indexes = list!.split(',').map((one) => (/^\s*[+-]?\d{1,10}\s*$/.test(one) ? Number(one) : Number.NaN));
    if (indexes.some(Number.isNaN)) return undefined;
    parts.push({ indexes });
  }
  return parts;
}

/** Why a name or a value is refused. */
export const problem = (
  kind: NameProblem['kind'],
  path: string,
  message: string,
  candidates: string[] = [],
): NameProblem => ({
  kind,
  message,
  path,
  candidates,
});
