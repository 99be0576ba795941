import type { ExtensionFile } from '../../../src/generated/types/extension-v1.js';
import { isObject, type Json, type JsonObject } from '../../../src/json/json.js';
import { listed } from '../../../src/json/listed.js';
import { didYouMean } from '../../../src/json/suggest.js';
import {
  type DefinitionSet,
  judgeForTarget,
  type MethodTable,
  mapSchemas,
  OwnDefinitions,
  pointerToken,
  SchemaRefused,
} from '../../../src/schemas/index.js';
import type { JsonSchema } from '../../../src/schemas/json-schema.js';
import type { FileProblem, WireRule } from '../../types.js';
import { formatOf } from '../files/formats.js';
import { readFormat } from '../files/read.js';
import { readYaml, type Source } from '../files/yaml.js';
import type { OwnFile } from './own-files.js';

/** What is not resolved in schemas of a project: there is one document for all of them. */
const UNSUPPORTED = ['$anchor', '$dynamicAnchor', '$dynamicRef', '$id'] as const;

/** A definition of a project, and the file that it is alone in. */
interface Written {
  name: string;
  source: Source;
  schema: JsonSchema;
}

/**
 * The definitions that the schema files of a project hold, one in each, named as its file. They refer to each other, and to the
 * definitions of the protocol, by file name: `{ $ref: Tool.json }`.
 *
 * @param protocols the definitions of the protocol that the role speaks, and of those that it extends; of two with one name the first
 */
export function readDefinitions(
  files: readonly OwnFile[],
  protocols: readonly DefinitionSet[],
): { definitions: OwnDefinitions; problems: FileProblem[] } {
  const problems: FileProblem[] = [];
  const written = new Map<string, Written>();
  for (const { path, shown } of files) {
    const { source, problems: found } = readYaml(path, shown);
    problems.push(...found);
    const { data } = source;
    if (found.length > 0 || data === undefined) continue;
    const name = nameOf(shown);
    const earlier = written.get(name);
    if (!isObject(data) && typeof data !== 'boolean') problems.push(source.problem('', 'is not a JSON Schema'));
    else if (earlier)
      problems.push(
        source.problem('', `a definition \`${name}\` is there twice`, {
          suggestion: `the first one is ${earlier.source.file}`,
        }),
      );
    else written.set(name, { name, source, schema: data as JsonSchema });
  }
  const borrowed = new Map<string, JsonSchema>();
  const linker = new Linker(written, protocols, borrowed, problems);
  const own = Object.fromEntries([...written.values()].map((one) => [one.name, linker.linked(one)]));
  const definitions = new OwnDefinitions(own, Object.fromEntries(borrowed));
  if (problems.length === 0) problems.push(...compileProblems(written, definitions));
  return { definitions, problems };
}

const nameOf = (file: string) =>
  file
    .split('/')
    .at(-1)!
    .replace(/\.[^.]*$/, '');

/** Makes the references of schemas lead into the one document that all definitions stand in. */
class Linker {
  constructor(
    private readonly written: ReadonlyMap<string, Written>,
    private readonly protocols: readonly DefinitionSet[],
    private readonly borrowed: Map<string, JsonSchema>,
    private readonly problems: FileProblem[],
  ) {}

  linked({ name, source, schema }: Written): JsonSchema {
    if (typeof schema === 'boolean') return schema;
    const { $id: _, $schema: dialect, ...rest } = schema as unknown as JsonObject;
    if (dialect !== undefined && !/\/draft\/2020-12\/schema#?$/.test(String(dialect)))
      this.problems.push(
        source.problem('/$schema', 'must be JSON Schema 2020-12, as the schemas of the protocols are'),
      );
    return mapSchemas(rest, (one, pointer) => {
      for (const key of UNSUPPORTED)
        if (one[key] !== undefined)
          this.problems.push(
            source.problem(`${pointer}/${key}`, `\`${key}\` is not supported in schemas of a project`, {
              part: 'key',
              suggestion: 'refer to another file by its name: `$ref: Other.json`',
            }),
          );
      const { $ref } = one;
      return typeof $ref === 'string' ? { ...one, $ref: this.leadsTo($ref, name, source, `${pointer}/$ref`) } : one;
    }) as unknown as JsonSchema;
  }

  private leadsTo(reference: string, from: string, source: Source, at: string): string {
    const [file = '', fragment = ''] = reference.split('#');
    const name = file === '' ? from : nameOf(file);
    if (!this.written.has(name) && !this.borrow(name)) {
      const known = [...this.written.keys(), ...this.protocols.flatMap((one) => one.names())];
      const suggestion = didYouMean(name, known);
      this.problems.push(
        source.problem(at, `there is no definition \`${name}\``, suggestion === undefined ? {} : { suggestion }),
      );
    }
    return `#/$defs/${pointerToken(name)}${fragment}`;
  }

  /** Takes a definition of the protocol, and all that it refers to. */
  private borrow(name: string): boolean {
    if (this.borrowed.has(name)) return true;
    const bundle = this.protocols.find((one) => one.has(name))?.bundle;
    const schema = bundle?.$defs[name];
    if (bundle === undefined || schema === undefined) return false;
    const take = (one: string) => {
      const found = bundle.$defs[one];
      if (found === undefined || this.borrowed.has(one)) return;
      this.borrowed.set(one, found);
      mapSchemas(found as unknown as Json, (inner) => {
        const [, next] = /^#\/\$defs\/([^/]+)/.exec(String(inner.$ref)) ?? [];
        if (next !== undefined) take(next);
        return inner;
      });
    };
    take(name);
    return true;
  }
}

/** What keeps a definition from being a schema at all: each is asked once, of nothing. */
function compileProblems(written: ReadonlyMap<string, Written>, definitions: OwnDefinitions): FileProblem[] {
  return [...written.values()].flatMap(({ name, source }) => {
    const schema = { $ref: `#/$defs/${pointerToken(name)}`, $defs: definitions.bundle.$defs };
    try {
      judgeForTarget(schema as unknown as JsonObject, null);
      return [];
    } catch (error) {
      if (!(error instanceof SchemaRefused)) throw error;
      return [source.problem('', `can't be judged by: ${error.message}`)];
    }
  });
}

/** Methods as the files of a project have them, with the requirement that their messages prove. */
export interface OwnMethods {
  methods: MethodTable;
  /** Where the first of them is, and the requirement that it names. */
  rule?: Pick<WireRule, 'place'> & { requirement?: string };
}

/** Reads `methods.yaml` files; their definitions must be among those of the project or of the protocol. */
export async function readMethods(
  files: readonly OwnFile[],
  definitions: DefinitionSet,
  known: MethodTable,
): Promise<OwnMethods & { problems: FileProblem[] }> {
  const problems: FileProblem[] = [];
  const methods: MethodTable = Object.create(null);
  let rule: OwnMethods['rule'];
  for (const { path, shown } of files) {
    const file = readFormat(path, shown, await formatOf('extension'));
    problems.push(...file.problems);
    if (!file.data) continue;
    const { source, data } = file;
    rule ??= {
      place: source.place('/methods', 'key'),
      ...(data.requirement === undefined ? {} : { requirement: data.requirement }),
    };
    for (const [name, one] of Object.entries(data.methods)) {
      const at = `/methods/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (name in known || name in methods)
        problems.push(
          source.problem(at, name in known ? `the protocol has a method \`${name}\`` : `\`${name}\` is there twice`, {
            part: 'key',
          }),
        );
      for (const definition of [...(one.params === undefined ? [] : [one.params]), ...listed(one.result)])
        if (!definitions.has(definition)) {
          const suggestion = didYouMean(definition, definitions.names());
          problems.push(
            source.problem(at, `there is no definition \`${definition}\``, {
              part: 'key',
              suggestion: suggestion ?? `write it into ${definition}.json beside this file`,
            }),
          );
        }
      methods[name] = methodOf(one, definitions);
    }
  }
  return { methods, problems, ...(rule ? { rule } : {}) };
}

function methodOf(
  { summary = '', direction, kind, params, paramsRequired, result, discriminator }: ExtensionFile['methods'][string],
  definitions: DefinitionSet,
): MethodTable[string] {
  return {
    summary,
    direction,
    kind,
    errors: [],
    results: listed(result),
    paramsRequired: paramsRequired ?? (params !== undefined && requiresMember(definitions.bundle.$defs[params])),
    ...(params === undefined ? {} : { params }),
    ...(discriminator === undefined ? {} : { discriminator }),
  };
}

const requiresMember = (schema: JsonSchema | undefined) =>
  typeof schema === 'object' && (schema.required ?? []).length > 0;
