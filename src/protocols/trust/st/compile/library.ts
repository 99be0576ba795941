/** What the sources declare by name: types and units, each made when it is first asked for, in whatever order they stand. */
import { STANDARD_BLOCKS } from '../library/blocks.js';
import { standardFunctionExists } from '../library/functions.js';
import { DONE } from '../operations/runtime.js';
import type { Library, Made, Options, Scope, Unit } from '../operations/typed.js';
import { type Diagnostics, type Span, shown } from '../syntax/diagnostics.js';
import type { Name, Pou, TypeUnit, Unit as UnitNode } from '../syntax/tree.js';
import { basic, ELEMENTARY } from '../types/types.js';
import { declareUnit, Globals } from './declare.js';
import { expression } from './expressions.js';
import { declaredType } from './types.js';

const SIZES: Readonly<Record<string, string>> = { X: 'BOOL', '': 'BOOL', B: 'BYTE', W: 'WORD', D: 'DWORD', L: 'LWORD' };

/** The names of some sources. */
export class Names implements Library {
  readonly globals;
  readonly members: Library['members'] = new Map();
  readonly storage = new Globals();
  readonly configured;
  readonly units = new Map<string, Unit>();
  private readonly types = new Map<string, { node: TypeUnit['types'][number]; made?: Made | 'open' }>();
  private readonly declared = new Map<string, 'open' | 'done'>();

  constructor(
    nodes: readonly UnitNode[],
    readonly diagnostics: Diagnostics,
    readonly options: Options,
  ) {
    this.globals = this.storage.names;
    this.configured = configuredIn(nodes);
    for (const node of nodes)
      if (node.kind === 'pou') this.addUnit(node);
      else if (node.kind === 'types') for (const type of node.types) this.addType(type);
  }

  /** A scope outside of any unit. */
  scope(): Scope {
    return scopeOf(this, new Map());
  }

  /** Makes all types, so that their errors are reported and the values of enumerations have names. */
  finishTypes(): void {
    for (const [name, { node }] of this.types) {
      const type = this.madeNamed(name)?.type;
      if (type?.kind !== 'enum' || node.type.kind !== 'enum') continue;
      for (const [upper, { value }] of type.members)
        this.members.set(upper, this.members.has(upper) ? null : { type, value });
    }
  }

  typeNamed = (name: string) => this.madeNamed(name)?.type;

  madeNamed = (name: string): Made | undefined => {
    const entry = this.types.get(name);
    if (!entry) return undefined;
    if (entry.made === 'open') {
      this.diagnostics.error(entry.node.name.at, 'type', `"${shown(entry.node.name.text)}" contains itself`);
      return undefined;
    }
    if (entry.made) return entry.made;
    entry.made = 'open';
    const { node } = entry;
    entry.made = declaredType(this.scope(), node, node.name.text);
    return entry.made;
  };

  unitNamed = (name: string): Unit | undefined => {
    const unit = this.units.get(name);
    if (!unit) return STANDARD_BLOCKS.get(name);
    const state = this.declared.get(name);
    // Functions may call each other; what contains itself is seen by whoever makes the frame.
    if (state === 'open' && unit.kind === 'FUNCTION_BLOCK')
      this.diagnostics.error(unit.at, 'type', `"${shown(unit.name)}" contains itself`);
    if (state === undefined) {
      this.declared.set(name, 'open');
      declareUnit(scopeOf(this, unit.variables, unit), unit, unit.node!);
      this.declared.set(name, 'done');
    }
    return unit;
  };

  declareAt: Library['declareAt'] = (declaration, name, constant) =>
    this.storage.at(this.scope(), declaration, name, constant);

  located = (address: string, at: Span) => this.storage.implicit(address, at, (size) => basic(SIZES[size]!));

  private addType(node: TypeUnit['types'][number]): void {
    if (this.isFree(node.name)) this.types.set(node.name.text.toUpperCase(), { node });
  }

  private addUnit(node: Pou): void {
    if (!this.isFree(node.name)) return;
    const { text, at } = node.name;
    this.units.set(text.toUpperCase(), {
      kind: node.pou,
      name: text,
      fields: new Map(),
      parameters: [],
      temps: [],
      make: () => [],
      values: 1,
      depth: 0,
      body: () => DONE,
      height: 1,
      at,
      node,
      variables: new Map(),
      retained: [],
      located: new Map(),
      open: new Map(),
    });
  }

  private isFree({ text, at }: Name): boolean {
    const upper = text.toUpperCase();
    if (this.types.has(upper) || this.units.has(upper))
      this.diagnostics.error(at, 'duplicate', `"${shown(text)}" is declared twice`);
    else if (ELEMENTARY.has(upper) || STANDARD_BLOCKS.has(upper) || standardFunctionExists(upper))
      this.diagnostics.error(at, 'duplicate', `"${shown(text)}" is a name of the standard library`);
    else return true;
    return false;
  }
}

/** Read before anything is declared, because the variables of a PROGRAM with an address are kept in another way. */
function configuredIn(nodes: readonly UnitNode[]): Set<string> {
  const found = new Set<string>();
  for (const node of nodes) {
    if (node.kind !== 'configuration') continue;
    const resources = new Set(node.resources.map(({ name }) => name?.text.toUpperCase()));
    const types = new Map(
      node.resources.flatMap(({ programs }) =>
        programs.map(({ name, type }) => [name.text.toUpperCase(), type.text.toUpperCase()] as const),
      ),
    );
    for (const { path, address } of node.configs.flatMap(({ entries }) => entries)) {
      if (address === undefined) continue;
      const names = path.map(({ text }) => text.toUpperCase());
      const [program, variable, ...rest] = names.length > 2 && resources.has(names[0]) ? names.slice(1) : names;
      if (rest.length === 0) found.add(`${types.get(program!) ?? program}.${variable}`);
    }
  }
  return found;
}

/** A scope for what stands in a unit. */
export function scopeOf(library: Library, variables: Scope['variables'], unit?: Unit): Scope {
  const scope: Scope = {
    library,
    variables,
    loops: 0,
    level: 0,
    height: 0,
    expression: (node) => expression(scope, node),
  };
  if (unit) scope.unit = unit;
  return scope;
}
