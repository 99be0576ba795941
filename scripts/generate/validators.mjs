// Compiles the definitions of a group into one self-contained CommonJS module: definition name -> (value) => boolean.
import Ajv2020 from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';
import { mapRefs, repository } from './sources.mjs';

/**
 * Source of the module. Formats are annotations, as JSON Schema 2020-12 has it by default: what a spec demands of a
 * text's content is the business of cases. The functions stop at the first error, so that the cost of judging a hostile
 * message is bounded; src/schemas explains what they refuse.
 */
export async function compileValidators(group) {
  const ajv = new Ajv2020.default({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    validateFormats: false,
    messages: false,
    // A definition that many refer to is compiled once: half the code to load, and as fast to judge.
    inlineRefs: false,
    code: { source: true, esm: false, optimize: true },
  });
  const entries = Object.entries(group.defs);
  if (group.root) entries.push([group.protocol, group.root]);
  for (const [name, schema] of entries) {
    const { examples, ...rest } = schema;
    ajv.addSchema({ ...mapRefs(rest, (ref) => `${ref.replace('#/$defs/', '')}.json`), $id: `${name}.json` });
  }
  const code = standaloneCode.default(ajv, Object.fromEntries(entries.map(([name]) => [name, `${name}.json`])));
  const result = await build({
    stdin: { contents: code, resolveDir: repository, loader: 'js' },
    bundle: true,
    write: false,
    minify: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    banner: { js: '// Generated from schemas/ by the build. Do not edit.' },
  });
  return result.outputFiles[0].text;
}
