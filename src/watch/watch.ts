import { cutRecord } from '../recording/cut-record.js';
import type { WireRecord } from '../wire/record.js';
import type { Finding, Issue, Side, WatchRule } from './finding.js';
import { Memory } from './memory.js';
import { type Definitions, type Ending, type Judge, type RuleContext, SettingsError } from './rule.js';
import { makers } from './rules/index.js';

/** How many findings of one rule are kept for each side; all are counted. */
export const KEPT_FINDINGS = 10;

/** How many names of what is not judged are kept. */
const UNJUDGED = 20;

interface RulesOptions<R extends WatchRule> {
  rules: readonly R[];
  role: string;
  transport: string;
}

export interface WatchOptions extends RuleContext {
  /** The rules of the protocol's wire.yaml; those for other roles are left out. */
  rules: readonly WatchRule[];
  /** Role of the target, such as mcp/server. */
  role: string;
  /** The definitions of each profile, where several hold on one lane; `definitions` are those of all other rules. */
  profiles?: ReadonlyMap<string, Definitions>;
  /** Which of the rules judge. Default: all. A rule knows of its siblings whether they judge or not. */
  judges?(rule: WatchRule): boolean;
  /** How many findings of one rule are kept for each side; 10 by default. Infinity keeps repetitions too. */
  keep?: number;
  /** Told of every finding, be it kept, counted only or excused. */
  told?(finding: Finding): void;
  /** Takes a finding about the kit that is somebody else's fault: it is told of each, and none is kept. */
  excuses?(finding: Finding): boolean;
}

/** The always-on judgement of one run against one target. */
export interface Watch {
  /**
   * Judges the next record of a session: a connection, or a case. Returns what it adds to the findings: a mistake that was
   * found before in the same form, or a rule that has ten findings already, adds nothing but to the count.
   *
   * @param part the part of a session that the record belongs to, whose mistakes are kept apart: a case on a connection that others had
   */
  observe(session: string, record: WireRecord, part?: string): Finding[];
  /** What the target broke in a session, or a part of one, that is not over yet: the first ten different mistakes, found before elsewhere or not. */
  brokenIn(session: string): readonly Finding[];
  /** Forgets a session, or a part of one, that is over. */
  end(session: string): void;
  /**
   * Forgets a session that has ended, and judges how it was left. A run does not ask: its cases say what must be answered, and end
   * in the middle of anything. Returns what it adds to the findings.
   */
  close(session: string, ending: Ending): Finding[];
  /** By rule id: how often the target's conduct was judged. A rule with 0 proved nothing. */
  judged(): Record<string, number>;
  /** By rule id: how often the target broke it, kept or not. */
  broken(): Record<string, number>;
  /** Every finding that was kept, in the order in which it was found. */
  findings(): readonly Finding[];
  /** How many messages some rule judged, both directions. */
  messages(): number;
  /** The extensions of the target that another version of its protocol defines, which no rule judges: the first twenty names. */
  unjudged(): string[];
}

interface Watcher {
  rule: WatchRule;
  judge: Judge;
  judged: number;
  broken: Record<Side, number>;
  kept: Record<Side, Set<string>>;
}

/** What the target broke in a session or a part of one, by rule and key. */
type Broken = Map<string, Finding>;

/**
 * Makes the watch of a run. Throws SettingsError, naming the rule, for an entry whose settings its rule can't use.
 * Memory is bounded: per session some 10^5 short keys, in all at most ten findings a rule and side, and ten
 * of each session while it lasts, with up to 64 KiB each.
 */
export function createWatch(options: WatchOptions): Watch {
  const judging = rulesFor(options).filter((rule) => options.judges?.(rule) ?? true);
  const watchers = judging.map((rule): Watcher => {
    const judge = judgeOf(rule, options);
    return { rule, judge, judged: 0, broken: { kit: 0, target: 0 }, kept: { kit: new Set(), target: new Set() } };
  });
  const memories = new Map<string, Memory>();
  const mistakes = new Map<string, Broken>();
  const findings: Finding[] = [];
  const unjudged = new Set<string>();
  let messages = 0;

  const observe = (session: string, recorded: WireRecord, part = session): Finding[] => {
    const record = recorded.native === undefined ? recorded : { ...recorded, message: recorded.native };
    const memory = kept(memories, session, () => new Memory());
    const brokenHere = kept(mistakes, part, (): Broken => new Map());
    const facts = memory.note(record);
    const added: Finding[] = [];
    let isJudged = false;
    for (const watcher of watchers) {
      const outcome = watcher.judge(facts);
      if (outcome === undefined) continue;
      isJudged = true;
      if (outcome.subject === 'target') watcher.judged++;
      for (const name of outcome.unjudged ?? []) if (unjudged.size < UNJUDGED) unjudged.add(name);
      for (const issue of outcome.issues) {
        const { subject } = outcome;
        const finding = () => findingOf(watcher.rule, subject, issue, part, record);
        options.told?.(finding());
        if (subject === 'kit' && options.excuses?.(finding())) continue;
        if (subject === 'target') noteBroken(brokenHere, `${watcher.rule.id}\0${issue.key}`, finding);
        if (isNews(watcher, subject, issue, options.keep ?? KEPT_FINDINGS)) added.push(finding());
      }
    }
    if (isJudged && (record.kind === 'message' || record.kind === 'bytes')) messages++;
    findings.push(...added);
    return added;
  };

  const end = (session: string): void => {
    memories.delete(session);
    mistakes.delete(session);
  };

  const close = (session: string, ending: Ending): Finding[] => {
    const memory = memories.get(session);
    end(session);
    if (memory === undefined) return [];
    const added: Finding[] = [];
    for (const watcher of watchers) {
      for (const { subject, record, ...issue } of watcher.judge.atEnd?.(memory, ending) ?? []) {
        const finding = findingOf(watcher.rule, subject, issue, session, record);
        options.told?.(finding);
        if (isNews(watcher, subject, issue, options.keep ?? KEPT_FINDINGS)) added.push(finding);
      }
    }
    findings.push(...added);
    return added;
  };

  const counts = (count: (watcher: Watcher) => number) =>
    Object.fromEntries(watchers.map((watcher) => [watcher.rule.id, count(watcher)]));

  return {
    observe,
    brokenIn: (session) => [...(mistakes.get(session)?.values() ?? [])],
    end,
    close,
    judged: () => counts(({ judged }) => judged),
    broken: () => counts(({ broken }) => broken.target),
    findings: () => findings,
    messages: () => messages,
    unjudged: () => [...unjudged],
  };
}

/** The rules that can say anything about a target of this role behind this transport, in their order. */
export function rulesFor<R extends WatchRule>({ rules, role, transport }: RulesOptions<R>): R[] {
  return rules.filter((rule) => {
    if (rule.roles !== undefined && !rule.roles.includes(role)) return false;
    if (rule.transports !== undefined && !rule.transports.some((one) => one === transport)) return false;
    return rule.rule !== 'stdout' || transport === 'stdio';
  });
}

function judgeOf(rule: WatchRule, options: WatchOptions): Judge {
  const siblings = rulesFor(options).filter((one) => one.rule === rule.rule && one.profile === rule.profile);
  const definitions = options.profiles?.get(rule.profile ?? '') ?? options.definitions;
  const settings = siblings.map((one) => one.with ?? {});
  try {
    return makers[rule.rule](rule.with ?? {}, { ...options, definitions }, settings);
  } catch (error) {
    throw new SettingsError(`wire rule ${rule.id}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function kept<T>(map: Map<string, T>, key: string, make: () => T): T {
  const known = map.get(key) ?? make();
  map.set(key, known);
  return known;
}

function noteBroken(broken: Broken, key: string, finding: () => Finding): void {
  if (broken.size < KEPT_FINDINGS && !broken.has(key)) broken.set(key, finding());
}

/** Counts an issue, and says whether it is to be kept. */
function isNews(watcher: Watcher, blame: Side, { key }: Issue, most: number): boolean {
  watcher.broken[blame]++;
  const kept = watcher.kept[blame];
  if (kept.size >= most || (kept.has(key) && most !== Number.POSITIVE_INFINITY)) return false;
  kept.add(key);
  return true;
}

function findingOf(
  { id, requirement, profile }: WatchRule,
  blame: Side,
  { message, label = 'invalid', path, expected, actual }: Issue,
  session: string,
  record: WireRecord,
): Finding {
  return {
    rule: id,
    requirement,
    ...(profile === undefined ? {} : { profile }),
    blame,
    label,
    message,
    session,
    record: cutRecord(record),
    ...(path === undefined ? {} : { path }),
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
  };
}
