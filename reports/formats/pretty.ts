import type { CaseEnded, CaseFinished, GroupSummary, PlannedInfo, Reporter, RunEvent } from '../../runner/events.js';
import { saysLittle } from '../../runner/says-little.js';
import { oneLine } from '../../src/json/visible.js';
import { realClock } from '../../src/wire/clock/clock.js';
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
import { type Cause, causesOf, warningsOf } from '../text/causes/causes.js';
import { type Excused, exploredOf, knownOf, redOf, staleOf } from '../text/causes/expected.js';
import { groupKey, groupLine } from '../text/groups.js';
import { notAskedLine, shortReason, summaryLine } from '../text/outcome.js';
import { planLines, planSummary } from '../text/plan.js';
import { ProgressLine } from '../text/progress.js';
import { startLines, startsLine } from '../text/starts.js';
import { marked, type Style, styleFor } from '../text/style.js';
import { count, cut, digits, listed, someIds, targetWords } from '../text/words.js';

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
  /** Those that have ended, whose results may come later. */
  private readonly ended = new Set<string>();
  /** Those of the plan that are not tested. */
  private readonly skipped = new Set<string>();
  private red = 0;
  private waiting: string[] = [];
  private problems: EventOf<'problem'>[] = [];
  /** The leg or role under whose head the last group stands. */
  private of: string | undefined;

  constructor(
    private readonly out: Out,
    private readonly context: ReporterContext,
  ) {
    this.style = styleFor(out.color);
    this.width = Math.max(40, Math.min(out.columns ?? 120, 160));
    this.progress = new ProgressLine(out, context.clock ?? realClock);
  }

  event(event: RunEvent): void {
    switch (event.type) {
      case 'run.started':
        this.begin(event);
        break;
      case 'case.started':
        this.showProgress(event.name);
        break;
      case 'case.ended':
        this.tellRed(event);
        this.note(event);
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
    this.progress.end();
    await this.out.close?.();
  }

  private begin(event: EventOf<'run.started'>): void {
    this.started = event;
    const { name, calls } = event.target;
    const who = calls === undefined || calls === name ? name : `${name} (${oneLine(calls)})`;
    const cases = `${count(tested(event.planned), 'case')}${inLegs(event.planned)}`;
    this.print(`proctor ${event.proctor} · ${this.style.bold(oneLine(who))} · ${targetWords(event.target)} · ${cases}`);
    if (event.where !== undefined) this.print(this.style.dim(event.where));
    this.groups = new Map(event.groups.map((group) => [groupKey(group), group]));
    this.waiting = [...this.groups.keys()];
    for (const one of event.planned) if (isSkipped(one)) this.skipped.add(one.name);
    if (!event.dryRun) this.progress.begin();
  }

  private add(finished: CaseFinished): void {
    this.results.set(finished.result.name, finished);
    this.groups.set(groupKey(finished.group), finished.group);
    this.printGroups();
    this.note(finished);
  }

  private note({ result: { name }, red }: CaseEnded | CaseFinished): void {
    if (!this.ended.has(name) && red) this.red++;
    if (!this.skipped.has(name)) this.ended.add(name);
    this.showProgress(name);
  }

  /** A case that makes the run red, at once: above the line of progress on a terminal, with the next line of a log. */
  private tellRed({ result, outcome, red }: CaseEnded): void {
    if (!red) return;
    const [why = ''] = shortReason(result).split('\n');
    const id = marked(this.style, outcome, result.name);
    const line = `  ${id} ${this.style.dim(`· ${cut(oneLine(why), Math.max(20, this.width - result.name.length - 7))}`)}`;
    if (this.out.isTTY) this.print(line);
    else this.progress.keep(line);
  }

  private showProgress(id: string): void {
    this.progress.show({ done: this.ended.size, planned: tested(this.started?.planned ?? []), red: this.red, id });
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
      const of = group.leg ?? group.role;
      const several = new Set([...this.groups.values()].map((one) => one.leg ?? one.role)).size > 1;
      if (several && of !== this.of) this.print(`  ${this.style.bold(of)}`);
      this.of = of;
      const pad = Math.min(32, Math.max(...[...this.groups.values()].map(({ name }) => [...name].length)));
      const note = group.name === WIRE && judged > 0 ? `${count(judged, 'message')} judged` : '';
      this.print(groupLine(group, pad, this.style, note));
    }
  }

  private end(event: EventOf<'run.finished'>): void {
    this.progress.end();
    if (this.started?.dryRun) {
      this.plan(this.started.planned, event.exit);
      return;
    }
    this.printGroups(true, event.messagesJudged);
    if (!this.isToldWhy())
      this.print(
        ...[...notAskedLine(this.started?.notAsked), ...startsLine(event)].map((line) => this.style.dim(`  ${line}`)),
      );
    const planned = this.started?.planned ?? [];
    const results = planned.flatMap(({ name }) => this.results.get(name) ?? []);
    for (const lines of this.attention(results)) this.print('', ...lines);
    const missing = planned.filter(({ name }) => !this.results.has(name)).map(({ name }) => name);
    if (missing.length > 0 && !this.isToldWhy())
      this.print('', marked(this.style, 'notRun', 'not run'), ...listed(missing).map((line) => `    ${line}`));
    for (const problem of this.problems) this.print('', ...this.problemLines(problem));
    if (this.started?.traced) this.print(...startLines(event));
    const interrupted = event.interrupted ? `${this.style.red('interrupted')} · ` : '';
    const { notObserved = [] } = event;
    if (notObserved.length > 0) this.print('', `not observed: ${notObserved.join(', ')}`);
    this.print('', `${interrupted}${this.counted(event)}`);
    if (event.exit !== 0 && !this.context.isPart) this.print(`exit ${event.exit}`);
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
    this.print('', planSummary(planned), ...notAskedLine(this.started?.notAsked));
    if (exit !== 0) this.print(`exit ${exit}`);
  }

  /** One list of lines for everything that needs attention: what is red, broken wire rules first, then warnings, then what is known. */
  private attention(results: CaseFinished[]): string[][] {
    const context: BlockContext = {
      ...this.context,
      style: this.style,
      width: this.width,
      links: this.out.links ? 'inline' : 'line',
      rerun: this.started?.rerun ?? 'npx proctor run',
    };
    const shown = causesOf(redOf(results, this.problems)).map((cause) => this.cause(cause, context));
    const warned = warningsOf(results).map((warning) => warningBlock(warning, context));
    const traced = this.started?.traced ? results.filter(({ red }) => !red).map((one) => this.trace(one, context)) : [];
    return [
      ...traced,
      ...shown,
      staleOf(results).map(({ result, outcome }) => marked(this.style, outcome, oneLine(shortReason(result)))),
      ...warned,
      ...this.excused('could not be tested', exploredOf(results)),
      ...this.excused('known and expected', knownOf(results)),
    ].filter((lines) => lines.length > 0);
  }

  /** The transcript of a case that needs no attention: printed only if the user asked for all of them. */
  private trace({ result, outcome }: CaseFinished, context: BlockContext): string[] {
    const lines = transcriptLines(result, context);
    const breaches = breachLines(result);
    const mark = breaches.length > 0 && outcome === 'pass' ? 'warn' : outcome;
    const head = `${marked(this.style, mark, this.style.bold(result.name))} · ${oneLine(result.title)}`;
    return lines.length === 0 ? [] : [head, ...noteLines(result), ...breaches, ...lines];
  }

  /** Cases that say the same: it is told once, with the first as the example. */
  private cause({ same, follow }: Cause, context: BlockContext): string[] {
    const [first] = same as [CaseFinished];
    const lines = block(first, context, follow, same);
    if (same.length === 1) return lines;
    const head = marked(this.style, first.outcome, this.style.bold(count(same.length, 'case')));
    return [
      `${head} · the same for`,
      ...listed(same.map(({ result }) => result.name)).map((line) => `    ${line}`),
      ...lines.slice(1),
    ];
  }

  /** One line for each reason. */
  private excused(head: string, all: readonly Excused[]): string[][] {
    const lines = all.map(({ same: [{ outcome }], ids, reason }) => {
      const text = `${someIds(ids)}${reason === undefined ? '' : ` · ${oneLine(reason)}`}`;
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
    if (lines.length === 0) return;
    this.progress.clear();
    const { wrap } = this.out;
    // A command stays whole: it is there to be copied.
    const shown = wrap ? lines.flatMap((line) => (isCommand(line) ? [line] : wrap(line))) : lines;
    this.out.write(`${shown.join('\n')}\n`);
  }
}

/** How many cases each leg has, where the run has several: ": 412 over http, 380 over stdio". */
function inLegs(planned: readonly PlannedInfo[]): string {
  const counts = new Map<string, number>();
  for (const one of planned) {
    const { leg } = one;
    if (leg !== undefined && !isSkipped(one)) counts.set(leg, (counts.get(leg) ?? 0) + 1);
  }
  const words = [...counts].map(([leg, number]) => `${digits(number)} ${leg}`);
  return words.length > 1 ? `: ${words.join(', ')}` : '';
}

const isSkipped = ({ gated }: PlannedInfo) => gated?.verdict === 'skipped';
const tested = (planned: readonly PlannedInfo[]) => planned.filter((one) => !isSkipped(one)).length;

const isCommand = (line: string) => line.startsWith(AGAIN) || line.startsWith(CURL);
