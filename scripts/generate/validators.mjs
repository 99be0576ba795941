// Compiles schemas into self-contained CommonJS modules: name -> (value) => boolean.
import { join } from 'node:path';
import * as codegen from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';
import { importInMemory } from '../import-source.mjs';
import { cached } from './cache.mjs';
import { OPTIONS as JUDGING, mapRefs, repository } from './schemas.mjs';

const OPTIONS = { ...JUDGING, code: { source: true, esm: false, optimize: true } };

/**
 * Sources of two modules with the definitions of a group. Functions of the first stop at the first error, so that the cost
 * of judging a hostile message is bounded: they give the verdict. Those of the second report all that is wrong with a value
 * that was refused; `src/schemas` puts it in words.
 */
export function compileValidators(group) {
  return cached('validators', [group.protocol, group.root, group.defs], () => makeValidators(group));
}

async function makeValidators(group) {
  const entries = Object.entries(group.defs);
  if (group.root) entries.push([group.protocol, group.root]);
  const schemas = entries.map(([name, { examples, ...schema }]) => ({
    name,
    schema: { ...mapRefs(schema, (ref) => `${ref.replace('#/$defs/', '')}.json`), $id: `${name}.json` },
  }));
  const verdicts = new Ajv2020.default(OPTIONS);
  for (const { schema } of schemas) verdicts.addSchema(schema);
  const reports = new Ajv2020.default({ ...OPTIONS, allErrors: true });
  const { reportForPeople } = await reporting();
  reportForPeople(reports, codegen);
  for (const { name, schema } of schemas) {
    reports.addSchema(schema);
    // Errors say where in the bundle they come from, not where in one of its definitions.
    const fragment = name === group.protocol && group.root ? '#' : `#/$defs/${encodeURIComponent(name)}`;
    reports.schemas[schema.$id] ??= reports.refs[schema.$id];
    reports.schemas[schema.$id].schemaPath = fragment;
  }
  const ids = Object.fromEntries(entries.map(([name]) => [name, `${name}.json`]));
  return {
    verdicts: await moduleOf(standaloneCode.default(verdicts, ids)),
    reports: await moduleOf(standaloneCode.default(reports, ids)),
  };
}

/** One module without imports. Throws an Error where it holds anything but ASCII. */
async function moduleOf(code) {
  const result = await build({
    stdin: { contents: code, resolveDir: repository, loader: 'js' },
    bundle: true,
    alias: { 'ajv/dist/runtime/equal': join(repository, 'src/schemas/ajv-equal.ts') },
    write: false,
    minify: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    banner: { js: '// Generated from schemas/ by the build. Do not edit.' },
  });
  const { text } = result.outputFiles[0];
  const [found] = /.{0,40}\P{ASCII}.{0,40}/u.exec(text) ?? [];
  if (found !== undefined)
    throw new Error(`validators may hold ASCII alone, since they are read as Latin-1; one has ${found}`);
  return text;
}

/**
 * Sources of two modules with schemas that are in no bundle, by their text as JSON: those that give the verdict, and those
 * that report.
 */
export async function compileOwnSchemas(schemas) {
  const { REPORTS, reportForPeople, VERDICTS } = await reporting();
  const texts = [...new Set(schemas.map((schema) => JSON.stringify(schema)))];
  const standalone = (options, prepare) => {
    const ajv = new Ajv2020.default({ ...options, code: { source: true, esm: false, optimize: true } });
    prepare?.(ajv);
    for (const [index, text] of texts.entries()) ajv.addSchema(JSON.parse(text), `schema${index}`);
    const ids = Object.fromEntries(texts.map((_, index) => [`schema${index}`, `schema${index}`]));
    const byText = texts.map((text, index) => `${JSON.stringify(text)}: exports.schema${index}`);
    return moduleOf(`${standaloneCode.default(ajv, ids)}\nmodule.exports = {${byText.join(', ')}};`);
  };
  return {
    verdicts: await standalone(VERDICTS),
    reports: await standalone(REPORTS, (ajv) => reportForPeople(ajv, codegen)),
  };
}

/** The module of Proctor that prepares a compiler for reports. */
const reporting = () => importInMemory(join(repository, 'src/schemas/errors/reporting.ts'));
