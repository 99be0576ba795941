// What the results keep of the report of a run: its counts, what was broken, and its findings with their messages.
import { readFileSync } from 'node:fs';

/** How many characters of a message a finding shows. */
const WIDTH = 160;
/** Messages of a finding, the one that breaks the requirement being the last. */
const MESSAGES = 4;

/**
 * @param run as `listedRuns` gives it
 * @param report of `report/v1`
 * @param recordLine how one record is shown in a line
 * @param reasons what was read on the wire, as `reasonsIn` gives it
 */
export function digest(run, report, recordLine, reasons) {
  const { role, transport, version: protocol } = report.target;
  const judged = report.cases.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail');
  return {
    name: run.name,
    version: run.version,
    role,
    transport,
    protocol,
    date: report.startedAt.slice(0, 10),
    counts: countsOf(report.cases),
    areas: areasOf(report.requirements),
    broken: brokenOf(report.requirements),
    findings: run.findings.map((requirement) => findingOf(requirement, judged, recordLine, reasons)),
  };
}

function countsOf(cases) {
  const of = (verdict) => cases.filter((one) => one.verdict === verdict).length;
  const warned = cases.filter((one) => one.warned).length;
  return { pass: of('pass'), fail: of('fail'), warned, untestable: of('untestable'), skipped: of('skipped') };
}

/** The part of an id between its protocol and its number: `MCP-HTTP` of `MCP-HTTP-22`. */
const areaOf = (requirement) => requirement.replace(/-[^-]*$/, '');

/** By area, how many requirements were tested, how many of those were broken, and of how many only a should was. */
function areasOf(requirements) {
  const areas = {};
  for (const one of [...requirements].sort((a, b) => (a.requirement < b.requirement ? -1 : 1))) {
    if (one.held + timesBroken(one) === 0) continue;
    areas[areaOf(one.requirement)] ??= { tested: 0, broken: 0, warned: 0 };
    const area = areas[areaOf(one.requirement)];
    area.tested += 1;
    if (timesBroken(one) > 0) area[one.level === 'should' || one.level === 'may' ? 'warned' : 'broken'] += 1;
  }
  return areas;
}

const ORDER = ['must', 'derived', 'should', 'may'];

/** Each requirement that a case saw broken, with its level and the number of these cases. */
function brokenOf(requirements) {
  const broken = requirements.filter((one) => timesBroken(one) > 0);
  return broken
    .map((one) => ({ requirement: one.requirement, level: one.level, count: timesBroken(one) }))
    .sort((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level) || (a.requirement < b.requirement ? -1 : 1));
}

/** In how many cases a requirement was broken, known ones among them. */
const timesBroken = ({ broken, known }) => broken + known;

/** @throws if no case of the run breaks the requirement: then the finding is over, and leaves the file */
function findingOf(requirement, cases, recordLine, reasons) {
  for (const { id, checks, transcript = [] } of cases) {
    const check = checks.find((one) => one.requirement === requirement && one.status === 'fail');
    if (!check) continue;
    const end = transcript.findIndex(({ seq }) => seq === check.seq);
    const until = end < 0 ? transcript.length : end + 1;
    const messages = transcript.slice(Math.max(0, until - MESSAGES), until);
    return {
      requirement,
      level: check.level,
      text: check.text,
      source: check.source,
      ...(check.url === undefined ? {} : { url: check.url }),
      case: id,
      difference: check.message,
      ...withReason(requirement, id, reasons),
      messages: messages.map((record) => `${record.from === 'kit' ? '→' : '←'} ${recordLine(record, WIDTH)}`),
    };
  }
  throw new Error(`no case breaks ${requirement} any more: take it out of results/implementations.yaml`);
}

const withReason = (requirement, id, reasons) => {
  const reason = reasons.get(`${requirement} ${id}`);
  return reason === undefined ? {} : { reason };
};

/** The same result with the reasons as they are now. */
export const withReasons = (result, reasons) => ({
  ...result,
  findings: result.findings.map((one) => ({ ...one, ...withReason(one.requirement, one.case, reasons) })),
});

/** Why a case breaks a requirement, as somebody read it on the wire: by both, with a space between them. */
export function reasonsIn(file) {
  const { fails } = JSON.parse(readFileSync(file, 'utf8'));
  return new Map(
    fails.flatMap(({ requirement, reason, cases }) => cases.map((id) => [`${requirement} ${id}`, reason])),
  );
}
