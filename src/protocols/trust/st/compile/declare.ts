/** Variables of units and of the whole configuration: their slots, roles and first values. */

import type { Frame } from '../operations/runtime.js';
import { type Made, type Ref, refuse, type Scope, type Unit, type Variable } from '../operations/typed.js';
import { type Span, shown } from '../syntax/diagnostics.js';
import { LIMITS } from '../syntax/limits.js';
import type { Declaration, Name, Pou, Section } from '../syntax/tree.js';
import { type Field, isAggregate, isKept, type Role, sameType, type Type } from '../types/types.js';
import { defaultOf, depthOf, valuesOf } from '../types/values.js';
import { declaredType, typeOf } from './types.js';

const ROLES: Readonly<Record<string, Role>> = {
  VAR: 'local',
  VAR_INPUT: 'input',
  VAR_OUTPUT: 'output',
  VAR_IN_OUT: 'inout',
  VAR_TEMP: 'temp',
};

/** Sections that a unit may not have, and why. */
function misplaced(pou: Pou, { section, retain }: Section): string | undefined {
  if (section === 'VAR_GLOBAL') return `VAR_GLOBAL stands outside of a ${pou.pou}, or in a CONFIGURATION`;
  if (pou.pou !== 'FUNCTION') return undefined;
  return retain === 'RETAIN' || retain === 'PERSISTENT' ? 'a FUNCTION keeps nothing: it has no RETAIN' : undefined;
}

/** A slot and what it starts with. */
export interface Slots {
  template: unknown[];
  makers: [slot: number, make: () => unknown][];
}

const emptySlots = (): Slots => ({ template: [], makers: [] });

/** Takes the next slot. */
function addSlot(to: Slots, type: Type, make: () => unknown): number {
  const slot = to.template.length;
  if (isAggregate(type)) {
    to.template.push(undefined);
    to.makers.push([slot, make]);
  } else to.template.push(make());
  return slot;
}

/** A new frame. */
export function frameOf({ template, makers }: Slots): Frame {
  const frame = template.slice();
  for (const [slot, make] of makers) frame[slot] = make();
  return frame;
}

/** Reads the sections of a unit into its fields and names. */
export function declareUnit(scope: Scope, unit: Unit, pou: Pou): void {
  const slots = emptySlots();
  if (pou.result) {
    const { type, make } = typeOf(scope, pou.result);
    unit.result = { name: pou.name.text, type, make, slot: addSlot(slots, type, make) };
    const { slot } = unit.result;
    unit.variables.set(pou.name.text.toUpperCase(), {
      name: pou.name.text,
      type,
      where: 'frame',
      slot,
      role: 'local',
      at: pou.name.at,
    });
    unit.values += valuesOf(type);
  }
  for (const section of pou.sections) {
    const problem = misplaced(pou, section);
    if (problem) refuse(scope, section.at, 'type', problem);
    for (const declaration of section.declarations)
      if (section.section === 'VAR_EXTERNAL') declareExternal(scope, unit, declaration);
      else if (isOpen(declaration)) declareOpen(scope, unit, section, declaration, slots);
      else if (declaration.address !== undefined) declareLocated(scope, unit, section, declaration);
      else {
        openConfigured(scope, unit, section, declaration);
        declareOwn(scope, unit, section, declaration, slots);
      }
  }
  unit.make = () => frameOf(slots);
  if (unit.values > LIMITS.values)
    refuse(scope, unit.at, 'limit', `${shown(unit.name)} has more than ${LIMITS.values} values`);
}

function isNew(scope: Scope, unit: Unit, name: Name): boolean {
  if (!unit.variables.has(name.text.toUpperCase())) return true;
  refuse(scope, name.at, 'duplicate', `"${shown(name.text)}" is declared twice in ${shown(unit.name)}`);
  return false;
}

/** Whether the address is left to VAR_CONFIG. */
const isOpen = ({ address }: Declaration): boolean => address?.endsWith('*') === true;

/** `x AT %I* : BOOL`: each instance has its own address, so the frame holds where the value is. */
function declareOpen(scope: Scope, unit: Unit, section: Section, declaration: Declaration, slots: Slots): void {
  const { address } = declaration;
  if (section.section !== 'VAR' || section.constant || unit.kind === 'FUNCTION') {
    const message = `AT ${address} stands in a VAR of a PROGRAM or FUNCTION_BLOCK, and not in a CONSTANT`;
    refuse(scope, declaration.names[0]!.at, 'type', message);
    declareOwn(scope, unit, section, declaration, slots);
    return;
  }
  for (const { text, at } of declaration.names)
    if (!unit.variables.has(text.toUpperCase())) unit.open.set(text.toUpperCase(), { address: address!, at });
  declareOwn(scope, unit, section, declaration, slots);
}

/** truST lets VAR_CONFIG give an address to any VAR of a PROGRAM, and its own examples rely on that. */
function openConfigured({ library }: Scope, unit: Unit, { section, constant }: Section, { names }: Declaration): void {
  if (unit.kind !== 'PROGRAM' || section !== 'VAR' || constant) return;
  for (const { text, at } of names) {
    const upper = text.toUpperCase();
    const isFirst = !unit.variables.has(upper);
    if (isFirst && library.configured.has(`${unit.name.toUpperCase()}.${upper}`)) unit.open.set(upper, { at });
  }
}

function declareOwn(scope: Scope, unit: Unit, section: Section, declaration: Declaration, slots: Slots): void {
  const { type, make } = declaredType(scope, declaration);
  const retained = section.retain === 'RETAIN' || section.retain === 'PERSISTENT';
  for (const name of declaration.names) {
    if (!isNew(scope, unit, name)) continue;
    const upper = name.text.toUpperCase();
    const role = unit.open.has(upper) ? 'located' : (ROLES[section.section] ?? 'local');
    const isRef = !isKept(role) && !isAggregate(type);
    // Until the first call a VAR_IN_OUT stands for a value of nobody; without a VAR_CONFIG so does an open address.
    const own = role === 'located' ? make : () => defaultOf(type);
    const start = isRef ? (): Ref => ({ base: [own()], index: 0 }) : make;
    const slot = isRef ? slots.template.push(undefined) - 1 : addSlot(slots, type, start);
    if (isRef) slots.makers.push([slot, start]);
    const field: Field & { role: Role } = { name: name.text, type, slot, role, make };
    unit.fields.set(upper, field);
    if (role === 'input' || role === 'inout') unit.parameters.push(field);
    if (role === 'temp') unit.temps.push(field);
    if (retained) unit.retained.push(name.text);
    const variable: Variable = { name: name.text, type, where: isRef ? 'ref' : 'frame', slot, role, at: name.at };
    unit.variables.set(upper, section.constant ? constant(variable, make) : variable);
    unit.values = Math.min(LIMITS.values + 1, unit.values + valuesOf(type));
    unit.depth = Math.max(unit.depth, depthOf(type));
  }
}

/** A CONSTANT cannot be written, and its value is known if it is one of the types that literals have. */
function constant(variable: Variable, make: () => unknown): Variable {
  const locked = `"${variable.name}" is a CONSTANT`;
  return isAggregate(variable.type) ? { ...variable, locked } : { ...variable, locked, constant: make() };
}

function declareExternal(scope: Scope, unit: Unit, declaration: Declaration): void {
  const { type } = declaredType(scope, declaration);
  for (const name of declaration.names) {
    if (!isNew(scope, unit, name)) continue;
    const upper = name.text.toUpperCase();
    const global = scope.library.globals.get(upper);
    if (!global) refuse(scope, name.at, 'undeclared', `there is no VAR_GLOBAL "${shown(name.text)}"`);
    else if (type.kind !== 'unknown' && global.type.kind !== 'unknown' && !sameType(type, global.type))
      refuse(
        scope,
        name.at,
        'type',
        `"${shown(name.text)}" is a VAR_GLOBAL of type ${global.type.name}, not ${type.name}`,
      );
    else unit.variables.set(upper, { ...global, at: name.at });
  }
}

/** A variable with an address is one of the whole machine, which has the address for a second name. */
function declareLocated(scope: Scope, unit: Unit, section: Section, declaration: Declaration): void {
  for (const name of declaration.names) {
    if (!isNew(scope, unit, name)) continue;
    if (unit.kind !== 'PROGRAM' && unit.kind !== 'TEST_PROGRAM')
      refuse(scope, name.at, 'type', 'only globals and variables of a PROGRAM have an address');
    const variable = scope.library.declareAt(declaration, name, section.constant);
    if (variable) {
      unit.variables.set(name.text.toUpperCase(), { ...variable, name: name.text, at: name.at });
      unit.located.set(name.text.toUpperCase(), variable.slot);
    }
  }
}

/** Globals of the machine, by name and by address. */
export class Globals {
  readonly slots = emptySlots();
  readonly names = new Map<string, Variable>();
  readonly addresses = new Map<string, Variable>();
  readonly retained: string[] = [];
  /** Elementary values of all globals. */
  values = 0;

  /** Declares the variables of a VAR_GLOBAL. */
  declare(scope: Scope, section: Section): void {
    for (const declaration of section.declarations)
      for (const name of declaration.names) {
        const upper = name.text.toUpperCase();
        if (this.names.has(upper)) {
          refuse(scope, name.at, 'duplicate', `there already is a VAR_GLOBAL "${shown(name.text)}"`);
          continue;
        }
        const variable = this.at(scope, declaration, name, section.constant);
        if (!variable) continue;
        this.names.set(upper, { ...variable, name: name.text, at: name.at });
        if (section.retain === 'RETAIN' || section.retain === 'PERSISTENT') this.retained.push(name.text);
      }
  }

  /** The variable of a declaration: a new one, or that of its address if another has the same. */
  at(scope: Scope, declaration: Declaration, name: Name, isConstant: boolean): Variable | undefined {
    const { address } = declaration;
    const made = declaredType(scope, declaration);
    if (isOpen(declaration))
      scope.library.diagnostics.warning(
        name.at,
        'address',
        `no VAR_CONFIG can complete the ${address} of a VAR_GLOBAL`,
      );
    const before = this.addresses.get(address ?? '');
    const variable =
      address === undefined || isOpen(declaration)
        ? this.add(name.text, made.type, made.make, name.at)
        : this.addressed(scope, address, made, name);
    return variable && isConstant && !before ? constant(variable, made.make) : variable;
  }

  /** The variable of an address: a new one, or that of an earlier declaration. */
  addressed(scope: Scope, address: string, { type, make }: Made, { text, at }: Name): Variable | undefined {
    const before = this.addresses.get(address);
    if (before) {
      if (sameType(before.type, type)) return before;
      refuse(scope, at, 'type', `${address} is of type ${before.type.name} already`);
      return undefined;
    }
    const variable = this.add(text, type, make, at);
    this.addresses.set(address, variable);
    return variable;
  }

  /** An address that nothing is declared at: a variable of the size that it says. */
  implicit(address: string, at: Span, typeFor: (size: string) => Type): Variable | undefined {
    const before = this.addresses.get(address);
    if (before) return before;
    const [, size] = /^%[IQM]([XBWDL]?)\d/.exec(address) ?? [];
    if (size === undefined) return undefined;
    const type = typeFor(size);
    const variable = this.add(address, type, () => defaultOf(type), at);
    this.addresses.set(address, variable);
    return variable;
  }

  private add(name: string, type: Type, make: () => unknown, at: Span): Variable {
    this.values += valuesOf(type);
    return { name, type, where: 'global', slot: addSlot(this.slots, type, make), role: 'local', at };
  }
}
