import type { RequirementsFile } from '../../src/generated/types/requirements-v1.js';
import { listed } from '../../src/json/listed.js';
import type { FileProblem, RegisteredRequirement } from '../types.js';
import type { Source } from './files/yaml.js';
import { type Documents, linkOf } from './sources.js';

/** The requirements of a file, in its order, each with what the file says for all. */
export function requirementsIn(
  data: RequirementsFile,
  source: Source,
  problems: FileProblem[],
  documents: Documents,
): RegisteredRequirement[] {
  return data.requirements.map(({ section, in: others, ...one }, index) => {
    const at = `/requirements/${index}`;
    const roles = one.roles ?? data.roles;
    if (roles === undefined) problems.push(source.problem(at, 'lacks `roles`: say them here, or once for the file'));
    if (section !== undefined && data.source === undefined)
      problems.push(source.problem(`${at}/section`, 'the file names no document: say its `source`', { part: 'key' }));
    const said = section === undefined ? String(one.source) : `${data.source}, ${section}`;
    const url = linkOf(documents, said, data.source);
    const requirement: RegisteredRequirement = {
      ...one,
      roles: listed(roles),
      source: said,
      ...(url === undefined ? {} : { url }),
      ...(data.source === undefined ? {} : { document: data.source }),
      version: data.version ?? '',
      place: source.place(at),
    };
    if (others) requirement.in = inVersions(requirement, others, documents);
    return requirement;
  });
}

/** A requirement as other versions say it: with what they say in place of its own. */
function inVersions(
  { note: _, url: __, ...requirement }: RegisteredRequirement,
  others: NonNullable<RequirementsFile['requirements'][number]['in']>,
  documents: Documents,
): NonNullable<RegisteredRequirement['in']> {
  const all = Object.entries(others).map(([version, said]) => {
    const url = linkOf(documents, said.source);
    return [version, { ...requirement, ...said, version, ...(url === undefined ? {} : { url }) }];
  });
  return Object.fromEntries(all);
}
