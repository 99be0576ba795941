import type { CaseFinished, CaseResult, GroupSummary, PlannedInfo, Reporter, RunEvent } from '../../runner/events.js';
import { saysLittle } from '../../runner/says-little.js';
import { oneLine } from '../../src/json/visible.js';
import type { Out } from '../output.js';
import type { EventOf, ReporterContext } from '../reporter.js';
import {
  AGAIN,
  type BlockContext,
  block,
  breachLines,
  CURL,
  indented,
  noteLines,
  transcriptLines,
  WIRE,
  warningBlock,
} from '../text/block.js';
import { type Cause, causesOf, warningsOf } from '../text/causes.js';
import { groupKey, groupLine } from '../text/groups.js';
import { summaryLine } from '../text/outcome.js';
import { planLines, planSummary } from '../text/plan.js';
import { ProgressLine } from '../text/progress.js';
import { marked, type Style, styleFor } from '../text/style.js';
import { count, shortIds, targetWords } from '../text/words.js';

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
  private groups = new Map<string, GroupSummary>();
  private readonly results = new Map<string, CaseFinished>();
  private red = 0;
  private waiting: string[] = [];
  private problems: EventOf<'problem'>[] = [];
  private role: string | undefined;

  constructor(
    private readonly out: Out,
    private readonly context: ReporterContext,
  ) {
    this.style = styleFor(out.color);
    this.width = Math.max(40, Math.min(out.columns ?? 120, 160));
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
        this.add(event);
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
    this.groups = new Map(event.groups.map((group) => [groupKey(group), group]));
    this.waiting = [...this.groups.keys()];
  }

  private add(finished: CaseFinished): void {
    this.results.set(finished.result.id, finished);
    if (finished.red) this.red++;
    this.groups.set(groupKey(finished.group), finished.group);
    this.printGroups();
    this.showProgress(finished.result.id);
  }

  private showProgress(id: string): void {
    this.progress.show({ done: this.results.size, planned: this.started?.planned.length ?? 0, red: this.red, id });
  }

  /** Prints the groups that are complete, in the order of the plan. */
  private printGroups(atEnd = false, judged = 0): void {
    for (let key = this.waiting[0]; key !== undefined; key = this.waiting[0]) {
      const group = this.groups.get(key)!;
      // The line of the wire rules tells how many messages were judged, so it waits for the end.
      if (!atEnd && (group.notRun > 0 || group.name === WIRE)) return;
      this.waiting.shift();
      // What was not run for a cause that is told needs no line of its own.
      if (atEnd && group.notRun === group.planned && this.isToldWhy()) continue;
      const several = new Set([...this.groups.values()].map(({ role }) => role)).size > 1;
      if (several && group.role !== this.role) this.print(`  ${this.style.bold(group.role)}`);
      this.role = group.role;
      const pad = Math.min(32, Math.max(...[...this.groups.values()].map(({ name }) => [...name].length)));
      const note = group.name === WIRE && judged > 0 ? `${count(judged, 'message')} judged` : '';
      this.print(groupLine(group, pad, this.style, note));
    }
  }

  private end(event: EventOf<'run.finished'>): void {
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
    if (missing.length > 0 && !this.isToldWhy())
      this.print('', marked(this.style, 'notRun', 'not run'), ...listed(missing));
    for (const problem of this.problems) this.print('', ...this.problemLines(problem));
    const interrupted = event.interrupted ? `${this.style.red('interrupted')} · ` : '';
    const { notObserved = [] } = event;
    if (notObserved.length > 0) this.print('', `not observed: ${notObserved.join(', ')}`);
    this.print('', `${interrupted}${this.counted(event)}`);
    if (event.exit !== 0) this.print(`exit ${event.exit}`);
  }

  /** The counts: green only where they say something. */
  private counted({ summary, durationMs, exit, musts }: EventOf<'run.finished'>): string {
    const text = summaryLine(summary, durationMs);
    if (exit !== 0) return text;
    return musts && saysLittle(musts) ? this.style.yellow(text) : this.style.green(text);
  }

  /** The end of a run in which nothing was to be played. */
  private plan(planned: readonly PlannedInfo[], exit: number): void {
    this.print(...planLines(planned, this.style));
    for (const problem of this.problems) this.print('', ...this.problemLines(problem));
    this.print('', planSummary(planned));
    if (exit !== 0) this.print(`exit ${exit}`);
  }

  /** One list of lines for everything that needs attention: what is red, broken wire rules first, then warnings, then what is known. */
  private attention(results: CaseFinished[]): string[][] {
    const context: BlockContext = {
      ...this.context,
      style: this.style,
      width: this.width,
      rerun: this.started?.rerun ?? 'npx proctor run',
    };
    const bad = results.filter(({ result, red }) => red && !this.toldAsProblem(result));
    const shown = causesOf(bad).map((cause) => this.cause(cause, context));
    const warned = warningsOf(results).map((warning) => warningBlock(warning, context));
    const traced = this.started?.traced ? results.filter(({ red }) => !red).map((one) => this.trace(one, context)) : [];
    return [...traced, ...shown, ...warned, ...this.explored(results), ...this.known(results)].filter(
      (lines) => lines.length > 0,
    );
  }

  /** Whether what ended a case is told anyway, such as the target that could not be started for any of them. */
  private toldAsProblem({ verdict, reason }: CaseResult): boolean {
    return verdict === 'error' && this.problems.some(({ message }) => message.endsWith(`: ${reason}`));
  }

  /** The transcript of a case that needs no attention: printed only if the user asked for all of them. */
  private trace({ result, outcome }: CaseFinished, context: BlockContext): string[] {
    const lines = transcriptLines(result, context);
    const breaches = breachLines(result);
    const mark = breaches.length > 0 && outcome === 'pass' ? 'warn' : outcome;
    const head = `${marked(this.style, mark, this.style.bold(result.id))} · ${oneLine(result.title)}`;
    return lines.length === 0 ? [] : [head, ...noteLines(result), ...breaches, ...lines];
  }

  /** Cases that say the same: it is told once, with the first as the example. */
  private cause({ same, follow }: Cause, context: BlockContext): string[] {
    const [first] = same as [CaseFinished];
    const lines = block(first, context, follow);
    if (same.length === 1) return lines;
    const head = marked(this.style, first.outcome, this.style.bold(count(same.length, 'case')));
    return [`${head} · the same for`, ...listed(same.map(({ result }) => result.id)), ...lines.slice(1)];
  }

  /** What did not pass and was expected not to, one line for each reason. */
  private known(results: CaseFinished[]): string[][] {
    const expected = results.filter(({ result: { standing, verdict } }) => {
      const isKnown = standing === 'expected-fail' || standing === 'listed-untestable' || standing === 'known-flaky';
      return isKnown && !(standing === 'known-flaky' && verdict === 'pass');
    });
    return this.byReason('known and expected', expected);
  }

  /** What could not be tested in a run that has no target file to list it in. */
  private explored(results: CaseFinished[]): string[][] {
    const found = results.filter(({ result }) => result.standing === 'explored');
    return this.byReason('could not be tested', found);
  }

  private byReason(head: string, results: CaseFinished[]): string[][] {
    const byReason = new Map<string, CaseFinished[]>();
    for (const one of results) {
      const { standing, verdict } = one.result;
      const key = `${verdict}\0${standing}\0${one.result.reason}`;
      byReason.set(key, [...(byReason.get(key) ?? []), one]);
    }
    const lines = [...byReason.values()].map((same) => {
      const ids = same.map(({ result }) => result.id);
      const more = ids.length > LISTED ? ` and ${ids.length - LISTED} more` : '';
      const [{ result, outcome }] = same as [CaseFinished];
      const { reason } = result;
      const text = `${shortIds(ids.slice(0, LISTED))}${more}${reason === undefined ? '' : ` · ${oneLine(reason)}`}`;
      return `  ${marked(this.style, outcome)} ${this.style.dim(text)}`;
    });
    return lines.length === 0 ? [] : [[head, ...lines]];
  }

  /** Whether some problem says why cases were not run. */
  private isToldWhy(): boolean {
    return this.problems.some(({ notRun = 0 }) => notRun > 0);
  }

  private problemLines({ message, detail, notRun = 0, warning }: EventOf<'problem'>): string[] {
    const [first = '', ...rest] = indented(message, '');
    const mark = warning ? 'warn' : 'error';
    const lines = [marked(this.style, mark, this.style.bold(first)), ...rest.map((line) => `  ${line}`)];
    if (detail !== undefined) lines.push(...indented(detail, '    '));
    if (notRun > 0) lines.push(`    not run because of it: ${count(notRun, 'case')}`);
    return lines;
  }

  private print(...lines: string[]): void {
    this.progress.clear();
    const { wrap } = this.out;
    // A command stays whole: it is there to be copied.
    const shown = wrap ? lines.flatMap((line) => (isCommand(line) ? [line] : wrap(line))) : lines;
    this.out.write(`${shown.join('\n')}\n`);
  }
}

const isCommand = (line: string) => line.startsWith(AGAIN) || line.startsWith(CURL);

function listed(ids: string[]): string[] {
  const more = ids.length > LISTED ? [`    and ${ids.length - LISTED} more`] : [];
  return [...ids.slice(0, LISTED).map((id) => `    ${id}`), ...more];
}
