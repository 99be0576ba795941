import type { Remark } from '../../../../src/language/remark.js';
import { documents } from '../../../../src/protocols/documents.js';
import { parseYaml } from '../../../load/files/yaml.js';
import { UsageError } from '../../support/print.js';
import type { FileJudge, Invalid } from './judgement.js';
import { asInvalid } from './judgement.js';

/**
 * The judge of a kind of document, such as `a2a/card`; undefined if the name is not that of one. Throws UsageError for a version by which
 * it is not judged.
 *
 * @param version of the protocol, with or without its patch number; by default what each document says of itself
 */
export function documentJudge(name: string, version?: string): FileJudge | undefined {
  const kind = Object.hasOwn(documents, name) ? documents[name] : undefined;
  if (kind === undefined) return undefined;
  const named = version === undefined ? undefined : namedOf(kind.versions, version);
  if (version !== undefined && named === undefined)
    throw new UsageError(`${name} is not judged by version ${version}; there are ${kind.versions.join(', ')}`);
  return {
    takes: 'file',
    wellKnown: kind.wellKnown,
    async judge(file, text) {
      const { source, problems } = parseYaml(file, text);
      if (source.data === undefined) return { what: name, invalid: problems.map(asInvalid) };
      const { what, remarks } = (await kind.linter(named))(source.data);
      const invalid = remarks.map(
        (remark): Invalid => ({
          ...asInvalid(source.problem(remark.path, told(remark))),
          path: remark.path,
          ...(remark.requirement === undefined ? {} : { requirement: remark.requirement }),
          ...(remark.severity === 'warning' ? { warning: true } : {}),
        }),
      );
      return { what, invalid: invalid.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.col ?? 0) - (b.col ?? 0)) };
    },
  };
}

/** The version that is meant by its name, by its name without the patch number, or by that of a profile of it. */
function namedOf(versions: readonly string[], name: string): string | undefined {
  return versions.find((one) => one === name || one.replace(/\.\d+$/, '') === name || name.startsWith(`${one}-`));
}

function told({ path, message, requirement }: Remark): string {
  const about = path === '' ? message : `${path} ${message}`;
  return requirement === undefined ? about : `${about} (${requirement})`;
}
