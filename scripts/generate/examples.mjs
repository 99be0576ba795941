// Whether the examples of all definitions fit them, and whether the definitions are schemas at all.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020.js';
import { importInMemory } from '../import-source.mjs';
import { cached } from './cache.mjs';
import { placeOf } from './inspect.mjs';
import { memberAt } from './problems.mjs';
import { bundleOf, mapRefs, repository } from './sources.mjs';
import { compileValidators, OPTIONS } from './validators.mjs';

/** @typedef {import('./problems.mjs').Problem} Problem */

/**
 * What is wrong with the examples of some groups.
 *
 * @param {import('./sources.mjs').Group[]} groups
 * @param {Map<string, string>} origins by id, what a revision takes over from another one
 * @returns {Promise<Problem[]>}
 */
export async function refusedExamples(groups, origins) {
  const found = [];
  for (const group of groups)
    for (const one of await cached('examples', [group.protocol, group.root, group.defs], () => inspect(group)))
      found.push({ ...one, group, id: `${group.protocol}/${group.version}/${one.name}.json` });
  const key = (id, { pointer, message }) => `${id} ${pointer} ${message}`;
  const keys = new Set(found.map((one) => key(one.id, one)));
  // What a revision takes over as it is, is mended where it comes from.
  const own = found.filter((one) => !keys.has(key(origins.get(one.id), one)));
  return own.flatMap((one) => placed(one, one.group, origins));
}

/** What is wrong in a group: the definition, what of it is meant, and why. */
async function inspect(group) {
  let modules;
  try {
    modules = await compileValidators(group);
  } catch (error) {
    const broken = brokenDefinitions(group);
    if (broken.length === 0) throw error;
    return broken;
  }
  const verdicts = evaluated(modules.verdicts);
  const refused = definitionsOf(group).flatMap(([name, { examples = [] }]) =>
    examples.flatMap((example, index) => (verdicts[name](example) ? [] : [{ name, example, index }])),
  );
  if (refused.length === 0) return [];
  const { present, schemasOf } = await words();
  const reports = evaluated(modules.reports);
  const schemas = schemasOf(bundleOf(group));
  return refused.flatMap(({ name, example, index }) => {
    reports[name](example);
    const errors = present(reports[name].errors ?? [], example, schemas);
    return errors.map(({ path, message }) => ({
      name,
      pointer: `/examples/${index}${path}`,
      message: `the schema refuses its example: ${message}`,
    }));
  });
}

/** The definitions of a group by name, and the root of a format by the name that its validator has. */
function definitionsOf({ protocol, root, defs }) {
  return [...Object.entries(defs), ...(root ? [[protocol, root]] : [])];
}

/** The definitions that are no schemas, each compiled without the others. */
function brokenDefinitions(group) {
  return definitionsOf(group).flatMap(([name, { examples, ...schema }]) => {
    const ajv = new Ajv2020.default({ ...OPTIONS, messages: true, logger: false, validateSchema: false });
    ajv.addSchema({ $id: 'any.json' });
    const alone = mapRefs(schema, () => 'any.json');
    if (!ajv.validateSchema(alone)) {
      // The first of a place says it; the others are of the other forms that it may have.
      const byPlace = new Map(ajv.errors.toReversed().map((one) => [one.instancePath, one]));
      return [...byPlace].map(([pointer, { message, params }]) => {
        const values = params.allowedValues === undefined ? '' : `: ${params.allowedValues.join(', ')}`;
        return { name, pointer, message: `is no JSON Schema: ${message}${values}` };
      });
    }
    try {
      ajv.compile(alone);
      return [];
    } catch (error) {
      const [, keyword] = /unknown keyword: "(.*)"/.exec(error.message) ?? [];
      const pointer = keyword === undefined ? '' : (pointerTo(schema, keyword) ?? '');
      return [{ name, pointer, message: `is no JSON Schema: ${error.message}` }];
    }
  });
}

/** JSON Pointer to the first member of this name. */
function pointerTo(value, name, pointer = '') {
  if (value === null || typeof value !== 'object') return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const at = memberAt(pointer, key);
    const found = key === name && !Array.isArray(value) ? at : pointerTo(inner, name, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The problem with its file; none if the definition is of another group, where it is found as well. */
function placed({ name, pointer, message }, { protocol, version, root, taken, defs }, origins) {
  if (root !== undefined) {
    const file = `schemas/${protocol}/${version}.json`;
    if (name === protocol && !Object.hasOwn(defs, name)) return [{ file, pointer, message }];
    return taken.has(capital(name)) ? [] : [{ file, pointer: `${memberAt('/$defs', name)}${pointer}`, message }];
  }
  const id = `${protocol}/${version}/${name}.json`;
  const from = taken.get(capital(name));
  if (from !== undefined && !origins.has(id)) return [];
  return [{ ...placeOf(id, pointer, origins), message: origins.has(id) ? `${name}${pointer}: ${message}` : message }];
}

const capital = (name) => name[0].toUpperCase() + name.slice(1);

/** The exports of a module of CommonJS that needs no other one. */
function evaluated(code) {
  const module = { exports: {} };
  new Function('module', 'exports', 'require', code)(module, module.exports, createRequire(import.meta.url));
  return module.exports;
}

/** The module of Proctor that says for people what Ajv has against a value. */
const words = () => importInMemory(join(repository, 'src/schemas/errors/present.ts'));
