import type { Remark } from '../../../../src/language/remark.js';
import { documents } from '../../../../src/protocols/documents.js';
import { parseYaml } from '../../../load/files/yaml.js';
import type { FileJudge, Invalid } from './judgement.js';
import { asInvalid } from './judgement.js';

/** The judge of a kind of document, such as `a2a/card`; undefined where the name is not that of one. */
export function documentJudge(name: string): FileJudge | undefined {
  const kind = Object.hasOwn(documents, name) ? documents[name] : undefined;
  if (kind === undefined) return undefined;
  return {
    takes: 'file',
    wellKnown: kind.wellKnown,
    async judge(file, text) {
      const { source, problems } = parseYaml(file, text);
      if (source.data === undefined) return { what: name, invalid: problems.map(asInvalid) };
      const { what, remarks } = (await kind.linter())(source.data);
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

function told({ path, message, requirement }: Remark): string {
  const about = path === '' ? message : `${path} ${message}`;
  return requirement === undefined ? about : `${about} (${requirement})`;
}
