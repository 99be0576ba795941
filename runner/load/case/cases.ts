import type { Json, JsonObject } from '../../../src/json/json.js';
import { isObject, objectOf } from '../../../src/json/json.js';
import { listed } from '../../../src/json/listed.js';
import { PointerError, parsePointer } from '../../../src/json/pointer.js';
import type { Case, Needs, SourcePosition, Step } from '../../../src/language/case.js';
import { stepsIn, stepsOf } from '../../../src/language/steps.js';
import type { VersionOrder } from '../../../src/language/version-range.js';
import type { FileProblem } from '../../types.js';
import type { Format } from '../files/formats.js';
import { readFormat } from '../files/read.js';
import type { Source } from '../files/yaml.js';
import { type References, referenceProblems } from '../references.js';
import { hasRange, versionsIn } from '../version-ranges.js';
import { nameProblems } from './names.js';
import { below, type Fragment, type Fragments, type Origin, Splicer } from './steps.js';
import { durationProblem, valueProblems } from './values.js';

/** What one case file brought. */
export interface LoadedCases {
  cases: Case[];
  problems: FileProblem[];
  /** The keys of all fragments that the cases use, and of those that the file itself defines. */
  used: Set<string>;
  own: Fragment[];
}

/** What the case files of a role share. */
export interface Shared {
  format: Format<'case'>;
  /** The role's fragments; a file's own go before them. */
  fragments?: Fragments;
  /** Set for a corpus, where requirements, behaviors and constants that do not exist are problems, and computed names of them too. */
  references?: References;
  /** The versions that ranges are read by. */
  orders?: readonly VersionOrder[];
}

/**
 * Loads one case file: tables become one case for each row, fragments are spliced, constants filled in. The cases are in
 * the order of the file. Problems are found all at once; the cases of a file with problems are no good.
 *
 * @param path where the file is
 * @param shown how places and messages name it
 */
export function loadCaseFile(path: string, shown: string, shared: Shared): LoadedCases {
  const { source, data, problems } = readFormat(path, shown, shared.format);
  const fragments: Fragments = shared.fragments ?? new Map();
  if (!data) return { cases: [], problems, used: new Set(), own: [] };
  const own = fragmentsOf(source, data);
  const lookUp = (name: string) => own.get(name) ?? fragments.get(name);
  const names = () => new Set([...own.keys(), ...fragments.keys()]);
  const loaded: LoadedCases = { cases: [], problems: [], used: new Set(), own: [...own.values()] };
  const { orders = [] } = shared;
  const file: CaseFile = {
    suite: String(data.suite),
    role: String(data.role),
    head: data,
    source,
    versions: [],
    orders,
    splicer: () => new Splicer(lookUp, names, { orders, writtenOut: shared.references !== undefined }),
    references: shared.references,
  };
  if (isObject(data.needs) && hasRange(data.needs))
    file.versions = versionsIn(data.needs, { source, pointer: '/needs' }, orders, loaded.problems);
  for (const [index, written] of (data.cases as JsonObject[]).entries()) {
    const expander = new Expander(written, { source, pointer: `/cases/${index}` }, file);
    loaded.cases.push(...expander.cases());
    loaded.problems.push(...expander.problems);
    for (const key of expander.used) loaded.used.add(key);
  }
  loaded.problems = distinct(loaded.problems);
  return loaded;
}

/** The fragments that a case file or a fragment file defines, by name. */
export function fragmentsOf(source: Source, data: JsonObject): Map<string, Fragment> {
  const written = isObject(data.fragments) ? data.fragments : {};
  return new Map(
    Object.entries(written).map(([name, steps]) => {
      const { pointer } = below({ source, pointer: '/fragments' }, name);
      return [name, { source, pointer, key: `${source.file}#${name}`, steps: steps as Json[] }];
    }),
  );
}

interface CaseFile {
  suite: string;
  role: string;
  /** What the file says for all its cases: needs, peer, within. */
  head: JsonObject;
  source: Source;
  /** The versions that its cases are for which say nothing else; none where that is all. */
  versions: string[];
  orders: readonly VersionOrder[];
  splicer(): Splicer;
  references: References | undefined;
}

/** Makes the cases of one entry of a file: one, or one for each row of its table. */
class Expander {
  readonly problems: FileProblem[] = [];
  readonly used = new Set<string>();

  constructor(
    private readonly written: JsonObject,
    private readonly at: Origin,
    private readonly file: CaseFile,
  ) {}

  cases(): Case[] {
    const { each } = this.written;
    const found = isObject(each)
      ? Object.entries(each).map(([row, values]) => this.one(row, objectOf(values), below(this.at, 'each', row)))
      : [this.one(undefined, {}, this.at)];
    return found;
  }

  private one(row: string | undefined, values: JsonObject, rowAt: Origin): Case {
    const { written, at } = this;
    const { title, needs, kills, ...overrides } = values;
    const said = this.needsSaid(needs, rowAt);
    const constants: JsonObject = { ...(isObject(written.let) ? written.let : {}), ...overrides };
    if (row !== undefined) constants.row = row;
    const splicer = this.file.splicer();
    const fill = (value: Json, where: Origin) => splicer.fill(value, constants, where);
    const { within = this.file.head.within } = written;
    const steps = splicer.splice(written.steps as Json[], below(at, 'steps'), constants, {
      ...(row === undefined ? {} : { row: { name: row, all: Object.keys(objectOf(written.each)) } }),
      ...(within === undefined ? {} : { within: String(fill(within, below(at, 'within'))) }),
    });
    const filledPeer = ({ peer = {} }: JsonObject, said: Origin) => objectOf(fill(peer, below(said, 'peer')));
    const where = title === undefined ? below(at, 'title') : below(rowAt, 'title');
    const subject: Case = {
      id: row === undefined ? String(written.id) : `${written.id}.${row}`,
      title: String(fill(title ?? written.title!, where)),
      suite: this.file.suite,
      role: this.file.role,
      place: row === undefined ? at.source.place(at.pointer) : rowAt.source.place(rowAt.pointer, 'key'),
      needs: this.needs(splicer, constants, said),
      peer: { ...filledPeer(this.file.head, this.fileAt), ...filledPeer(written, at) },
      kills: [
        ...namesOf(fill(written.kills ?? [], below(at, 'kills'))),
        ...namesOf(fill(kills ?? [], below(rowAt, 'kills'))),
      ],
      ...(written.fresh === undefined ? {} : { fresh: String(fill(written.fresh, below(at, 'fresh'))) }),
      ...(written.limit === undefined ? {} : { limit: String(fill(written.limit, below(at, 'limit'))) }),
      ...(row === undefined ? {} : { row }),
      steps,
      requirements: requirementsOf(steps),
    };
    const limit = subject.limit === undefined ? undefined : durationProblem(subject.limit);
    if (limit) this.problems.push(at.source.problem(`${at.pointer}/limit`, limit));
    for (const key of splicer.used) this.used.add(key);
    this.problems.push(
      ...splicer.problems,
      ...this.nameProblems(subject, splicer, new Set(Object.keys(constants))),
      ...valueProblems(steps, splicer.origins),
    );
    if (this.file.references)
      this.problems.push(
        ...referenceProblems(subject, (key, name) => whereSaid(said, key, name), splicer.origins, this.file.references),
      );
    return subject;
  }

  /** Mistakes with names: where steps belong to some versions only, those of each version by itself. */
  private nameProblems({ steps, needs }: Case, { origins }: Splicer, constants: ReadonlySet<string>): FileProblem[] {
    const special = stepsOf(steps).flatMap(({ version }) => version ?? []);
    if (special.length === 0) return nameProblems({ steps, origins, constants });
    const known = needs.version.length > 0 ? needs.version : [...(this.file.references?.spoken.keys() ?? special)];
    const problems = known.flatMap((version) => {
      const own = new Map(origins);
      const spoken = this.file.references?.spoken.get(version) ?? [version];
      const kept = stepsIn(steps, spoken, (from, to) => own.set(to, origins.get(from)!));
      return nameProblems({ steps: kept, origins: own, constants });
    });
    return distinct(problems);
  }

  /** What the file says for all its cases stands here. */
  private get fileAt(): Origin {
    return { source: this.file.source, pointer: '' };
  }

  /** What the file, the case and the row each need, with the place where it is said. */
  private needsSaid(ofRow: Json | undefined, rowAt: Origin): [JsonObject, Origin][] {
    const said: [Json | undefined, Origin][] = [
      [this.file.head.needs, this.fileAt],
      [this.written.needs, this.at],
      [ofRow, rowAt],
    ];
    return said.map(([needs, at]) => [isObject(needs) ? needs : {}, below(at, 'needs')]);
  }

  /** The needs of file, case and row together. Versions of the row go before the case's, and what those two say of versions or transports before the file's. */
  private needs(splicer: Splicer, constants: JsonObject, said: [JsonObject, Origin][]): Needs {
    const joined = (key: string, of = said) => [
      ...new Set(of.flatMap(([needs, at]) => namesOf(splicer.fill(needs[key] ?? [], constants, below(at, key))))),
    ];
    const own = said.slice(1);
    const { orders } = this.file;
    const [ofCase, ofTable] = own.map(([needs, at]) => {
      const { version } = needs;
      if (!hasRange(needs)) return [];
      const filled = version === undefined ? [] : splicer.fill(version, constants, below(at, 'version'));
      return versionsIn(version === undefined ? needs : { ...needs, version: filled }, at, orders, this.problems);
    });
    const pointers = (key: 'capability' | 'without') => {
      const found = joined(key);
      for (const pointer of found) {
        try {
          parsePointer(pointer);
        } catch (error) {
          if (!(error instanceof PointerError)) throw error;
          const { source, pointer: at } = whereSaid(said, key, pointer);
          this.problems.push(source.problem(at, error.message));
        }
      }
      return found;
    };
    const firstOf = (...lists: string[][]) => lists.find(({ length }) => length > 0) ?? [];
    return {
      capability: pointers('capability'),
      without: pointers('without'),
      behavior: joined('behavior'),
      transport: firstOf(joined('transport', own), joined('transport')),
      version: firstOf(ofTable!, ofCase!, this.file.versions),
    };
  }
}

/** Where a name is needed; in the case where it came with a constant. */
function whereSaid(said: [JsonObject, Origin][], key: string, name: string): Origin {
  const [, at] = said.find(([needs]) => namesOf(needs[key]).includes(name)) ?? said[1]!;
  return below(at, key);
}

/** One name or a list of names, as a list. */
const namesOf = (value: Json | undefined): string[] => listed(value).map(String);

/** Problems without those that are there already: what is wrong in the head of a file or in a table is found once for each case. */
function distinct(problems: readonly FileProblem[]): FileProblem[] {
  const keyOf = ({ place, excerpt, message }: FileProblem) => JSON.stringify([place, excerpt, message]);
  return [...new Map(problems.map((problem) => [keyOf(problem), problem])).values()];
}

/** Every requirement that some step checks, in order of first mention. */
function requirementsOf(steps: readonly Step[]): string[] {
  return [...new Set(checksOf(steps).map(({ requirement }) => requirement))];
}

/** Every check of the steps, in order, with the place of its step. */
export function checksOf(steps: readonly Step[]): { requirement: string; at: SourcePosition }[] {
  return stepsOf(steps).flatMap(({ check, place }) => check.map((requirement) => ({ requirement, at: place })));
}
