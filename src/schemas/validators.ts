import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ErrorObject } from 'ajv';
import type { Json } from '../json/json.js';
import { explain, type SchemaError } from './explain.js';
import type { Bundle } from './json-schema.js';
import { withoutBigints } from './numbers.js';
import { builtFiles } from './package-files.js';

/** A compiled definition. `errors` is set after it said no. */
type Compiled = ((value: unknown) => boolean) & { errors?: ErrorObject[] | null };

const load = createRequire(import.meta.url);

/** The definitions of one protocol version, or of one of our own formats, ready to judge values. */
export class Validators {
  private read: Bundle | undefined;

  constructor(
    private readonly compiled: { readonly [name: string]: Compiled },
    private readonly bundleFile: string,
    /** Name of the definition that is the bundle itself; undefined for a protocol. */
    private readonly root: string | undefined,
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
    this.read ??= JSON.parse(readFileSync(this.bundleFile, 'utf8')) as Bundle;
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
    const [only] = names;
    if (only === undefined) throw new Error('no definition to judge by');
    const errors =
      names.length === 1
        ? explain(this.bundle, only === this.root ? undefined : only, value)
        : explain(anyOf(this.bundle, names), undefined, value);
    return errors.length > 0 ? errors : this.unexplained(only);
  }

  private definition(name: string): Compiled {
    const definition = Object.hasOwn(this.compiled, name) ? this.compiled[name] : undefined;
    if (!definition) throw new Error(`there is no definition ${name}`);
    return definition;
  }

  private unexplained(name: string): SchemaError[] {
    const error = this.definition(name).errors?.[0];
    const keyword = error?.keyword ?? 'unknown';
    return [
      { path: error?.instancePath ?? '', message: `does not fit ${name}`, keyword, schemaPath: `/$defs/${name}` },
    ];
  }
}

function anyOf({ $defs }: Bundle, names: readonly string[]): Bundle {
  return { $defs, anyOf: names.map((name) => ({ $ref: `#/$defs/${name}` })) };
}

const loaded = new Map<string, Validators>();

/**
 * The validators of a protocol version (`mcp`, `2025-11-25`) or of one of our formats (`case`, `v1`), whose root definition
 * has the format's name. Compiled at build time and kept once loaded. Throws where there are none.
 */
export async function loadValidators(protocol: string, version: string): Promise<Validators> {
  const key = `${protocol}-${version}`;
  const known = loaded.get(key);
  if (known) return known;
  const dist = builtFiles();
  const file = join(dist, 'validators', `${key}.cjs`);
  if (!/^[\w.-]+$/.test(key) || !existsSync(file)) throw new Error(`there are no schemas of ${protocol} ${version}`);
  const compiled = load(file) as { [name: string]: Compiled };
  const root = Object.hasOwn(compiled, protocol) ? protocol : undefined;
  const validators = new Validators(compiled, join(dist, 'schemas', protocol, `${version}.json`), root);
  loaded.set(key, validators);
  return validators;
}
