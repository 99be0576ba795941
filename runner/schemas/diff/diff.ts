import { equal } from '../../../src/json/equal.js';
import type { Json, JsonObject } from '../../../src/json/json.js';
import { formatPointer } from '../../../src/json/pointer.js';
import type { Bundle } from '../../../src/schemas/json-schema.js';
import type { Change, Compared } from './change.js';
import { Comparison } from './comparison.js';
import type { Finding } from './finding.js';
import { canonical } from './keywords.js';
import { bundleOf, ROOT } from './layout.js';
import { listsOfMessages, type MessageDiff, messagesOf, withMessages } from './messages.js';
import { type ErrorChange, type ErrorTable, errorChanges, type MethodChange, methodChanges } from './method-changes.js';
import type { KnownMethods } from './methods.js';
import { type DefinitionJudge, judgeOf, witnessOf } from './witness.js';

/** Two versions of a protocol, compared. */
export interface SchemaDiff {
  changes: Change[];
  messages: MessageDiff[];
  methods: MethodChange[];
  errors: ErrorChange[];
  definitions: { name: string; change: 'added' | 'removed' }[];
}

/** Two bundles with the methods that are known of each. */
export interface DiffOptions {
  /** How values are judged; by default Ajv in this thread, which is for schemas of our own, or of whoever started Proctor. */
  judge?: (bundle: Bundle) => DefinitionJudge;
  /** The errors of both versions; by default none. */
  errors?: { old: ErrorTable; now: ErrorTable };
}

/** Compares two versions of the schemas of a protocol. */
export function diff(
  old: Bundle,
  now: Bundle,
  methods: { old: KnownMethods; now: KnownMethods },
  { judge = judgeOf, errors = { old: {}, now: {} } }: DiffOptions = {},
): SchemaDiff {
  const whole = withMessages(old, now, methods, errors);
  const pairs = new Pairs(whole.old, whole.now, judge);
  const lists = listsOfMessages({ old, now }, methods);
  const names = Object.keys(whole.old.$defs).filter((name) => Object.hasOwn(whole.now.$defs, name) && !lists.has(name));
  const compared = new Map(names.map((name) => [name, pairs.compare(name)]));
  const changes = [...compared.values()].flatMap((one) => one.changes);
  const own = (bundle: Bundle, other: Bundle) =>
    Object.keys(bundle.$defs).filter((name) => !Object.hasOwn(other.$defs, name));
  return {
    changes,
    messages: messagesOf(whole, methods, errors, compared),
    methods: methodChanges(methods),
    errors: errorChanges(errors, methods),
    definitions: [
      ...own(old, now).map((name) => ({ name, change: 'removed' as const })),
      ...own(now, old).map((name) => ({ name, change: 'added' as const })),
    ],
  };
}

/**
 * The changes between two schemas, those of definitions that they have among them. Throws LayoutError for a schema whose references lead out
 * of it.
 */
export function diffSchemas(old: JsonObject | boolean, now: JsonObject | boolean, options: DiffOptions = {}): Change[] {
  const bundle = (schema: JsonObject | boolean): Bundle =>
    typeof schema === 'boolean' ? { $defs: { [ROOT]: schema } } : bundleOf(schema, true);
  const pairs = new Pairs(bundle(old), bundle(now), options.judge ?? judgeOf);
  const seen = new Map<string, Compared>();
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    const compared = pairs.compare(name);
    seen.set(name, compared);
    compared.through.forEach(visit);
  };
  visit(ROOT);
  return [...seen.values()].flatMap(({ changes }) => changes);
}

class Pairs {
  private readonly narrowing: Comparison;
  private readonly widening: Comparison;
  private readonly judges: { old: DefinitionJudge; now: DefinitionJudge };

  constructor(
    private readonly old: Bundle,
    private readonly now: Bundle,
    judge: (bundle: Bundle) => DefinitionJudge,
  ) {
    this.narrowing = new Comparison(old, now);
    this.widening = new Comparison(now, old);
    this.judges = { old: judge(old), now: judge(now) };
  }

  compare(name: string): Compared {
    const [old, now] = [this.old.$defs[name]!, this.now.$defs[name]!];
    if (this.narrowing.from.closure(old) === this.narrowing.to.closure(now)) return { changes: [], through: new Set() };
    const narrowed = once([...this.narrowing.explain([old], [now])]);
    const widened = once([...this.widening.explain([now], [old])]);
    const isThrough = ({ kind }: Finding) => kind === 'through';
    return {
      changes: inPairs(
        narrowed.filter((one) => !isThrough(one)).map((one) => this.changeOf(name, one, 'received')),
        widened.filter((one) => !isThrough(one)).map((one) => this.changeOf(name, one, 'sent')),
      ),
      through: new Set([...narrowed, ...widened].filter(isThrough).map(({ definition }) => definition!)),
    };
  }

  private changeOf(definition: string, finding: Finding, direction: Change['direction']): Change {
    const { path, keyword, mine, theirs, lost, variant } = finding;
    const pointer = formatPointer(path);
    const isNarrowing = direction === 'received';
    if (finding.kind === 'declared') {
      const where = finding.elsewhere ? ' in some alternatives' : '';
      const note = `${isNarrowing ? 'added, optional' : 'removed, was optional'}${where}`;
      return { definition, direction, pointer, keyword, effect: 'compatible', note };
    }
    const [was, now] = isNarrowing ? [mine, theirs] : [theirs, mine];
    const example = witnessOf(finding, definition, {
      takes: isNarrowing ? this.judges.old : this.judges.now,
      refuses: isNarrowing ? this.judges.now : this.judges.old,
      examples: [...examplesOf(this.old, definition), ...examplesOf(this.now, definition)],
    });
    return {
      definition,
      direction,
      pointer,
      keyword,
      effect: 'breaking',
      proven: example !== undefined,
      ...(example === undefined ? {} : { example }),
      ...(was === undefined ? {} : { was }),
      ...(now === undefined ? {} : { now }),
      ...(lost === undefined ? {} : { values: [...lost] }),
      ...(variant === undefined ? {} : { variant }),
    };
  }
}

function examplesOf({ $defs }: Bundle, name: string): readonly Json[] {
  const schema = $defs[name];
  return typeof schema === 'object' && Array.isArray(schema.examples) ? schema.examples : [];
}

/** One finding for each place and keyword, though every alternative on the way to it makes one. */
function once(findings: readonly Finding[]): Finding[] {
  const all = new Map<string, Finding>();
  for (const finding of findings) {
    const { kind, path, keyword, variant, definition, lost, theirs } = finding;
    const key = canonical([kind, path, keyword, variant ?? '', definition ?? '', lost ? '' : (theirs ?? '')]);
    const known = all.get(key);
    all.set(key, known ? merged(known, finding) : finding);
  }
  return [...all.values()];
}

function merged(one: Finding, other: Finding): Finding {
  const both = (some: readonly Json[], more: readonly Json[]) => [
    ...some,
    ...more.filter((value) => !some.some((known) => equal(known, value))),
  ];
  return {
    ...one,
    ...(one.lost && other.lost ? { lost: both(one.lost, other.lost) } : {}),
    local: () => [...one.local(), ...other.local()],
    whole: () => [...one.whole(), ...other.whole()],
  };
}

/** Both lists, with what the other direction means to each change. */
function inPairs(received: readonly Change[], sent: readonly Change[]): Change[] {
  const keysOf = (changes: readonly Change[]) =>
    new Set(changes.map(({ pointer, keyword }) => `${keyword} ${pointer}`));
  const breakingAt = (changes: readonly Change[]) =>
    new Set(changes.filter(({ effect }) => effect === 'breaking').map(({ pointer }) => pointer));
  const [inReceived, inSent] = [keysOf(received), keysOf(sent)];
  const places = { received: breakingAt(received), sent: breakingAt(sent) };
  const other = ({ example: _, proven: __, ...change }: Change, direction: Change['direction']): Change => ({
    ...change,
    direction,
    effect: 'compatible',
  });
  const all: Change[] = [];
  for (const [changes, direction, opposite, known] of [
    [received, 'received', 'sent', inSent],
    [sent, 'sent', 'received', inReceived],
  ] as const) {
    const added = new Set<string>();
    for (const change of changes) {
      // A member that is added and required, or refused elsewhere, is said once.
      if (change.effect === 'compatible' && places[direction].has(change.pointer)) continue;
      all.push(change);
      const key = `${change.keyword} ${change.pointer} ${change.variant ?? ''} ${canonical(change.now ?? '')}`;
      const isSaid = known.has(`${change.keyword} ${change.pointer}`) || places[opposite].has(change.pointer);
      if (!isSaid && !added.has(key)) all.push(other(change, opposite));
      added.add(key);
    }
  }
  return all;
}
