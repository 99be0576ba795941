import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject } from '../../../src/json/json.js';
import { isObject, objectOf } from '../../../src/json/json.js';
import { listed } from '../../../src/json/listed.js';
import { own, setOwn } from '../../../src/json/own.js';
import { escapeToken } from '../../../src/json/pointer.js';
import { didYouMean } from '../../../src/json/suggest.js';
import { type Branch, type Step, VERBS, type Verb } from '../../../src/language/case.js';
import { checkTexts, isOpen, namesIn, substitute, ValueError } from '../../../src/language/values/index.js';
import type { VersionOrder } from '../../../src/language/version-range.js';
import type { FileProblem } from '../../types.js';
import type { Source } from '../files/yaml.js';
import { versionsIn } from '../version-ranges.js';

/** Where something was written: a file, and a JSON Pointer in it. */
export interface Origin {
  source: Source;
  pointer: string;
}

/** Shared steps, and where they stand. `key` tells fragments of different files apart. */
export interface Fragment extends Origin {
  key: string;
  steps: Json[];
}

/** The fragments of a file or role, by name. */
export type Fragments = ReadonlyMap<string, Fragment>;

/** The row of a table that a case is made of, and all rows of the table. */
export interface TableRow {
  name: string;
  all: readonly string[];
}

/** What is known where steps are spliced. */
interface Scope {
  constants: JsonObject;
  /** Unset without a table, and in fragments, which know nothing of the table of a case. */
  row?: TableRow;
  /** In a fragment: the `check` beside its `use`, and whether a step took it by `check: true`. */
  given?: { check: string[]; taken: boolean };
  /** Modifiers that a `use` hands to the steps that it splices. */
  on?: string;
  within?: string;
  shows?: string;
  version?: string[];
  /** The fragments that are being spliced, outermost first. */
  chain: Fragment[];
  /** The outermost `use` by which the steps came here. */
  used?: Origin;
}

const MESSAGE_VERBS: ReadonlySet<Verb> = new Set(['close', 'send', 'expect', 'call', 'never', 'assert', 'repeat']);
const WAITING_VERBS: ReadonlySet<Verb> = new Set(['expect', 'call', 'any_order', 'either', 'repeat']);
const JUDGING_VERBS: ReadonlySet<Verb> = new Set(['stop', 'never', 'assert', ...WAITING_VERBS]);
/** In a `use` or `check` for rows: what holds for the rows that it does not name. */
const ELSE = 'else';
const BESIDE_USE = new Set(['use', 'with', 'on', 'within', 'shows', 'note', 'check', 'version']);

/** How the steps of a file are read. */
interface SplicerOptions {
  /** The versions that ranges are read by. */
  orders?: readonly VersionOrder[];
  /** Whether a computed `use` or `check` is a problem. */
  writtenOut?: boolean;
}

/** Turns the steps of one case as written into steps that can be played. One for each case. */
export class Splicer {
  readonly problems: FileProblem[] = [];
  /** Where each step was written. */
  readonly origins = new Map<Step, Origin>();
  /** The keys of the fragments that were spliced. */
  readonly used = new Set<string>();

  /**
   * @param lookUp the fragment of this name that a file sees, the file's own before the role's
   */
  constructor(
    private readonly lookUp: (name: string) => Fragment | undefined,
    private readonly names: () => Iterable<string>,
    private readonly options: SplicerOptions = {},
  ) {}

  /**
   * The steps at `at`, with constants filled in and fragments spliced.
   *
   * @param within the budget of the waits that name none
   */
  splice(
    written: Json[],
    at: Origin,
    constants: JsonObject,
    { row, within }: { row?: TableRow; within?: string } = {},
  ): Step[] {
    return this.steps(written, at, {
      constants,
      chain: [],
      ...(row && { row }),
      ...(within !== undefined && { within }),
    });
  }

  /** Fills in constants; what can't be filled in is a problem at `at`, and stays as it is. */
  fill(value: Json, constants: JsonObject, at: Origin): Json {
    try {
      return substitute(value, constants);
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      const malformed = checkTexts(value);
      for (const { path, message } of malformed) this.problem({ ...at, pointer: `${at.pointer}${path}` }, message);
      if (malformed.length === 0) this.problem(at, error.message);
      return value;
    }
  }

  private problem(at: Origin, message: string, suggestion?: string): void {
    this.problems.push(at.source.problem(at.pointer, message, suggestion === undefined ? {} : { suggestion }));
  }

  private steps(written: Json[], at: Origin, scope: Scope): Step[] {
    return written.flatMap((item, index) => {
      const here = { source: at.source, pointer: `${at.pointer}/${index}` };
      return isObject(item) ? ('use' in item ? this.use(item, here, scope) : this.step(item, here, scope)) : [];
    });
  }

  private use(item: JsonObject, at: Origin, scope: Scope): Step[] {
    const nameAt = below(at, 'use');
    const [name] = this.named(item.use, nameAt, scope, 'use');
    if (name === undefined) return [];
    if (typeof name !== 'string' || isOpen(name)) {
      this.problem(nameAt, `which fragment is meant must be known before the run, and ${JSON.stringify(name)} is not`);
      return [];
    }
    const fragment = this.lookUp(name);
    if (!fragment) {
      const hint = 'proctor list fragments ROLE lists those of a role';
      this.problem(nameAt, `there is no fragment \`${name}\``, didYouMean(name, this.names()) ?? hint);
      return [];
    }
    if (scope.chain.some(({ key }) => key === fragment.key)) {
      const circle = [...scope.chain.map(({ key }) => key), fragment.key].map((key) => key.split('#').at(-1));
      this.problem(nameAt, `the fragment \`${name}\` uses itself: ${circle.join(' → ')}`);
      return [];
    }
    for (const key of Object.keys(item))
      if (!BESIDE_USE.has(key))
        this.problem(below(at, key), `\`${key}\` means nothing beside \`use\``, 'put it on a step of the fragment');
    this.used.add(fragment.key);
    const given = { check: this.check(item.check, below(at, 'check'), scope), taken: false };
    const { row: _, ...outer } = scope;
    const inner: Scope = {
      ...outer,
      given,
      constants: { ...scope.constants, ...this.variables(item.with, at, scope) },
      ...this.texts(item, at, scope.constants, ['on', 'within', 'shows']),
      ...this.versionsFor(item, at, scope),
      chain: [...scope.chain, fragment],
      used: scope.used ?? at,
    };
    const steps = this.steps(fragment.steps, fragment, inner);
    if (given.taken && item.check === undefined)
      this.problem(at, `steps of \`${name}\` prove what \`check\` beside \`use\` says, and there is none`);
    if (given.check.length > 0 && !given.taken) this.proves(steps, given.check, at);
    return steps;
  }

  /** What a fragment as a whole proves, its last step proves, unless it says which of its steps do. */
  private proves(steps: Step[], check: string[], at: Origin): void {
    const last = steps.at(-1);
    const checkAt = below(at, 'check');
    if (last === undefined) this.problem(checkAt, 'the fragment has no step that could prove it');
    else if (last.check.length > 0)
      this.problem(checkAt, 'the last step of the fragment has a `check` already', 'put it on a step of the fragment');
    else if (last.version !== undefined && steps.some(({ version }) => !isDeepStrictEqual(version, last.version)))
      this.problem(
        checkAt,
        'the last step of the fragment belongs to some versions only',
        'put it on steps of the fragment',
      );
    else last.check = check;
  }

  /** The values of `with`, with the constants outside filled in. */
  private variables(written: Json | undefined, at: Origin, scope: Scope): JsonObject {
    if (!isObject(written)) return {};
    const variables: JsonObject = {};
    for (const [name, value] of Object.entries(written)) {
      const here = below(at, 'with', name);
      const filled = this.fill(value, scope.constants, here);
      // A name of the run that is handed on under the same name needs no constant, and as one would mean itself.
      if (filled === `\${${name}}`) continue;
      const clash = rootsIn(filled).find((root) => Object.hasOwn(written, root));
      if (clash !== undefined)
        this.problem(
          here,
          `\`${clash}\` is a name of the run here, and a variable of this \`with\` too`,
          'rename the variable',
        );
      else setOwn<Json>(variables, name, filled);
    }
    return variables;
  }

  private texts<K extends string>(
    item: JsonObject,
    at: Origin,
    constants: JsonObject,
    keys: K[],
  ): { [key in K]?: string } {
    const texts: { [key in K]?: string } = {};
    for (const key of keys) {
      if (item[key] === undefined) continue;
      const value = this.fill(item[key], constants, below(at, key));
      if (typeof value === 'string') texts[key] = value;
      else this.problem(below(at, key), `\`${key}\` must be a string, and the constant is none`);
    }
    return texts;
  }

  private step(item: JsonObject, at: Origin, scope: Scope): Step[] {
    const verb = VERBS.find((one) => one in item);
    if (verb === undefined) return [];
    const { constants } = scope;
    const written = this.texts(item, at, constants, ['on', 'within', 'after', 'shows', 'if_open', 'says', 'note']);
    if (written.says !== undefined) this.aboutSays(verb, written.says, below(at, 'says'));
    const inherited = {
      ...(scope.on !== undefined && MESSAGE_VERBS.has(verb) ? { on: scope.on } : {}),
      ...(scope.within !== undefined && WAITING_VERBS.has(verb) ? { within: scope.within } : {}),
      ...(scope.shows !== undefined && WAITING_VERBS.has(verb) && item.check === undefined
        ? { shows: scope.shows }
        : {}),
    };
    const used = scope.used ? { usedAt: scope.used.source.place(scope.used.pointer) } : {};
    const step: Step = {
      verb,
      ...this.body(verb, item[verb]!, below(at, verb), scope),
      ...inherited,
      ...written,
      check: this.check(item.check, below(at, 'check'), scope),
      save: this.save(item.save, below(at, 'save'), constants),
      ...this.versionsFor(item, at, scope),
      place: at.source.place(at.pointer),
      ...used,
    };
    this.origins.set(step, at);
    return [step];
  }

  /** What a step says it expects is read without the run, and by a step that can fail to hold. */
  private aboutSays(verb: Verb, says: string, at: Origin): void {
    if (!JUDGING_VERBS.has(verb)) this.problem(at, `\`says\` puts an expectation into words, and \`${verb}\` has none`);
    if (isOpen(says)) this.problem(at, 'what a step `says` it expects can name constants, and nothing of the run');
  }

  private body(verb: Verb, body: Json, at: Origin, scope: Scope): Pick<Step, 'body' | 'steps' | 'branches'> {
    if (verb === 'any_order') return { body: null, steps: this.ordered(body as Json[], at, scope) };
    if (verb === 'either') {
      const branches = (body as JsonObject[]).map((branch, index) =>
        this.branch(branch, below(at, String(index)), scope),
      );
      return { body: null, branches };
    }
    if (verb === 'repeat') {
      const { steps, ...rest } = objectOf(body);
      return {
        body: this.fill(rest, scope.constants, at),
        steps: this.steps(steps as Json[], below(at, 'steps'), scope),
      };
    }
    return { body: this.fill(body, scope.constants, at) };
  }

  private ordered(written: Json[], at: Origin, scope: Scope): Step[] {
    const steps = this.steps(written, at, scope);
    for (const step of steps) {
      const origin = this.origins.get(step);
      if (step.verb !== 'expect' && origin)
        this.problem(
          below(origin, step.verb),
          'only `expect` can stand inside `any_order`: what arrives chooses the step',
        );
    }
    return steps;
  }

  private branch(written: JsonObject, at: Origin, scope: Scope): Branch {
    const steps = this.steps(written.steps as Json[], below(at, 'steps'), scope);
    const [first] = steps;
    const origin = (first && this.origins.get(first)) ?? at;
    if (first?.verb !== 'expect')
      this.problem(origin, 'a branch of `either` begins with `expect`: what arrives chooses the branch');
    const note = this.texts(written, at, scope.constants, ['note']);
    return { grade: written.grade as Branch['grade'], ...note, steps };
  }

  /** The requirements of a `check`: those of the row, and for `true` those beside the `use` of the fragment. */
  private check(written: Json | undefined, at: Origin, scope: Scope): string[] {
    if (written === true) {
      if (scope.given) scope.given.taken = true;
      else this.problem(at, '`check: true` stands for the `check` beside a `use`, and this step is in no fragment');
      return scope.given?.check ?? [];
    }
    const ids = this.named(written, at, scope, 'check');
    for (const id of ids)
      if (typeof id !== 'string' || !/^[A-Z][A-Z0-9]*(-[A-Z0-9]+)+$/.test(id))
        this.problem(at, `${JSON.stringify(id)} is not a requirement id, such as MCP-PING-01`);
    return [...new Set(ids.filter((id) => typeof id === 'string'))];
  }

  /**
   * The names that a `use` or `check` says, in a table perhaps for each row, with constants filled in. In a corpus a reader finds them by
   * a search, so that a computed one is a problem there.
   */
  private named(written: Json | undefined, at: Origin, { row, constants }: Scope, key: 'use' | 'check'): Json[] {
    const said = isObject(written) ? this.ofRow(written, at, row, key) : written;
    const computed = listed(said).find((name) => typeof name === 'string' && name.includes('${'));
    if (computed === undefined) return listed(said);
    if (!this.options.writtenOut) return listed(this.fill(said!, constants, at)).flat();
    const inFragments = key === 'check' ? ', or in a fragment `check: true` for what is said beside its `use`' : '';
    this.problem(
      at,
      `\`${key}\` must be written out, so that a search finds it, and ${JSON.stringify(computed)} is computed`,
      `in a table, say it for each row: \`${key}: { ROW: ${key === 'use' ? 'FRAGMENT' : 'MCP-PING-01'} }\`${inFragments}`,
    );
    return [];
  }

  /** What an object says for the row at hand: by its name, else by `else`. */
  private ofRow(written: JsonObject, at: Origin, row: TableRow | undefined, key: string): Json | undefined {
    if (row === undefined) {
      this.problem(at, `\`${key}\` can be said for rows only on a step of a case that has a table, \`each\``);
      return undefined;
    }
    for (const name of Object.keys(written))
      if (name !== ELSE && row.name === row.all[0] && !row.all.includes(name))
        this.problem(below(at, name), `the table has no row \`${name}\``, didYouMean(name, row.all));
    return own(written, row.name) ?? own(written, ELSE);
  }

  /** The versions that a step belongs to: its own, else those of the `use` that brought it. */
  private versionsFor({ version }: JsonObject, at: Origin, scope: Scope): { version?: string[] } {
    if (version !== undefined)
      return { version: versionsIn(version, below(at, 'version'), this.options.orders ?? [], this.problems) };
    return scope.version === undefined ? {} : { version: scope.version };
  }

  private save(written: Json | undefined, at: Origin, constants: JsonObject): Record<string, string> {
    if (typeof written === 'string') return { [written]: '' };
    if (!isObject(written)) return {};
    const filled = objectOf(this.fill(written, constants, at));
    return Object.fromEntries(Object.entries(filled).map(([name, pointer]) => [name, String(pointer)]));
  }
}

/** The first parts of the names that a value refers to: `turn` for `${turn.params.id}`. Malformed references count for nothing. */
export function rootsIn(value: Json): string[] {
  try {
    return [...new Set(namesIn(value).map((name) => name.split('.')[0]!))];
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    return [];
  }
}

/** The place of a member of what stands at `at`. */
export function below(at: Origin, ...names: string[]): Origin {
  return { source: at.source, pointer: `${at.pointer}${names.map((name) => `/${escapeToken(name)}`).join('')}` };
}
