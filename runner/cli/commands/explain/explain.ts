import { type Style, styleFor } from '../../../../reports/text/style.js';
import { compact } from '../../../../reports/text/value.js';
import { placeText, shortIds } from '../../../../reports/text/words.js';
import { didYouMean } from '../../../../src/json/suggest.js';
import type { Role } from '../../../../src/language/role.js';
import { parsePattern } from '../../../patterns.js';
import { playedVersions } from '../../../profiles.js';
import type { Behavior, Corpus, Mutant } from '../../../types.js';
import { casesOf, coverageOf, type KnownCase, killersOf, type RegisteredRequirement } from '../../support/index-of.js';
import {
  columns,
  type Done,
  type InfoContext,
  type Io,
  printLines,
  soundCorpus,
  UsageError,
  wrapped,
} from '../../support/print.js';
import { type ListedFragment, listedFragments } from '../list-fragments.js';
import { memberLines, sourceLines } from './case-source.js';
import { type ErrorCode, errorCodes } from './error-codes.js';
import { expandedCase } from './expanded.js';
import { type Entry, exitCodes, words } from './glossary.js';

/** Width of running text at most, in columns. */
const WIDTH = 100;
/** How many lines a list of ids may take. */
const FOLDED = 3;

export interface ExplainOptions {
  /** Of a case its steps as they are played, as YAML. */
  expanded?: boolean;
  /** Whole lists of ids, where they are long. */
  all?: boolean;
}

/**
 * `proctor explain ID`: what a requirement, case, behavior, mutant, role, verdict, exit code or error code is. The beginning
 * of case ids lists them. With `expanded`, cases are printed as YAML with fragments and values in place. Throws UsageError, with
 * what was probably meant, for an id that nothing has, and for one that has no steps where these were asked for.
 */
export async function explain(id: string, context: InfoContext, options: ExplainOptions = {}): Promise<Done> {
  if (options.expanded) return expand(id, context);
  const entry = own(words, id.toLowerCase()) ?? own(exitCodes, id.replace(/^exit[ -]?/, ''));
  const lines = entry ? glossaryLines(entry, context.io) : await corpusLines(id, context, options.all === true);
  printLines(context.io, lines);
  return { exit: 0 };
}

async function expand(id: string, context: InfoContext): Promise<Done> {
  const cases = casesOf(await soundCorpus(context));
  const exact = cases.get(id);
  if (exact?.wire) throw new UsageError(`\`${id}\` is judged on every message of a run and has no steps`);
  const pattern = parsePattern(id);
  const found = exact ? [exact] : [...cases.values()].filter((one) => pattern.matches(one));
  const lines = found.flatMap((one) => (one.case === undefined ? [] : ['', ...expandedCase(one.case)]));
  if (lines.length === 0) {
    const suggestion = didYouMean(id, cases.keys());
    throw new UsageError(`no case is called \`${id}\`${suggestion === undefined ? '' : `; ${suggestion}`}`);
  }
  printLines(context.io, lines.slice(1));
  return { exit: 0 };
}

function own(entries: { readonly [word: string]: Entry }, word: string): Entry | undefined {
  return Object.hasOwn(entries, word) ? entries[word] : undefined;
}

function glossaryLines({ title, text }: Entry, io: Io): string[] {
  return [styleFor(io.color).bold(title), ...wrapped(text, widthOf(io))];
}

const widthOf = ({ columns = WIDTH }: Io) => Math.min(WIDTH, columns);

async function corpusLines(id: string, context: InfoContext, all: boolean): Promise<string[]> {
  const corpus = await soundCorpus(context);
  const explainer = new Explainer(corpus, context, all);
  const lines = explainer.lines(id);
  if (lines !== undefined) return lines;
  const fragments = await listedFragments(corpus);
  const named = fragments.filter(({ name }) => name === id);
  if (named.length > 0) return explainer.fragments(named);
  const suggestion = didYouMean(id, [...explainer.ids(), ...fragments.map(({ name }) => name)]);
  throw new UsageError(`nothing is called \`${id}\`${suggestion === undefined ? '' : `; ${suggestion}`}`);
}

class Explainer {
  private readonly cases: Map<string, KnownCase>;
  private readonly style: Style;
  private readonly width: number;

  constructor(
    private readonly corpus: Corpus,
    private readonly context: InfoContext,
    /** Whether lists of ids are printed whole, however long. */
    private readonly all: boolean,
  ) {
    this.cases = casesOf(corpus);
    this.style = styleFor(context.io.color);
    this.width = widthOf(context.io);
  }

  ids(): string[] {
    const behaviors = this.behaviors().map(({ name }) => name);
    const { requirements, mutants, roles } = this.corpus;
    const known = [...Object.keys(words), ...Object.keys(exitCodes), ...errorCodes().map(({ name }) => name)];
    return [...requirements.keys(), ...this.cases.keys(), ...behaviors, ...mutants.keys(), ...roles.keys(), ...known];
  }

  /** Undefined where nothing has this id. */
  lines(id: string): string[] | undefined {
    const requirement = this.corpus.requirements.get(id.toUpperCase());
    if (requirement) return this.requirement(requirement);
    const found = this.cases.get(id);
    if (found) return this.case(found);
    const mutant = this.corpus.mutants.get(id);
    if (mutant) return this.mutant(mutant);
    const role = this.corpus.roles.get(id);
    if (role) return this.role(role);
    const behaviors = this.behaviors().filter(({ name, protocol }) => id === name || id === `${protocol}/${name}`);
    if (behaviors.length > 0)
      return behaviors.flatMap((one, index) => [...(index > 0 ? [''] : []), ...this.behavior(one)]);
    const errors = errorCodes().filter(
      ({ name, code }) => String(code) === id || name.toLowerCase() === id.toLowerCase(),
    );
    if (errors.length > 0) return this.errors(errors);
    return this.several(id);
  }

  private behaviors(): Behavior[] {
    return [...this.corpus.behaviors.values()].flatMap((ofProtocol) => [...ofProtocol.values()]);
  }

  private requirement(requirement: RegisteredRequirement): string[] {
    const { id, level, roles, text, source, url, since, note, excluded, place } = requirement;
    const covered = coverageOf(this.corpus).find((one) => one.requirement.id === id);
    return [
      this.head(id, level, roles.join(', ')),
      ...wrapped(text, this.width),
      ...this.field('Source', source),
      ...this.field('Page', url),
      ...Object.entries(requirement.in ?? {}).flatMap(([version, one]) =>
        this.field(`In ${version}`, `${one.level}; ${one.source}${one.text === text ? '' : `; ${one.text}`}`),
      ),
      ...this.field('Since', since),
      ...this.field('Reading', note),
      ...this.field('Excluded', excluded),
      ...this.field('Stated in', placeText(place)),
      ...this.example(covered?.cases ?? []),
      ...(covered?.cases.length || excluded !== undefined ? [] : this.field('Cases', 'none')),
      ...this.folded('Cases', this.byFocus(covered?.cases ?? []), id),
      ...this.folded('Mutants', covered?.mutants ?? [], id),
    ];
  }

  /** Cases with those first that prove little else. */
  private byFocus(ids: readonly string[]): string[] {
    const proved = (id: string) => this.cases.get(id)?.requirements.length ?? 0;
    return [...ids].sort((a, b) => proved(a) - proved(b));
  }

  /** The case that shows best what a requirement asks for: it proves little else, and is short. */
  private example(ids: readonly string[]): string[] {
    const found = ids
      .map((id) => this.cases.get(id))
      .filter((one) => one?.case !== undefined)
      .map((one) => ({ ...one!, lines: sourceLines(this.context.readSource(one!.place.file), one!.place.line) }))
      .sort((a, b) => a.requirements.length - b.requirements.length || a.lines.length - b.lines.length)[0];
    if (found === undefined || found.lines.length === 0) return [];
    return ['', `For example, ${placeText(found.place)}`, ...this.code(found.lines.map((line) => `  ${line}`)), ''];
  }

  /** Lines of a file: each is broken by itself, as its indentation says what it belongs to. */
  private code(lines: readonly string[]): string[] {
    const { wrap } = this.context.io;
    return (wrap ? lines.flatMap(wrap) : lines).map((line) => this.style.dim(line));
  }

  /** A list of ids of what `of` names, cut after some lines; then it says how many more there are, and what prints them. */
  private folded(name: string, ids: readonly string[], of: string): string[] {
    const whole = this.field(name, shortIds(ids));
    if (this.all || whole.length <= FOLDED) return whole;
    let kept = ids.length;
    let lines = whole;
    while (lines.length > FOLDED && kept > 1) {
      kept--;
      lines = this.field(
        name,
        `${shortIds(ids.slice(0, kept))}, and ${ids.length - kept} more: proctor explain ${of} --all`,
      );
    }
    return lines;
  }

  private case({ id, title, role, suite, place, requirements, case: transcript, wire }: KnownCase): string[] {
    const proves = requirements.map((one) => {
      const { level = '', text = '' } = this.corpus.requirements.get(one) ?? {};
      return [`  ${one}`, level, text];
    });
    const needs = transcript?.needs;
    const killers = wire ? this.mutantsOf(requirements) : (transcript?.kills ?? []);
    const source = transcript ? sourceLines(this.context.readSource(place.file), place.line) : [];
    return [
      this.head(id, role, suite),
      ...wrapped(title, this.width),
      ...(wire ? this.field('Rule', `${wire.rule}, on every message of a run`) : []),
      ...this.field(
        'Needs',
        [
          ...(needs?.capability ?? []),
          ...(needs?.without ?? []).map((one) => `no ${one}`),
          ...(needs?.behavior ?? []).map((one) => `behavior ${one}`),
        ].join(', '),
      ),
      ...this.field('Transport', (needs?.transport ?? []).join(' or ')),
      ...this.field('Version', (needs?.version ?? []).join(' or ')),
      ...this.field(wire ? 'Mutants' : 'Kills', killers.join(', ')),
      ...this.field('Written in', placeText(place)),
      ...(proves.length === 0 ? [] : ['', 'Proves', ...columns(proves, this.context.io)]),
      ...(source.length === 0 ? [] : ['', ...this.code(source)]),
    ];
  }

  private mutantsOf(requirements: readonly string[]): string[] {
    return [...this.corpus.mutants.values()].filter(({ breaks }) => requirements.includes(breaks)).map(({ id }) => id);
  }

  private mutant(mutant: Mutant): string[] {
    const { id, breaks, role, fault, place } = mutant;
    const { title, ...rule } = fault;
    const text = this.corpus.requirements.get(breaks)?.text;
    return [
      this.head(id, 'mutant', role),
      ...(typeof title === 'string' ? wrapped(`${title}.`, this.width) : []),
      ...this.field('Breaks', text === undefined ? breaks : `${breaks}: ${text}`),
      ...this.field('Fault', compact(rule, 400)),
      ...this.field('Killed by', shortIds(killersOf(mutant, this.corpus)) || 'no case names it'),
      ...this.field('Stated in', placeText(place)),
    ];
  }

  private behavior({
    name,
    protocol,
    roles,
    text,
    capability,
    optional,
    with: takes,
    gives,
    place,
  }: Behavior): string[] {
    const users = this.corpus.cases.filter(
      ({ role, needs }) => role.startsWith(`${protocol}/`) && needs.behavior.includes(name),
    );
    return [
      this.head(name, 'behavior', roles.join(', ')),
      ...wrapped(text, this.width),
      ...this.field('Of', capability?.join(' or ')),
      ...this.field('Optional', optional),
      ...this.field('Takes', schemasInWords(takes)),
      ...this.field('Gives', schemasInWords(gives)),
      ...this.field('Stated in', placeText(place)),
      ...this.folded('Cases', this.byFocus(users.map(({ id }) => id)), name),
    ];
  }

  private role({ role, peer, within, limit, transports, alive, place }: Role): string[] {
    const number = [...this.cases.values()].filter((one) => one.role === role).length;
    return [
      this.head(role, 'role', `${number} cases`),
      `Proctor plays ${peer}, over ${transports.join(' or ')}.`,
      ...this.field('Versions', playedVersions(this.corpus, role).join(', ') || undefined),
      ...this.field('Waits', `${within} for an answer, ${limit} for a case`),
      ...this.field('Alive', alive === null ? undefined : `${alive.request} must be answered (${alive.check})`),
      ...this.field('Stated in', placeText(place)),
    ];
  }

  private errors(errors: ErrorCode[]): string[] {
    return errors.flatMap(({ name, code, meaning, protocol, versions }, index) => [
      ...(index > 0 ? [''] : []),
      this.head(String(code), name, `${protocol} ${versions.join(', ')}`),
      ...wrapped(meaning, this.width),
    ]);
  }

  fragments(fragments: readonly ListedFragment[]): string[] {
    const placeOf = ({ file, line }: ListedFragment) => `${file}:${line}`;
    const written = [...new Map(fragments.map((one) => [placeOf(one), one])).values()];
    const rolesOf = (one: ListedFragment) => fragments.filter((other) => placeOf(other) === placeOf(one));
    return written.flatMap((one, index) => {
      const { name, text, file, line } = one;
      const roles = rolesOf(one).map(({ role }) => role);
      return [
        ...(index > 0 ? [''] : []),
        this.head(name, 'fragment', roles.join(', ')),
        ...(text === '' ? [] : wrapped(text, this.width)),
        ...this.field('Written in', placeText({ file, line, col: 1 })),
        '',
        ...this.code(memberLines(this.context.readSource(file), line)),
      ];
    });
  }

  /** Cases that a pattern selects, as a list. */
  private several(id: string): string[] | undefined {
    const pattern = parsePattern(id);
    const found = [...this.cases.values()].filter((one) => pattern.matches(one));
    if (found.length === 0) return undefined;
    const rows = found.map((one) => [one.id, one.title]);
    return [this.head(id, `${found.length} cases`), ...columns(rows, this.context.io)];
  }

  private head(id: string, ...about: string[]): string {
    return [this.style.bold(id), ...about.filter((one) => one !== '')].join(' · ');
  }

  private field(name: string, text: string | undefined): string[] {
    if (text === undefined || text === '') return [];
    const [first = '', ...rest] = wrapped(text, this.width - 11);
    return [`${name.padEnd(10)} ${first}`, ...rest.map((line) => `${' '.repeat(11)}${line}`)];
  }
}

function schemasInWords(schemas: { [name: string]: unknown }): string {
  return Object.entries(schemas)
    .map(([name, schema]) => {
      const type = (schema as { type?: unknown } | null)?.type;
      return typeof type === 'string' ? `${name} (${type})` : name;
    })
    .join(', ');
}
