import type { CaseFinished, CaseResult, CheckResult, Difference } from '../../runner/events.js';
import { stderrLines } from '../../runner/stderr-lines.js';
import { oneLine, printable } from '../../src/json/visible.js';
import type { SourcePosition } from '../../src/language/case.js';
import { linked } from '../../src/wire/hyperlinks.js';
import type { WireRecord } from '../../src/wire/record.js';
import type { ReporterContext } from '../reporter.js';
import { bothAround, type Focus } from './around.js';
import { againOf } from './causes/again.js';
import { groupAlike } from './causes/alike.js';
import type { Warning } from './causes/causes.js';
import { curlLine } from './curl.js';
import { excerpt } from './excerpt.js';
import { brokenChecks, rerunOf, shortReason } from './outcome.js';
import { recordLine, setLine, wholeRecord } from './record.js';
import { marked, type Style, styleFor } from './style.js';
import { count, cut, LISTED, placeText, someIds } from './words.js';

/** The group of the rules that watch every message of a run. */
export const WIRE = 'wire';
/** How many differing paths of one check are shown. */
const PATHS = 10;

export interface BlockContext extends ReporterContext {
  style: Style;
  /** Width of the output in columns. */
  width: number;
  /** Whether messages are shown whole, however long. */
  whole?: boolean;
  /** How the page of a requirement is named: its id leads there, or a line says it. Unset if the report has links of its own. */
  links?: 'inline' | 'line';
  /** The command that repeats the run. */
  rerun: string;
}

/**
 * Everything that a person needs to know of a case that went wrong, as lines.
 *
 * @param follow the cases that went wrong because this one did, if it is a wire case
 * @param same the cases that say the same, with this one
 */
export function block(
  finished: CaseFinished,
  context: BlockContext,
  follow: readonly CaseFinished[] = [],
  same: readonly CaseFinished[] = [finished],
): string[] {
  const { result } = finished;
  const transcript = [...transcriptLines(result, context), ...stderrBlock(result.stderr, context)];
  return [
    ...verdictLines(finished, context, follow),
    ...followLines(follow, context),
    ...breachLines(result),
    ...transcript,
    ...curlLines(result),
    oneLine(`${AGAIN}${againOf(context.rerun, same)}`),
  ];
}

/** A warning as a failure is told: what is wrong, which sentence of the specification that breaks, where, and how to see it again. */
export function warningBlock({ check, same }: Warning, context: BlockContext): string[] {
  const { style } = context;
  const { requirement, level, text, source, message } = check;
  const [first] = same as [CaseFinished];
  const { result } = first;
  const [said = '', ...rest] = printable(message ?? 'did not hold').split('\n');
  const cases = same.length > 1 ? ` (${same.length} cases)` : '';
  const about = [text, source].filter((part) => part !== '').map(oneLine);
  const ids = same.map((one) => one.result.name);
  const { file, line, col } = check.at;
  const [place = '', ...lines] = checkLines({ ...check, at: { file, line, col } }, '', context);
  return [
    marked(style, 'warn', `${idOf(check, context)} ${level}: ${oneLine(said)}${cases}`),
    ...(about.length === 0 ? [] : [`  ${about.join(' · ')}`]),
    ...pageLines(check, context),
    ...rest.map((one) => `    ${one}`),
    `${place} · ${someIds(ids)} · proctor explain ${requirement}`,
    ...lines,
    ...conversationLines(result),
    ...transcriptLines(result, context),
    ...curlLines(result),
    againLine(result, context),
  ];
}

/** What stands before a command that sends the request which showed the failure. */
export const CURL = '  curl:    ';

/** The command that shows the failure without Proctor, where one HTTP request does. */
export function curlLines({
  request,
  curl = request && curlLine(request),
}: Pick<CaseResult, 'request' | 'curl'>): string[] {
  return curl === undefined ? [] : [CURL + curl];
}

/** The cases that went wrong because of what a block is about, those that say the same together. */
function followLines(follow: readonly CaseFinished[], { style, width }: BlockContext): string[] {
  if (follow.length === 0) return [];
  const verb = follow.length === 1 ? 'follows' : 'follow';
  const groups = groupAlike(follow);
  const lines = groups.slice(0, LISTED).map((same) => {
    const ids = same.map(({ result }) => result.name);
    const [{ result }] = same as [CaseFinished];
    const [why = ''] = shortReason(result).split('\n');
    return `    ${someIds(ids)} ${style.dim(`· ${cut(oneLine(why), width)}`)}`;
  });
  const left = groups.slice(LISTED).flat().length;
  const rest = left > 0 ? [`    and ${count(left, 'more case')}`] : [];
  return [`  ${style.bold(`${count(follow.length, 'case')} ${verb} from this`)}`, ...lines, ...rest];
}

/** The same as a text without colours, and without the command that repeats the case. */
export function blockText(finished: CaseFinished, context: ReporterContext): string {
  const lines = block(finished, { ...context, style: styleFor(false), width: 120, rerun: '' });
  return lines.slice(0, -1).join('\n');
}

/** Which wire rules the target broke in the conversation of a case, whatever the case itself came to. */
export function breachLines({ breaches = [] }: CaseResult): string[] {
  return breaches.map(
    ({ case: id, requirement, level, message }) =>
      `  broken in this conversation: ${requirement} ${level} · ${oneLine(message)} · ${id}`,
  );
}

/** Which of several permitted ways the target took, by requirement. */
export function noteLines({ checks }: CaseResult): string[] {
  const noted = checks.flatMap(({ requirement, note }) =>
    note === undefined ? [] : [`  ${requirement}: ${oneLine(note)}`],
  );
  return [...new Set(noted)];
}

/** What stands before the command that repeats a case. */
export const AGAIN = '  again:   ';

/** The command that repeats just this case. */
export function againLine(result: CaseResult, { rerun }: BlockContext): string {
  return oneLine(`${AGAIN}${rerunOf(rerun, result)}`);
}

/** What went wrong, and where: the block without its evidence. */
export function verdictLines(
  { result, outcome }: CaseFinished,
  context: BlockContext,
  follow: readonly CaseFinished[] = [],
): string[] {
  const { style } = context;
  const lines = [`${marked(style, outcome, style.bold(result.name))} · ${oneLine(result.title)}`];
  const broken = brokenChecks(result);
  const told = broken.length > 0;
  const reason = reasonLine(result, told && result.verdict === 'fail');
  if (reason !== undefined) lines.push(...indented(reason, '  '));
  lines.push(...ofChecks(broken, context));
  if (!told || result.verdict !== 'fail') lines.push(...whereItEnded(result, context));
  return [...lines, ...conversationLines(result, follow)];
}

/** The cases in whose conversations a wire rule was broken, but for those that are told as following from it. */
function conversationLines(
  { brokenIn = [] }: Pick<CaseResult, 'brokenIn'>,
  follow: readonly CaseFinished[] = [],
): string[] {
  const told = new Set(follow.map(({ result }) => result.name));
  const ids = brokenIn.filter((id) => !told.has(id));
  if (ids.length === 0) return [];
  const what = count(ids.length, told.size > 0 ? 'other case' : 'case');
  return [`  in the conversations of ${what}: ${someIds(ids)}`];
}

/** The reason of a result, unless its checks say it already. */
function reasonLine(result: CaseResult, told: boolean): string | undefined {
  const word = result.verdict === 'untestable' || result.verdict === 'error' ? `${result.verdict}: ` : '';
  const reason = told && result.standing === undefined ? undefined : result.reason;
  return reason === undefined ? undefined : word + reason;
}

/** The step that ended a case, or only the place of the case where no step did. */
function whereItEnded({ at, place }: CaseResult, context: BlockContext): string[] {
  return at === undefined ? [`  ${context.style.cyan(placeText(place))}`] : ofPlace(at, '', context);
}

/** Checks one by one; requirement and place are named once where several in a row have the same. */
function ofChecks(checks: CheckResult[], context: BlockContext): string[] {
  const lines: string[] = [];
  let before: CheckResult | undefined;
  for (const check of checks) {
    if (check.requirement !== before?.requirement)
      lines.push(requirementLine(check, context), ...pageLines(check, context));
    const sameStep = before !== undefined && placeText(before.at) === placeText(check.at);
    const message = check.message ?? 'did not hold';
    lines.push(...(sameStep ? indented(message, '    ') : ofPlace(check.at, message, context)));
    lines.push(...differenceLines(check, context));
    before = check;
  }
  return lines;
}

/** A check without its requirement: the place, what is wrong there, and the paths that differ. */
function checkLines(check: CheckResult, message: string, context: BlockContext): string[] {
  return [...ofPlace(check.at, message, context), ...differenceLines(check, context)];
}

function requirementLine(check: CheckResult, context: BlockContext): string {
  const { level, text, source } = check;
  const { style } = context;
  const about = [text, source].filter((part) => part !== '').map(oneLine);
  return `  ${style.bold(`${idOf(check, context)} ${level}`)}${about.map((part) => style.dim(` · ${part}`)).join('')}`;
}

/** The id of a requirement, which leads to its page if the output has links. */
function idOf({ requirement, url }: CheckResult, { links }: BlockContext): string {
  return url !== undefined && links === 'inline' ? linked(requirement, url) : requirement;
}

/** The address of the page that has a requirement, if the id does not lead there. */
function pageLines({ url }: CheckResult, { links, style, width }: BlockContext): string[] {
  const line = `    ${oneLine(url ?? '')}`;
  // A link that is broken over lines leads nowhere.
  return url !== undefined && links === 'line' && line.length <= width ? [style.dim(line)] : [];
}

/** The place, and its source lines where they can be read, with what is wrong behind the caret. */
function ofPlace(place: SourcePosition, message: string, { readSource, style, width }: BlockContext): string[] {
  const [first = '', ...rest] = printable(message).split('\n');
  const source = readSource?.(place.file);
  const shown = source === undefined ? [] : excerpt(source, place, first, width - 4);
  const lines = [`  ${style.cyan(placeText(place))}`];
  if (shown.length === 0) return [...lines, ...(first === '' ? [] : indented(message, '    '))];
  return [
    ...lines,
    ...shown.map((line, index) => `  ${index === 1 ? style.red(line) : style.dim(line)}`),
    ...rest.map((line) => `      ${line}`),
  ];
}

/** Expected against actual, reduced to the paths that differ. */
function differenceLines(check: CheckResult, { style, width }: BlockContext): string[] {
  const all = differencesOf(check);
  const shown = all.slice(0, PATHS);
  const lines = shown.flatMap(({ path, expected, actual }) => {
    const room = Math.max(40, width - 18);
    const [wanted, came] = bothAround(expected, actual, room);
    return [
      ...(path === '' ? [] : [`    ${cut(oneLine(path), width - 6)}`]),
      ...(expected === undefined ? [] : [`      expected  ${style.green(wanted)}`]),
      `      got       ${style.red(came)}`,
    ];
  });
  if (all.length > shown.length) lines.push(`    and ${all.length - shown.length} more paths`);
  return lines;
}

type Shown = Pick<Difference, 'path'> & Partial<Difference>;

function differencesOf(check: CheckResult): Shown[] {
  if (check.differences !== undefined && check.differences.length > 0) return check.differences;
  const { expected, actual } = check;
  if (expected === undefined && actual === undefined) return [];
  return [
    {
      path: '',
      ...(expected === undefined ? {} : { expected }),
      ...(actual === undefined ? {} : { actual }),
    },
  ];
}

/** The messages that came with a result: time, direction, one line each, and `!` before the one that it is about. */
export function transcriptLines(result: CaseResult, { style, width, whole = false }: BlockContext): string[] {
  const shown = result.transcript ?? [];
  if (shown.length === 0) return [];
  const channels = new Set(shown.map(({ channel }) => channel));
  const [only] = channels;
  const { leftOut = [] } = result;
  const isWhole = shown[0]?.seq === 0 || leftOut.length > 0;
  const gapBefore = (seq?: number) =>
    leftOut.flatMap(({ before, count: number }) =>
      before === seq ? [`      ${style.dim(`… ${count(number, 'record')} left out`)}`] : [],
    );
  const what = result.group === WIRE ? 'messages that broke it' : isWhole ? 'the messages' : 'the last messages';
  const where = channels.size === 1 && only !== 'main' ? ` on channel ${oneLine(only ?? '')}` : '';
  const broken = brokenChecks(result);
  const offending = new Set([...broken, ...(result.breaches ?? [])].map(({ seq }) => seq));
  const pad = shown.reduce((longest, { time }) => Math.max(longest, seconds(time).length), 0);
  const lines = shown.flatMap((record) => {
    const isOffending = offending.has(record.seq);
    const arrow = record.from === 'kit' ? '→' : '←';
    const channel = channels.size > 1 && record.channel !== 'main' ? `   on ${oneLine(record.channel)}` : '';
    const start = `${seconds(record.time).padStart(pad)}  ${arrow}  `;
    const room = width - 6 - start.length - channel.length;
    const focuses = whole ? [] : focusesOn(record, result, broken);
    const [first = '', ...rest] = whole ? wholeRecord(record, room) : [recordLine(record, room, focuses)];
    const set = setLine(record, room);
    const more = set === undefined ? rest : [...rest, set];
    const paint = isOffending ? style.red : style.dim;
    const head = isOffending
      ? paint(`    ! ${start}${first}${channel}`)
      : `      ${paint(`${start}${first}${channel}`)}`;
    return [...gapBefore(record.seq), head, ...more.map((line) => `      ${' '.repeat(start.length)}${paint(line)}`)];
  });
  return [`  ${what}${where}`, ...lines, ...gapBefore()];
}

/** What is wrong with a record, by what checks, breaches and the wire case itself say of it. */
function focusesOn({ seq, wrong }: WireRecord, { breaches = [] }: CaseResult, broken: readonly CheckResult[]): Focus[] {
  if (wrong !== undefined) return [{ path: wrong }];
  const ofChecks = broken.flatMap((check) => (check.seq === seq ? (check.differences ?? []) : []));
  const ofRules = breaches.flatMap((one) => (one.seq === seq && one.path !== undefined ? [{ path: one.path }] : []));
  return [...ofChecks.map(({ path, expected }) => ({ path, expected })), ...ofRules];
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(3)} s`;
}

function stderrBlock(stderr: string | undefined, { style, width }: BlockContext): string[] {
  const lines = stderrLines(stderr ?? '').map((line) => `      ${style.dim(cut(oneLine(line), width - 6))}`);
  return lines.length === 0 ? [] : ['  what it said on stderr', ...lines];
}

/** A text of one or several lines with an indentation before each. */
export function indented(text: string, indentation: string): string[] {
  return printable(text)
    .split('\n')
    .map((line) => indentation + line);
}
