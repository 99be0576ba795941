/** VAR_CONFIG: the addresses and initial values that a configuration gives to variables of single program instances. */

import type { Frame, Runtime } from '../operations/runtime.js';
import { type Made, type Ref, refuse, type Scope, type Unit } from '../operations/typed.js';
import { type Span, shown } from '../syntax/diagnostics.js';
import type { ConfigEntry, Configuration, Name } from '../syntax/tree.js';
import { isAggregate, sameType, type Type } from '../types/types.js';
import { copyInto } from '../types/values.js';
import type { Names } from './library.js';
import type { Instance } from './schedule.js';
import { declaredType } from './types.js';

type Slots = (rt: Runtime, frame: Frame) => Frame;

/** What a path stands for. */
interface Target extends Made {
  /** The list that has the variable, or the reference to it, in `slot`. */
  slots: Slots;
  slot: number;
  /** `global`: it has a complete address already. `part`: a field of a structure. */
  where: 'frame' | 'open' | 'global' | 'part';
  /** As declared with `AT %I*`; unset if it was declared without. */
  address?: string;
}

interface Step {
  instance: Instance;
  depth: number;
  run: Instance['setup'][number];
}

/**
 * Reads all VAR_CONFIG into the `setup` of the instances.
 * @returns the paths of the variables that have an address from it, in capitals
 */
export function configure(
  names: Names,
  configurations: readonly Configuration[],
  instances: readonly Instance[],
): ReadonlySet<string> {
  const scope = names.scope();
  const seen = new Set<string>();
  const bound = new Set<string>();
  const steps: Step[] = [];
  for (const configuration of configurations)
    for (const { entries } of configuration.configs)
      for (const entry of entries) {
        const start = instanceOf(scope, entry.path, configuration, instances);
        if (!start) continue;
        const { instance, rest } = start;
        const path = [instance.name, ...rest.map(({ text }) => text)].join('.').toUpperCase();
        if (seen.has(path)) {
          refuse(
            scope,
            entry.path[0]!.at,
            'duplicate',
            `VAR_CONFIG already has an entry for "${shown(textOf(entry))}"`,
          );
          continue;
        }
        seen.add(path);
        const run = stepOf(names, scope, entry, instance, rest);
        if (run) steps.push({ instance, depth: rest.length, run });
        if (entry.address !== undefined) bound.add(path);
      }
  // A value of a whole structure must not undo what other entries say about its parts.
  steps.sort((a, b) => a.depth - b.depth);
  for (const { instance, run } of steps) instance.setup.push(run);
  return bound;
}

const textOf = ({ path }: ConfigEntry): string => path.map(({ text }) => text).join('.');

/** The instance that a path begins with, and the names after it. */
function instanceOf(
  scope: Scope,
  path: readonly Name[],
  { resources }: Configuration,
  instances: readonly Instance[],
): { instance: Instance; rest: readonly Name[] } | undefined {
  const [first, second] = path.map(({ text }) => text.toUpperCase());
  const inResource = resources.some(({ name }) => name?.text.toUpperCase() === first);
  const qualified = instances.find(
    ({ name, resource }) => inResource && name.toUpperCase() === second && resource?.toUpperCase() === first,
  );
  const instance = qualified ?? instances.find(({ name }) => name.toUpperCase() === first);
  const rest = path.slice(qualified ? 2 : 1);
  if (instance && rest.length > 0) return { instance, rest };
  const last = path.at(-1)!;
  if (instance) refuse(scope, last.at, 'type', `"${shown(last.text)}" is a program: add the name of a variable`);
  else if (inResource && path[1])
    refuse(scope, path[1].at, 'undeclared', `the resource has no program "${shown(path[1].text)}"`);
  else refuse(scope, path[0]!.at, 'undeclared', `there is no resource or program instance "${shown(path[0]!.text)}"`);
  return undefined;
}

/** What one entry does to a new frame; undefined if it is wrong, or says nothing. */
function stepOf(
  names: Names,
  scope: Scope,
  entry: ConfigEntry,
  { unit }: Instance,
  rest: readonly Name[],
): Step['run'] | undefined {
  const target = targetOf(scope, unit, rest);
  const { type, make } = declaredType(scope, entry);
  if (!target || type.kind === 'unknown' || target.type.kind === 'unknown') return undefined;
  if (!sameType(target.type, type)) {
    const message = `"${shown(textOf(entry))}" is of type ${target.type.name}, not ${type.name}`;
    refuse(scope, entry.type.at, 'type', message);
    return undefined;
  }
  const bind = entry.address === undefined ? undefined : bindingOf(names, scope, entry, entry.address, target, make);
  const value = entry.initial && initialOf(target, make);
  return (rt, frame) => {
    const slots = target.slots(rt, frame);
    bind?.(rt, slots);
    value?.(slots);
  };
}

/** Follows the names after that of the instance. */
function targetOf(scope: Scope, program: Unit, path: readonly Name[]): Target | undefined {
  let target = variableOf(scope, program, path[0]!, (_, frame) => frame);
  for (const name of path.slice(1)) {
    if (!target) return undefined;
    const { type, slots, slot }: Target = target;
    const inside: Slots = (rt, frame) => slots(rt, frame)[slot] as Frame;
    if (type.kind === 'block') target = variableOf(scope, type.block as Unit, name, inside);
    else {
      const field = type.kind === 'struct' ? type.fields.get(name.text.toUpperCase()) : undefined;
      if (!field) {
        if (type.kind !== 'unknown')
          refuse(scope, name.at, 'undeclared', `${type.name} has no field "${shown(name.text)}"`);
        return undefined;
      }
      target = { type: field.type, make: field.make, slots: inside, slot: field.slot, where: 'part' };
    }
  }
  return target;
}

function variableOf(scope: Scope, unit: Unit, name: Name, slots: Slots): Target | undefined {
  const upper = name.text.toUpperCase();
  const variable = unit.variables.get(upper);
  const slot = unit.located.get(upper);
  const field = unit.fields.get(upper);
  const problem = variable?.locked ?? (field ? UNFIT[field.role] : undefined);
  if (problem !== undefined) refuse(scope, name.at, 'type', `VAR_CONFIG cannot change it: ${problem}`);
  else if (variable && slot !== undefined)
    return { type: variable.type, make: () => undefined, slots: ({ globals }) => globals, slot, where: 'global' };
  else if (field && field.role !== 'hidden') {
    const open = unit.open.get(upper);
    const { type, make } = field;
    const found: Target = { type, make, slots, slot: field.slot, where: open ? 'open' : 'frame' };
    return open?.address === undefined ? found : { ...found, address: open.address };
  } else if (variable) refuse(scope, name.at, 'type', `"${shown(name.text)}" is a VAR_EXTERNAL of ${unit.name}`);
  else refuse(scope, name.at, 'undeclared', `${unit.name} has no variable "${shown(name.text)}"`);
  return undefined;
}

/** Roles whose values are not kept from call to call. */
const UNFIT: Readonly<Record<string, string>> = { temp: 'it is a VAR_TEMP', inout: 'it is a VAR_IN_OUT' };

/** What makes the variable stand for the value at the address. */
function bindingOf(
  { storage }: Names,
  scope: Scope,
  { path, initial }: ConfigEntry,
  address: string,
  { type, make, slot, where, address: declared }: Target,
  makeInitial: () => unknown,
): ((rt: Runtime, slots: Frame) => void) | undefined {
  const last = path.at(-1)!;
  const wrong = (message: string) => void refuse(scope, last.at, 'address', message);
  const name = shown(last.text);
  if (address.endsWith('*')) return wrong(`${address} is not a complete address`);
  if (where === 'global')
    return storage.addresses.get(address)?.slot === slot ? undefined : wrong(`"${name}" has another address already`);
  if (where === 'part') return wrong(`"${name}" is a field of a structure, which has no address`);
  const hint = `"${name}" is declared without an address: write ${name} AT ${address.slice(0, 2)}*`;
  if (where !== 'open') return wrong(hint);
  if (declared === undefined) scope.library.diagnostics.warning(last.at, 'address', hint);
  else if (declared[1] !== address[1])
    return wrong(`"${name}" is declared AT ${declared}, which ${address} does not complete`);
  const variable = storage.addressed(scope, address, { type, make: initial ? makeInitial : make }, last);
  if (!variable) return undefined;
  const index = variable.slot;
  if (isAggregate(type))
    return ({ globals }, slots) => {
      slots[slot] = globals[index];
    };
  return ({ globals }, slots) => {
    slots[slot] = { base: globals, index } satisfies Ref;
  };
}

function initialOf({ type, slot, where }: Target, make: () => unknown): (slots: Frame) => void {
  const isShared = where === 'open' || where === 'global';
  // Others refer to the list of an aggregate at an address.
  if (isShared && (type.kind === 'array' || type.kind === 'struct'))
    return (slots) => copyInto(type, slots[slot] as Frame, make() as Frame);
  if (where === 'open' && type.kind !== 'block')
    return (slots) => {
      const { base, index } = slots[slot] as Ref;
      base[index] = make();
    };
  return (slots) => {
    slots[slot] = make();
  };
}

type Open = [path: string, address: string, at: Span];

/** Reports addresses that are left open: each instance must have its own. Such a variable has a value of its own. */
export function checkOpen(
  { units, diagnostics }: Names,
  configurations: readonly Configuration[],
  instances: readonly Instance[],
  bound: ReadonlySet<string>,
): void {
  if ([...units.values()].every(({ open }) => open.size === 0)) return;
  // Without any VAR_CONFIG the sources may be a library, which somebody else configures.
  const isConfigured = configurations.some(({ configs }) => configs.length > 0);
  for (const { name, unit } of instances)
    for (const [path, address, at] of openIn(unit, name)) {
      if (bound.has(path.toUpperCase())) continue;
      const message = `no VAR_CONFIG completes the ${address} of "${shown(path)}"`;
      if (isConfigured) diagnostics.error(at, 'address', message);
      else diagnostics.warning(at, 'address', message);
    }
  for (const { kind, name, ...unit } of units.values())
    if (kind === 'TEST_PROGRAM' || kind === 'TEST_FUNCTION_BLOCK')
      for (const [path, address, at] of openIn(unit, name))
        diagnostics.warning(at, 'address', `no VAR_CONFIG can complete the ${address} of "${shown(path)}" in a test`);
}

function* openIn(
  { open, fields, variables }: Pick<Unit, 'open' | 'fields' | 'variables'>,
  path: string,
): Generator<Open> {
  for (const [upper, { address, at }] of open)
    if (address !== undefined) yield [`${path}.${variables.get(upper)?.name ?? upper}`, address, at];
  for (const { name, type } of fields.values()) yield* openInType(type, `${path}.${name}`);
}

function* openInType(type: Type, path: string): Generator<Open> {
  if (type.kind === 'block') yield* openIn(type.block as Unit, path);
  else if (type.kind === 'array') yield* openInType(type.element, `${path}[]`);
  else if (type.kind === 'struct')
    for (const { name, type: inner } of type.fields.values()) yield* openInType(inner, `${path}.${name}`);
}
