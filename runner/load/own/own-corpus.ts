import { dirname, sep } from 'node:path';
import { didYouMean } from '../../../src/json/suggest.js';
import type { Case, SourcePosition } from '../../../src/language/case.js';
import { stepsOf } from '../../../src/language/steps.js';
import {
  type DefinitionSet,
  hasMethodTable,
  loadValidators,
  type MethodTable,
  methodTable,
} from '../../../src/schemas/index.js';
import { OWN_DIGEST } from '../../corpus-digest.js';
import { versionsInOrder } from '../../history.js';
import { EXTENSION, profilesOf, protocolOf } from '../../profiles.js';
import type { Behavior, Corpus, Extension, FileProblem, RegisteredRequirement } from '../../types.js';
import { fragmentsOf, loadCaseFile } from '../case/cases.js';
import type { Fragment } from '../case/steps.js';
import { fragmentsOfRole } from '../corpus.js';
import { formatOf } from '../files/formats.js';
import { problemAt, sortProblems } from '../files/problems.js';
import { readFormat } from '../files/read.js';
import type { Source } from '../files/yaml.js';
import { ordersOf, referencesOf } from '../references.js';
import { behaviorsIn } from '../registry.js';
import { requirementsIn } from '../requirements.js';
import { citedDocuments, type Documents } from '../sources.js';
import { type Named, type OwnFile, ownDigest, ownFiles } from './own-files.js';
import { readDefinitions, readMethods } from './own-schemas.js';
import { definitionsIn, stepProblems } from './own-steps.js';

/** What a project adds to the cases of Proctor. */
export interface Own {
  named: readonly Named[];
  /** Behaviors that a target file declares itself. */
  behaviors?: readonly Behavior[];
}

/** What a project's files are read against. */
export interface OwnContext {
  /** The folder that has `cases/`. */
  root: string;
  /** Every role. Cases of other roles than the target's are left out; an unknown role is a mistake. */
  roles: readonly string[];
}

/**
 * The corpus with what a project brings for some roles: requirements, behaviors, fragments, schemas, methods and cases. The given one
 * stays as it is. All problems are found at once, sorted by place; a corpus with problems must not be run.
 *
 * @param roles those that the corpus has and that are meant; unset for those that the cases of the project name
 */
export async function withOwn(
  corpus: Corpus,
  roles: readonly string[] | undefined,
  { named, behaviors = [] }: Own,
  context: OwnContext,
): Promise<{ corpus: Corpus; problems: FileProblem[] }> {
  if (named.length + behaviors.length === 0) return { corpus, problems: [] };
  const { files, problems } = ownFiles(named);
  const reader = new OwnReader(corpus, files, context);
  await reader.read(roles, behaviors);
  if (files.length > 0) reader.corpus.digests = new Map([...corpus.digests, [OWN_DIGEST, ownDigest(files)]]);
  return { corpus: reader.corpus, problems: sortProblems([...problems, ...reader.problems]) };
}

class OwnReader {
  readonly problems: FileProblem[] = [];
  readonly corpus: Corpus;

  constructor(
    given: Corpus,
    private readonly files: readonly OwnFile[],
    private readonly context: OwnContext,
  ) {
    this.corpus = {
      ...given,
      requirements: new Map(given.requirements),
      documents: new Map(given.documents),
      cases: [...given.cases],
    };
  }

  async read(wanted: readonly string[] | undefined, declared: readonly Behavior[]): Promise<void> {
    await this.requirements();
    await this.behaviors(declared);
    const files = await this.caseFiles();
    for (const role of wanted ?? new Set(files.map((one) => one.role))) {
      const sets = this.setsOf(role);
      await this.extension(role, sets);
      await this.cases(role, files, sets);
    }
  }

  private of(kind: OwnFile['kind']): OwnFile[] {
    return this.files.filter((one) => one.kind === kind);
  }

  private async requirements(): Promise<void> {
    const documents: Documents = {};
    for (const { path, shown } of this.of('sources')) {
      const file = readFormat(path, shown, await formatOf('sources'));
      this.problems.push(...file.problems);
      Object.assign(documents, file.data?.documents);
    }
    this.corpus.documents.set('', citedDocuments(documents));
    for (const { path, shown } of this.of('requirements')) {
      const { source, data, problems } = readFormat(path, shown, await formatOf('requirements'));
      this.problems.push(...problems);
      if (!data) continue;
      for (const [index, one] of requirementsIn(data, source, this.problems, documents).entries())
        this.requirement({ ...one, ofProject: true }, source, `/requirements/${index}`);
    }
  }

  private requirement(one: RegisteredRequirement, source: Source, at: string): void {
    const earlier = this.corpus.requirements.get(one.id);
    if (earlier)
      this.say(
        source,
        `${at}/id`,
        `\`${one.id}\` is there already`,
        `${earlier.place.file}:${earlier.place.line} has it`,
      );
    else this.corpus.requirements.set(one.id, one);
    for (const role of one.roles) {
      if (!this.context.roles.includes(role))
        this.say(source, at, `unknown role \`${role}\``, didYouMean(role, this.context.roles));
      const order = versionsInOrder(this.corpus, protocolOf(role));
      for (const key of ['since', 'until'] as const) {
        const version = one[key];
        if (version !== undefined && order.length > 0 && !order.includes(version))
          this.say(
            source,
            `${at}/${key}`,
            `unknown version \`${version}\` of ${protocolOf(role)}`,
            didYouMean(version, order),
          );
      }
    }
  }

  private async behaviors(declared: readonly Behavior[]): Promise<void> {
    const all = new Map([...this.corpus.behaviors].map(([protocol, own]) => [protocol, new Map(own)]));
    this.corpus.behaviors = all;
    for (const { path, shown } of this.of('behaviors')) {
      const { source, data, problems } = readFormat(path, shown, await formatOf('behaviors'));
      this.problems.push(...problems);
      for (const one of data ? behaviorsIn(data, source, '') : []) {
        for (const protocol of new Set(one.roles.map(protocolOf))) {
          const known = all.get(protocol) ?? new Map<string, Behavior>();
          all.set(protocol, known);
          const earlier = known.get(one.name);
          if (earlier) {
            const has = `${earlier.place.file}:${earlier.place.line} has it`;
            this.say(source, `/behaviors/${one.name}`, `\`${one.name}\` is there already`, has, 'key');
          } else known.set(one.name, { ...one, protocol });
        }
      }
    }
    // A target file may describe a known behavior in its own words; the known description stays.
    for (const one of declared) {
      const known = all.get(one.protocol) ?? new Map<string, Behavior>();
      all.set(one.protocol, known);
      if (!known.has(one.name)) known.set(one.name, one);
    }
  }

  /** What every version of the role's protocol has, and those that it extends: of definitions the newest first. */
  private setsOf(role: string): Sets {
    const versions = [...(this.corpus.versions.get(protocolOf(role))?.keys() ?? [])].reverse();
    const profiles = versions.flatMap((version) => profilesOf(this.corpus, role, version));
    const known = profiles.filter(({ protocol, version }) => hasMethodTable(protocol, version));
    const names = [...new Map(known.map((one) => [`${one.protocol} ${one.version}`, one])).values()];
    const methods: MethodTable = Object.create(null);
    for (const { protocol, version } of names) Object.assign(methods, methodTable(protocol, version));
    const definitions = () => Promise.all(names.map(({ protocol, version }) => loadValidators(protocol, version)));
    return { definitions, methods };
  }

  private async extension(role: string, { definitions: protocols, methods: known }: Sets): Promise<void> {
    const [schemas, tables] = [this.of('schema'), this.of('methods')];
    if (schemas.length + tables.length === 0) return;
    const { definitions, problems } = readDefinitions(schemas, await protocols());
    this.problems.push(...problems);
    const { methods, rule, problems: more } = await readMethods(tables, definitions, known);
    this.problems.push(...more);
    const extension: Extension = { role, methods, definitions };
    this.corpus.extensions = [...(this.corpus.extensions ?? []), extension];
    if (!rule) return;
    const { place, requirement = this.schemaRequirement(role, place) } = rule;
    if (!this.corpus.requirements.has(requirement))
      this.problems.push(
        problemHere(
          place,
          `unknown requirement \`${requirement}\``,
          didYouMean(requirement, this.corpus.requirements.keys()),
        ),
      );
    extension.rule = {
      id: `${EXTENSION}.schema`,
      protocol: EXTENSION,
      profile: EXTENSION,
      rule: 'schema',
      requirement,
      title: 'Every message of an extension method fits its schema',
      place,
    };
  }

  /** The requirement that messages of extension methods prove where the project names none. */
  private schemaRequirement(role: string, place: SourcePosition): string {
    const id = 'OWN-SCHEMA';
    const roles = [...(this.corpus.requirements.get(id)?.roles ?? []), role];
    this.corpus.requirements.set(id, {
      id,
      level: 'must',
      roles,
      text: 'The params and results of extension methods fit the schemas of the project.',
      source: place.file,
      version: '',
      ofProject: true,
      place,
    });
    return id;
  }

  /** The case files that hold what they should, each with its role. */
  private async caseFiles(): Promise<(OwnFile & { role: string })[]> {
    const format = await formatOf('case');
    return this.of('cases').flatMap((file) => {
      const { source, data, problems } = readFormat(file.path, file.shown, format);
      const role = String(data?.role);
      if (data && this.context.roles.includes(role)) return { ...file, role };
      if (data) this.say(source, '/role', `unknown role \`${role}\``, didYouMean(role, this.context.roles));
      this.problems.push(...problems);
      return [];
    });
  }

  private async cases(
    role: string,
    files: readonly (OwnFile & { role: string })[],
    { definitions, methods }: Sets,
  ): Promise<void> {
    const fragments = await this.fragments(role);
    const ids = new Map(this.corpus.cases.map((one) => [one.id, one.place]));
    const extension = this.corpus.extensions?.find((one) => one.role === role);
    const mine: Case[] = [];
    const shared = {
      format: await formatOf('case'),
      references: referencesOf(this.corpus, role, new Set()),
      orders: ordersOf(this.corpus, role),
    };
    for (const { path, shown } of files.filter((one) => one.role === role)) {
      const loaded = loadCaseFile(path, shown, { ...shared, fragments: fragments(path) });
      this.problems.push(...loaded.problems);
      for (const one of loaded.cases) {
        const earlier = ids.get(one.id);
        const has = earlier && `${earlier.file}:${earlier.line} has it`;
        if (has) this.problems.push(problemHere(one.place, `the id \`${one.id}\` is there already`, has));
        ids.set(one.id, one.place);
        mine.push(one);
      }
    }
    this.corpus.cases.push(...mine);
    // Loaded for nothing where no case names one.
    const names = mine.some(namesDefinition) ? (await definitions()).flatMap((one) => one.names()) : [];
    const known = {
      methods: new Set([...Object.keys(methods), ...Object.keys(extension?.methods ?? {})]),
      definitions: new Set([...names, ...(extension?.definitions.names() ?? [])]),
    };
    for (const one of mine) this.problems.push(...stepProblems(one, known, problemHere));
  }

  /** By the path of a case file: the fragments that it may use. Those of a folder hold for the folders in it. */
  private async fragments(role: string): Promise<(path: string) => Map<string, Fragment>> {
    const ofRole = await fragmentsOfRole(this.context.root, this.corpus, role);
    const own: { folder: string; fragments: Map<string, Fragment> }[] = [];
    for (const { path, shown } of this.of('fragments')) {
      const { source, data, problems } = readFormat(path, shown, await formatOf('fragments'));
      this.problems.push(...problems);
      if (data && (data.role === undefined || data.role === role))
        own.push({ folder: dirname(path), fragments: fragmentsOf(source, data) });
    }
    own.sort((a, b) => a.folder.length - b.folder.length);
    return (path) => {
      const near = own.filter(({ folder }) => path.startsWith(`${folder}${sep}`));
      return new Map([ofRole, ...near.map(({ fragments }) => fragments)].flatMap((one) => [...one]));
    };
  }

  private say(source: Source, at: string, message: string, suggestion?: string, part?: 'key'): void {
    const options = { ...(part ? { part } : {}), ...(suggestion === undefined ? {} : { suggestion }) };
    this.problems.push(source.problem(at, message, options));
  }
}

interface Sets {
  definitions: () => Promise<DefinitionSet[]>;
  methods: MethodTable;
}

/** A problem at a place of a file that is named from the working directory. */
const problemHere = (place: SourcePosition, message: string, suggestion?: string): FileProblem =>
  problemAt(process.cwd(), place, message, suggestion);

const namesDefinition = ({ steps }: Case): boolean => stepsOf(steps).some(({ body }) => definitionsIn(body).length > 0);
