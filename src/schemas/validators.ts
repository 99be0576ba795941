import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../json/json.js';
import { builtModule } from './built/built-module.js';
import { builtFiles } from './built/package-files.js';
import type { DefinitionSet } from './definition-set.js';
import { present, type Schemas, schemasOf } from './errors/present.js';
import type { AjvError } from './errors/reporting.js';
import type { SchemaError } from './errors/schema-error.js';
import type { Bundle } from './json-schema.js';
import { withoutBigints } from './numbers.js';

/** A compiled definition. `errors` is set after it said no. */
type Compiled = ((value: unknown) => boolean) & { errors?: AjvError[] | null };
type CompiledDefinitions = { readonly [name: string]: Compiled };

/** What was built for a protocol version or a format. */
interface Files {
  bundle: string;
  /** Module of compiled definitions that report everything that is wrong. */
  reports: string;
}

/** The definitions of one protocol version, or of one of our own formats, ready to judge values. */
export class Validators implements DefinitionSet {
  private read: Bundle | undefined;
  /** The schemas that errors are about, by the names of the definitions that a value was held against. */
  private readonly schemas = new Map<string, Schemas>();

  constructor(
    private readonly compiled: CompiledDefinitions,
    private readonly files: Files,
  ) {}

  /** Whether there is a definition of this name. */
  has(name: string): boolean {
    return Object.hasOwn(this.compiled, name);
  }

  /** The names of all definitions. */
  names(): string[] {
    return Object.keys(this.compiled);
  }

  /** The bundle: every definition under `$defs`, with the descriptions that people read. */
  get bundle(): Bundle {
    this.read ??= JSON.parse(readFileSync(this.files.bundle, 'utf8')) as Bundle;
    return this.read;
  }

  /**
   * Where a value departs from a definition, at most 50 places; empty where it fits. Of several definitions it has to fit
   * one, and what is told is told against the nearest. Throws Error for a definition that does not exist and RangeError
   * where the value nests too deep to be judged, which no value from `parseJson` does.
   */
  validate(name: string | readonly string[], value: Json): SchemaError[] {
    const names = typeof name === 'string' ? [name] : name;
    const plain = withoutBigints(value);
    if (names.some((one) => this.definition(one)(plain))) return [];
    if (names.length === 0) throw new Error('no definition to judge by');
    const reports = builtModule(this.files.reports) as CompiledDefinitions;
    const branches = names.map((one) => errorsOf(reports[one] as Compiled, plain));
    if (names.length === 1) return present(branches[0] ?? [], value, this.schemasFor([]));
    const union = { keyword: 'anyOf', instancePath: '', schemaPath: '#/anyOf', params: { branches } };
    return present([union], value, this.schemasFor(names));
  }

  /** The schemas of the bundle; with names of definitions as a union of these. */
  private schemasFor(names: readonly string[]): Schemas {
    const key = names.join('\n');
    const { $defs } = this.bundle;
    const known = this.schemas.get(key);
    if (known) return known;
    const either = () => ({ $defs, anyOf: names.map((one) => ({ $ref: `#/$defs/${one}` })) });
    const made = schemasOf(names.length === 0 ? this.bundle : either());
    this.schemas.set(key, made);
    return made;
  }

  private definition(name: string): Compiled {
    const definition = Object.hasOwn(this.compiled, name) ? this.compiled[name] : undefined;
    if (!definition) throw new Error(`there is no definition ${name}`);
    return definition;
  }
}

function errorsOf(report: Compiled, value: Json): AjvError[] {
  report(value);
  return report.errors ?? [];
}

const loaded = new Map<string, Validators>();

/**
 * The validators of a protocol version (`mcp`, `2025-11-25`) or of one of our formats (`case`, `v1`), whose root definition
 * has the format's name. Compiled at build time and kept once loaded. Throws where there are none.
 */
export async function loadValidators(protocol: string, version: string): Promise<Validators> {
  const validators = await builtValidators(protocol, version);
  if (!validators) throw new Error(`there are no schemas of ${protocol} ${version}`);
  return validators;
}

/** As `loadValidators`, but resolves with undefined where there are none. */
export async function builtValidators(protocol: string, version: string): Promise<Validators | undefined> {
  const group = `${protocol}/${version}`;
  const known = loaded.get(group);
  if (known) return known;
  const dist = builtFiles();
  const bundle = join(dist, 'schemas', `${group}.json`);
  if (!/^\w[\w.-]*\/\w[\w.-]*$/.test(group) || !existsSync(bundle)) return undefined;
  const key = `${protocol}-${version}`;
  const validators = new Validators(builtModule(join(dist, 'validators', `${key}.cjs`)) as CompiledDefinitions, {
    bundle,
    reports: join(dist, 'validators', 'reports', `${key}.cjs`),
  });
  loaded.set(group, validators);
  return validators;
}
