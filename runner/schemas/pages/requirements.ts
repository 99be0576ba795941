// Pages of requirements, one for each area: what a document says, and what tests it.
import type { Requirement } from '../../../src/language/requirement.js';
import { anchorOf, code, page, plain, table } from './markdown.js';

/** A requirement with the cases that check it and the mutants that break it, by their ids. */
export interface TestedRequirement
  extends Pick<Requirement, 'id' | 'level' | 'text' | 'source' | 'url' | 'excluded' | 'roles'> {
  note?: string;
  cases: readonly string[];
  mutants: readonly string[];
}

/** Path -> Markdown: `requirements/MCP-PING.md` and an index. The anchor of a requirement is its id. */
export function requirementPages(all: readonly TestedRequirement[]): Map<string, string> {
  const areas = new Map<string, TestedRequirement[]>();
  for (const one of all) {
    const area = one.id.replace(/-[^-]*$/, '');
    areas.set(area, [...(areas.get(area) ?? []), one]);
  }
  const pages = new Map([...areas].map(([area, own]) => [`requirements/${area}.md`, areaPage(area, own)]));
  if (areas.size > 0) pages.set('requirements/README.md', indexPage(areas));
  return pages;
}

function indexPage(areas: Map<string, TestedRequirement[]>): string {
  const rows = [...areas].map(([area, own]) => {
    const tested = own.filter(({ cases }) => cases.length > 0).length;
    const musts = own.filter(({ level }) => level === 'must').length;
    return [`[${area}](${area}.md)`, String(own.length), String(musts), String(tested)];
  });
  return page(['# Requirements', table(['area', 'requirements', 'musts', 'with a case'], rows)]);
}

function areaPage(area: string, own: readonly TestedRequirement[]): string {
  const rows = own.map(({ id, level, text }) => [`[${id}](#${anchorOf(id)})`, level, plain(text)]);
  return page([`# ${area}`, table(['requirement', 'level', 'text'], rows), ...own.flatMap(requirementPart)]);
}

function requirementPart({ id, level, text, source, url, note, excluded, roles, cases, mutants }: TestedRequirement) {
  const rows = [
    ['level', level],
    ['source', url === undefined ? plain(source) : `[${plain(source)}](${url})`],
    ['roles', roles.join(', ')],
    ...(excluded === undefined ? [] : [['not tested', plain(excluded)]]),
    ...(cases.length > 0 ? [['cases', cases.map(code).join(', ')]] : []),
    ...(mutants.length > 0 ? [['mutants', mutants.map(code).join(', ')]] : []),
  ];
  return [`## ${id}`, plain(text), note === undefined ? undefined : plain(note), table(['fact', 'value'], rows)];
}
