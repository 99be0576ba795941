import type { CodeKeywordDefinition, KeywordCxt, Name } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import { MOST_ERRORS } from './schema-error.js';

/** What Ajv has against a value, as compilers that `reportForPeople` prepared report it. */
export interface AjvError {
  keyword: string;
  /** JSON Pointer from the root of the value. */
  instancePath: string;
  /** Fragment of a URI, from the root of the schema, to the keyword. */
  schemaPath: string;
  /** As Ajv has it for the keyword. Of `anyOf` and `oneOf`: what is wrong by each branch, and the branches that fit. */
  params: { branches?: AjvError[][]; passing?: number[] | number | null; [name: string]: unknown };
  /** Ajv's own words, where the compiler was asked for them. */
  message?: string;
  /** Set where the name of a member is wrong, not its value. */
  propertyName?: string;
  /** The schema that has the keyword, where the compiler was asked for it. */
  parentSchema?: object;
}

/**
 * How a schema is compiled that is in no bundle, to give the verdict: formats are annotations, keywords that Ajv does not
 * know are left alone, nothing is fetched, and a member is there where the value itself has it, not where all objects do,
 * as `constructor`.
 */
export const VERDICTS = {
  strict: false,
  validateFormats: false,
  logger: false,
  ownProperties: true,
} as const;

/** How such a schema is compiled to report all that is wrong with a value that was refused. */
export const REPORTS = { ...VERDICTS, allErrors: true, verbose: true, validateSchema: false } as const;

type Compiler = Pick<Ajv2020, 'getKeyword' | 'removeKeyword' | 'addKeyword'>;
/** The part of the module `ajv` that writes code. It is handed in, since Ajv is loaded only where it is needed. */
type Codegen = Pick<typeof import('ajv'), '_' | 'Name'>;
type Loop = 'forRange' | 'forIn';

/** Keywords whose number of errors grows with the value. */
const LOOPS = ['items', 'additionalItems', 'additionalProperties', 'patternProperties', 'propertyNames'];

/**
 * Prepares a compiler with `allErrors` whose errors will be presented. What Ajv decides stays as it is; of unions it
 * reports the errors of each branch apart, and a list or object whose members are wrong one after the other is left after
 * `MOST_ERRORS`, so that the cost of a hostile value is bounded.
 */
export function reportForPeople(compiler: Compiler, { _, Name }: Codegen): void {
  const errors = new Name('errors');
  const vErrors = new Name('vErrors');
  for (const keyword of ['anyOf', 'oneOf']) replace(compiler, keyword, withBranches);
  for (const keyword of ['contains', 'propertyNames']) replace(compiler, keyword, alone);
  for (const keyword of LOOPS) replace(compiler, keyword, bounded);

  /** The keyword, with the errors of each branch in its parameters instead of before its own error. */
  function withBranches(stock: CodeKeywordDefinition): CodeKeywordDefinition {
    const lists = new WeakMap<object, Name>();
    return {
      ...stock,
      error: {
        message: stock.error?.message ?? '',
        params: (cxt) => _`{branches: ${lists.get(cxt)}, passing: ${cxt.params.passing ?? null}}`,
      },
      code(cxt, type) {
        if (cxt.it.createErrors !== false) lists.set(cxt, collectBranches(cxt));
        stock.code(cxt, type);
      },
    };
  }

  function collectBranches(cxt: KeywordCxt): Name {
    const { gen } = cxt;
    const branches = gen.const('branches', _`[]`);
    dropInner(cxt, (branch, before) =>
      gen.code(_`${branches}[${Number(branch)}] = ${vErrors} === null ? [] : ${vErrors}.slice(${before})`),
    );
    return branches;
  }

  /** The keyword, which reports its own error without those of the schema in it. */
  function alone(stock: CodeKeywordDefinition): CodeKeywordDefinition {
    return {
      ...stock,
      code(cxt, type) {
        dropInner(cxt);
        stock.code(cxt, type);
      },
    };
  }

  /** Has the errors of the first subschema, and of those after it, dropped before the error of the keyword is reported. */
  function dropInner(cxt: KeywordCxt, after?: (subschema: string | number | undefined, before: Name) => void): void {
    const { gen, subschema, error } = cxt;
    let first: Name | undefined;
    cxt.subschema = (applied, valid) => {
      const before = gen.const('before', errors);
      first ??= before;
      const inner = subschema.call(cxt, applied, valid);
      after?.(applied.schemaProp, before);
      return inner;
    };
    cxt.error = (append, params, paths) => {
      const from = cxt.errsCount ?? first;
      if (from !== undefined) {
        gen.code(_`${errors} = ${from}`);
        gen.if(_`${vErrors} !== null`, () =>
          gen.if(
            from,
            () => gen.code(_`${vErrors}.length = ${from}`),
            () => gen.code(_`${vErrors} = null`),
          ),
        );
      }
      error.call(cxt, append, params, paths);
    };
  }

  /** The keyword, whose loop ends when it found enough. Loops of other keywords inside go on. */
  function bounded(stock: CodeKeywordDefinition): CodeKeywordDefinition {
    return {
      ...stock,
      code(cxt, type) {
        const { gen } = cxt;
        const before = gen.const('before', errors);
        const { forRange, forIn } = gen;
        const stop = () => gen.if(_`${errors} - ${before} >= ${MOST_ERRORS}`, () => gen.break());
        const within = (body: () => void) => {
          stop();
          Object.assign(gen, { forRange, forIn });
          body();
          Object.assign(gen, loops);
        };
        const loops: Pick<typeof gen, Loop> = {
          forRange: (name, from, to, body, kind) =>
            forRange.call(gen, name, from, to, (index) => within(() => body(index)), kind),
          forIn: (name, object, body, kind) => forIn.call(gen, name, object, (key) => within(() => body(key)), kind),
        };
        Object.assign(gen, loops);
        stock.code(cxt, type);
        Object.assign(gen, { forRange, forIn });
      },
    };
  }
}

/** Puts a definition in the place of that of a keyword, where the dialect has it. */
function replace(
  compiler: Compiler,
  keyword: string,
  change: (stock: CodeKeywordDefinition) => CodeKeywordDefinition,
): void {
  const stock = compiler.getKeyword(keyword);
  if (typeof stock !== 'object') return;
  compiler.removeKeyword(keyword);
  compiler.addKeyword(change(stock as CodeKeywordDefinition));
}
