import type { CaseResult, CheckResult, PlannedInfo, Reporter, RunEvent } from '../runner/events.js';
import { isRed } from '../runner/judge/exit-code.js';
import { type BlockContext, block, indented, transcriptLines, WIRE } from './block.js';
import { type Group, groupKey, groupLine, groupsOf } from './groups.js';
import { brokenChecks, outcomeOf, summaryLine } from './outcome.js';
import type { Out } from './output.js';
import { planLines, planSummary } from './plan.js';
import { ProgressLine } from './progress.js';
import type { EventOf, ReporterContext } from './reporter.js';
import { marked, type Style, styleFor } from './style.js';
import { count, oneLine, placeText, shortIds, targetWords } from './words.js';

/** How many ids are listed where many cases ended for the same reason. */
const LISTED = 8;

/**
 * The report for people: a line a group while the run goes on, then everything that needs attention, then the counts. On a
 * terminal a line of progress is written over and over; elsewhere nothing is ever taken back.
 */
export function pretty(out: Out, context: ReporterContext = {}): Reporter {
  return new Pretty(out, context);
}

class Pretty implements Reporter {
  private readonly style: Style;
  private readonly width: number;
  private readonly progress: ProgressLine;
  private started: EventOf<'run.started'> | undefined;
  private finished = false;
  private groups = new Map<string, Group>();
  private readonly results = new Map<string, CaseResult>();
  private waiting: Group[] = [];
  private problems: EventOf<'problem'>[] = [];
  private role: string | undefined;

  constructor(
    private readonly out: Out,
    private readonly context: ReporterContext,
  ) {
    this.style = styleFor(out.color);
    this.width = Math.max(60, Math.min(out.columns ?? 120, 160));
    this.progress = new ProgressLine(out);
  }

  event(event: RunEvent): void {
    switch (event.type) {
      case 'run.started':
        this.begin(event);
        break;
      case 'case.started':
        this.showProgress(event.id);
        break;
      case 'case.finished':
        this.add(event.result);
        break;
      case 'problem':
        this.problems.push(event);
        if (!this.started) this.print(...this.problemLines(event));
        break;
      case 'run.finished':
        this.end(event);
        break;
      case 'message':
      case 'check':
        break;
    }
  }

  async close(): Promise<void> {
    this.progress.clear();
    if (!this.finished) {
      const exits = this.problems.map(({ exit }) => exit);
      const exit = [130, 2, 4, 3, 1].find((code) => exits.includes(code));
      if (exit !== undefined) this.print(`exit ${exit}`);
    }
    await this.out.close?.();
  }

  private begin(event: EventOf<'run.started'>): void {
    this.started = event;
    const { name, calls } = event.target;
    const who = calls === undefined || calls === name ? name : `${name} (${oneLine(calls)})`;
    this.print(
      `proctor ${event.proctor} · ${this.style.bold(oneLine(who))} · ${targetWords(event.target)} · ${count(event.planned.length, 'case')}`,
    );
    if (event.where !== undefined) this.print(this.style.dim(event.where));
    this.groups = groupsOf(event.planned);
    this.waiting = [...this.groups.values()];
  }

  private add(result: CaseResult): void {
    this.results.set(result.id, result);
    this.groups.get(groupKey(result))?.results.push(result);
    this.printGroups();
    this.showProgress(result.id);
  }

  private showProgress(id: string): void {
    this.progress.show(this.results.size, this.started?.planned.length ?? 0, id);
  }

  /** Prints the groups that are complete, in the order of the plan. */
  private printGroups(atEnd = false, judged = 0): void {
    for (let group = this.waiting[0]; group !== undefined; group = this.waiting[0]) {
      // The line of the wire rules tells how many messages were judged, so it waits for the end.
      if (!atEnd && (group.results.length < group.planned || group.name === WIRE)) return;
      this.waiting.shift();
      const several = new Set([...this.groups.values()].map(({ role }) => role)).size > 1;
      if (several && group.role !== this.role) this.print(`  ${this.style.bold(group.role)}`);
      this.role = group.role;
      const pad = Math.min(32, Math.max(...[...this.groups.values()].map(({ name }) => [...name].length)));
      const note = group.name === WIRE && judged > 0 ? `${count(judged, 'message')} judged` : '';
      this.print(groupLine(group, pad, this.style, note));
    }
  }

  private end(event: EventOf<'run.finished'>): void {
    this.finished = true;
    this.progress.clear();
    if (this.started?.dryRun) {
      this.plan(this.started.planned, event.exit);
      return;
    }
    this.printGroups(true, event.messagesJudged);
    const planned = this.started?.planned ?? [];
    const results = planned.flatMap(({ id }) => this.results.get(id) ?? []);
    for (const lines of this.attention(results)) this.print('', ...lines);
    const missing = planned.filter(({ id }) => !this.results.has(id)).map(({ id }) => id);
    if (missing.length > 0) this.print('', marked(this.style, 'notRun', 'not run'), ...listed(missing));
    for (const problem of this.problems) this.print('', ...this.problemLines(problem));
    const interrupted = event.interrupted ? `${this.style.red('interrupted')} · ` : '';
    this.print('', `${interrupted}${summaryLine(event.summary, event.durationMs)}`);
    if (event.exit !== 0) this.print(`exit ${event.exit}`);
  }

  /** The end of a run in which nothing was to be played. */
  private plan(planned: readonly PlannedInfo[], exit: number): void {
    this.print(...planLines(planned, this.style));
    for (const problem of this.problems) this.print('', ...this.problemLines(problem));
    this.print('', planSummary(planned));
    if (exit !== 0) this.print(`exit ${exit}`);
  }

  /** One list of lines for everything that needs attention: what is red, then warnings, then what is known. */
  private attention(results: CaseResult[]): string[][] {
    const context: BlockContext = {
      ...this.context,
      style: this.style,
      width: this.width,
      rerun: this.started?.rerun ?? 'npx proctor run',
    };
    const red = results.filter((result) => isRed(result) && !this.toldAsProblem(result));
    const alike = alikeOf(red);
    const shown = red.flatMap((result) => {
      const same = alike.get(reasonKey(result));
      if (same === undefined) return [block(result, context)];
      return same[0] === result ? [this.together(same, context)] : [];
    });
    const warned = this.warnings(results.filter((result) => result.warned && !isRed(result)));
    const traced = results.filter((result) => !isRed(result)).map((result) => this.trace(result, context));
    return [...traced, ...shown, ...warned, ...this.known(results)].filter((lines) => lines.length > 0);
  }

  /** Whether what ended a case is told anyway, such as the target that could not be started for any of them. */
  private toldAsProblem({ verdict, reason }: CaseResult): boolean {
    return verdict === 'error' && this.problems.some(({ message }) => message.endsWith(`: ${reason}`));
  }

  /** The transcript of a case that went well, which is only there where the user asked for all of them. */
  private trace(result: CaseResult, context: BlockContext): string[] {
    const lines = transcriptLines(result, context);
    const head = `${marked(this.style, outcomeOf(result), this.style.bold(result.id))} · ${oneLine(result.title)}`;
    return lines.length === 0 ? [] : [head, ...lines];
  }

  /** Many cases that ended for one reason outside themselves: it is told once, with the first as the example. */
  private together(results: CaseResult[], context: BlockContext): string[] {
    const [first] = results;
    const ids = results.map(({ id }) => id);
    const [, ...rest] = block(first!, context);
    const head = marked(this.style, outcomeOf(first!), this.style.bold(count(results.length, 'case')));
    return [`${head} · the same for`, ...listed(ids), ...rest];
  }

  private warnings(results: CaseResult[]): string[][] {
    const once = new Map<string, { check: CheckResult; ids: string[] }>();
    for (const result of results)
      for (const check of brokenChecks(result)) {
        const key = `${check.requirement}\0${check.message}`;
        const entry = once.get(key) ?? { check, ids: [] };
        entry.ids.push(result.id);
        once.set(key, entry);
      }
    return [...once.values()].map(({ check, ids }) => {
      const { requirement, level, message, text, at } = check;
      const cases = ids.length > 1 ? ` (${ids.length} cases)` : '';
      return [
        marked(this.style, 'warn', `${requirement} ${level}: ${oneLine(message ?? text)}${cases}`),
        `  ${this.style.cyan(placeText(at))} · ${ids[0]} · proctor explain ${requirement}`,
      ];
    });
  }

  /** What did not pass and was expected not to, one line for each reason. */
  private known(results: CaseResult[]): string[][] {
    const byReason = new Map<string, CaseResult[]>();
    for (const result of results) {
      const { standing, verdict } = result;
      const isKnown = standing === 'expected-fail' || standing === 'listed-untestable' || standing === 'known-flaky';
      if (!isKnown || (standing === 'known-flaky' && verdict === 'pass')) continue;
      byReason.set(reasonKey(result), [...(byReason.get(reasonKey(result)) ?? []), result]);
    }
    const lines = [...byReason.values()].map((same) => {
      const ids = same.map(({ id }) => id);
      const more = ids.length > LISTED ? ` and ${ids.length - LISTED} more` : '';
      const [{ reason }] = same as [CaseResult];
      const text = `${shortIds(ids.slice(0, LISTED))}${more}${reason === undefined ? '' : ` · ${oneLine(reason)}`}`;
      return `  ${marked(this.style, outcomeOf(same[0]!))} ${this.style.dim(text)}`;
    });
    return lines.length === 0 ? [] : [['known and expected', ...lines]];
  }

  private problemLines({ message, detail }: EventOf<'problem'>): string[] {
    const [first = '', ...rest] = indented(message, '');
    const lines = [marked(this.style, 'error', this.style.bold(first)), ...rest.map((line) => `  ${line}`)];
    return detail === undefined ? lines : [...lines, ...indented(detail, '    ')];
  }

  private print(...lines: string[]): void {
    this.progress.clear();
    this.out.write(`${lines.join('\n')}\n`);
  }
}

function listed(ids: string[]): string[] {
  const more = ids.length > LISTED ? [`    and ${ids.length - LISTED} more`] : [];
  return [...ids.slice(0, LISTED).map((id) => `    ${id}`), ...more];
}

/** Results by the reason that three or more of them share, for verdicts that are not the case's own doing. */
function alikeOf(results: CaseResult[]): Map<string, CaseResult[]> {
  const byReason = new Map<string, CaseResult[]>();
  for (const result of results) {
    if (result.verdict !== 'error' && result.verdict !== 'untestable') continue;
    byReason.set(reasonKey(result), [...(byReason.get(reasonKey(result)) ?? []), result]);
  }
  return new Map([...byReason].filter(([, same]) => same.length > 2));
}

function reasonKey({ verdict, standing, reason }: CaseResult): string {
  return `${verdict}\0${standing}\0${reason}`;
}
