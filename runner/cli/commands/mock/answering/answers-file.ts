import { type JsonObject, stringifyJson } from '../../../../../src/json/json.js';
import type { SelectContext } from '../../../../../src/language/selector.js';
import { type CompiledAnswers, compileAnswers, type Rule } from '../../../../../src/mock/answers/compile.js';
import { formatOf } from '../../../../load/files/formats.js';
import { judgeFormat, readFormat } from '../../../../load/files/read.js';
import { parseYaml } from '../../../../load/files/yaml.js';
import { FileError } from '../../../../load/script.js';
import { stampOf } from '../../../../load/watch-file.js';

/** A file of answers that can be used. */
export interface AnswersFile {
  compiled: CompiledAnswers;
  /** Where a rule stands, as `FILE:LINE`. */
  place(rule: Rule): string;
  /** How it is called in messages. */
  name: string;
  /** What the file holds. */
  data: JsonObject;
  /** What the file was when it was read: see `stampOf`. Unset for what is in no file. */
  stamp?: string | undefined;
}

/** How answers are called that are in no file. */
const NO_FILE = 'answers of the mock';

/** Reads answers: a file, or what one would hold. Throws FileError with everything that is wrong, by line and column. */
export async function readAnswers(
  from: string | { readonly [name: string]: unknown },
  context: SelectContext,
): Promise<AnswersFile> {
  const format = await formatOf('answers');
  const name = typeof from === 'string' ? from : NO_FILE;
  const stamp = typeof from === 'string' ? stampOf(from) : undefined;
  let file: ReturnType<typeof readFormat<'answers'>>;
  if (typeof from === 'string') file = readFormat(from, from, format);
  else {
    const { source, problems } = parseYaml(name, stringifyJson(from as JsonObject, 2));
    file = judgeFormat(source, problems, format);
  }
  const { source, data, problems } = file;
  if (!data || problems.length > 0) throw FileError.of(problems);
  const { compiled, mistakes } = compileAnswers(data, context);
  if (mistakes.length > 0) throw FileError.of(mistakes.map(({ path, message }) => source.problem(path, message)));
  const place = ({ at }: Rule) => `${name}:${source.place(at).line}`;
  return { compiled, name, place, data: data as unknown as JsonObject, stamp };
}
