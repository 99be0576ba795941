import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../../../../src/json/json.js';
import {
  builtGroups,
  builtValidators,
  loadValidators,
  meantBy,
  type Validators,
} from '../../../../src/schemas/index.js';
import { type FormatName, formatOf } from '../../../load/files/formats.js';
import { judgeFormat } from '../../../load/files/read.js';
import { parseYaml } from '../../../load/files/yaml.js';
import { loadKnown } from '../../../load/known.js';
import { inspectCorpus } from '../../../load/lint.js';
import { withOwn } from '../../../load/own/own-corpus.js';
import { loadTarget, type TargetContext } from '../../../load/target/target.js';
import type { Corpus, FileProblem } from '../../../types.js';
import { ownContext } from '../../support/package-corpus.js';
import { type InfoContext, soundCorpus, UsageError } from '../../support/print.js';
import { judgeCases } from './cases.js';
import { asInvalid, type FileJudge, type Invalid, type Judged } from './judgement.js';

/** Our own formats: files that people write, and the report. */
const FORMATS = [
  'behaviors',
  'case',
  'errata',
  'extension',
  'fault',
  'fragments',
  'known',
  'methods',
  'mutants',
  'recording',
  'report',
  'requirements',
  'revision',
  'role',
  'sources',
  'surface',
  'target',
  'versions',
  'wire',
] as const satisfies readonly FormatName[];

/** The judge of a schema by its name; undefined where the name is not that of a schema. */
export async function schemaJudge(name: string, context: InfoContext): Promise<FileJudge | undefined> {
  if (name === 'corpus') return { takes: 'folder', judge: judgeCorpus };
  const own = name.replace(/\/v1$/, '');
  const format = FORMATS.find((one) => one === own);
  if (format !== undefined) return formatJudge(format, context);
  const [protocol = '', version = '', definition, ...rest] = name.split('/');
  if (definition === undefined || rest.length > 0) return undefined;
  const validators = await validatorsOf(protocol, version);
  if (validators === undefined) return undefined;
  if (!validators.has(definition))
    throw new UsageError(`${protocol} ${version} has no definition \`${definition}\`; ${meantBy(name)}`);
  return { takes: 'file', judge: (file, text) => judgeValues(file, text, name, validators, definition) };
}

/** What could have been meant by a name that is no schema: formats, and the definitions where it begins with a protocol. */
export async function schemaNames(name: string): Promise<string[]> {
  const named = builtGroups().filter((one) => one.split('/')[0] === name.split('/')[0]);
  const definitions = await Promise.all(
    named.map(async (one) => {
      const [protocol = '', version = ''] = one.split('/');
      return ((await validatorsOf(protocol, version))?.names() ?? []).map((definition) => `${one}/${definition}`);
    }),
  );
  return [...FORMATS, 'corpus', ...definitions.flat()];
}

/** The validators of a version of a protocol, or of a profile of one; undefined where there are none. */
async function validatorsOf(protocol: string, version: string): Promise<Validators | undefined> {
  return builtValidators(protocol, version);
}

/** Targets and known failures are held against the corpus as well, as a run does it. */
async function formatJudge(name: FormatName, context: InfoContext): Promise<FileJudge> {
  if (name === 'known')
    return { takes: 'file', judge: async (file, text) => judged('known failures', await loadKnown(file, file, text)) };
  if (name === 'target') {
    const corpus = await soundCorpus(context);
    return {
      takes: 'file',
      judge: async (file, text) => judged('target file', await targetWithOwn(file, text, corpus)),
    };
  }
  if (name === 'case') return { takes: 'file', judge: judgeCases };
  if (name === 'recording') {
    const validators = await loadValidators(name, 'v1');
    return { takes: 'file', judge: (file, text) => judgeLines(file, text, 'recording line', validators, name) };
  }
  const format = await formatOf(name);
  return {
    takes: 'file',
    judge(file, text) {
      const { source, problems } = parseYaml(file, text);
      return { what: `${name} file`, invalid: judgeFormat(source, problems, format).problems.map(asInvalid) };
    },
  };
}

function judged(what: string, { problems }: { problems: FileProblem[] }): Judged {
  return { what, invalid: problems.map(asInvalid) };
}

/** A variable of an environment in which every one is set. */
const SET: PropertyDescriptor = { value: 'set', enumerable: true, configurable: true, writable: true };

/** A target file with the cases and behaviors that it brings. */
async function targetWithOwn(file: string, text: string, corpus: Corpus): Promise<{ problems: FileProblem[] }> {
  const ofProject: FileProblem[] = [];
  const { problems } = await loadTarget(
    file,
    async (role, own) => {
      const extended = await withOwn(corpus, [role], own, ownContext);
      ofProject.push(...extended.problems);
      return against(extended.corpus);
    },
    text,
  );
  return { problems: [...problems, ...ofProject] };
}

function against(corpus: Corpus): TargetContext {
  return {
    roles: corpus.roles,
    behaviors: (protocol) => corpus.behaviors.get(protocol),
    versions: (protocol) => corpus.versions.get(protocol)?.keys(),
    // Whether a secret is set here and now says nothing about the file.
    env: new Proxy({}, { get: () => 'set', getOwnPropertyDescriptor: () => SET }),
  };
}

/** A file holds one value; with the ending .ndjson or .jsonl one a line. */
function judgeValues(file: string, text: string, name: string, validators: Validators, definition: string): Judged {
  if (!/\.(ndjson|jsonl)$/i.test(file))
    return { what: name, invalid: judgeValue(file, text, 0, validators, definition) };
  return judgeLines(file, text, name, validators, definition);
}

function judgeLines(file: string, text: string, name: string, validators: Validators, definition: string): Judged {
  const lines = text.split('\n').map((line, index) => ({ line: line.replace(/\r$/, ''), index }));
  const full = lines.filter(({ line }) => line.trim() !== '');
  const invalid = full.flatMap(({ line, index }) => judgeValue(file, line, index, validators, definition));
  return { what: `${full.length} of ${name}`, invalid };
}

/** @param above how many lines of the file stand above this text */
function judgeValue(file: string, text: string, above: number, validators: Validators, definition: string): Invalid[] {
  const { source, problems } = parseYaml(file, text);
  if (source.data === undefined) return problems.map((problem) => lowered(asInvalid(problem), above));
  return errorsOf(validators, definition, source.data).map(({ path, message }) => {
    const problem = source.problem(path, path === '' ? message : `${path} ${message}`);
    return lowered({ ...asInvalid(problem), path }, above);
  });
}

function errorsOf(validators: Validators, definition: string, data: Json) {
  try {
    return validators.validate(definition, data);
  } catch (error) {
    if (error instanceof RangeError) return [{ path: '', message: 'nests too deep to be judged' }];
    throw error;
  }
}

async function judgeCorpus(folder: string): Promise<Judged> {
  if (!statSync(join(folder, 'cases'), { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`${folder} has no folder \`cases\``);
  const { corpus, problems } = await inspectCorpus(folder);
  return { what: `${corpus.cases.length} cases`, invalid: problems.map(asInvalid) };
}

function lowered(invalid: Invalid, above: number): Invalid {
  if (above === 0 || invalid.line === undefined) return invalid;
  const line = invalid.line + above;
  return {
    ...invalid,
    line,
    ...(invalid.excerpt === undefined ? {} : { excerpt: invalid.excerpt.replace(/^( *)\d+( \|)/, `$1${line}$2`) }),
  };
}
