import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { styleFor } from '../../../../reports/text/style.js';
import { printable } from '../../../../src/json/visible.js';
import { secrets } from '../../../../src/wire/output.js';
import { interruptible } from '../../ending/interrupt.js';
import { watchOver } from '../../ending/watchdog.js';
import { packageRoot } from '../../root.js';
import { type Done, type InfoContext, printJson, printLines } from '../../support/print.js';
import { version } from '../../support/version.js';
import { type Finding, machineFindings, type Needs } from './machine.js';
import { type DoctorTarget, targetFindings } from './target.js';

const MARKS = { ok: '✓', no: '✗', info: '·' } as const;

export interface DoctorArguments extends DoctorTarget {
  json: boolean;
}

/**
 * `proctor doctor`: whether Proctor has what it needs of this machine, and what the target answers that it is about. Exit 1 if something
 * is wrong. No secret is in what it prints, so that all of it can go into a bug report.
 */
export async function doctor(options: DoctorArguments, { io }: InfoContext): Promise<Done> {
  void watchOver('run');
  const needs = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as Needs;
  const findings = await interruptible(async (signal) => [
    ...(await machineFindings(version, needs, process.cwd())),
    ...(await targetFindings(options, signal)),
  ]);
  const clean = findings.map(({ is, what, more = [] }) => ({ is, what: plain(what), more: more.map(plain) }));
  const wrong = clean.filter(({ is }) => is === 'no').length;
  if (options.json) printJson(io, { findings: clean });
  else printLines(io, shown(clean, wrong, styleFor(io.color)));
  return { exit: wrong > 0 ? 1 : 0 };
}

/** A text as it may be shown: without secrets, and nothing in it is a command to a terminal. */
const plain = (text: string) => printable(secrets.text(text));

function shown(findings: readonly Finding[], wrong: number, style: ReturnType<typeof styleFor>): string[] {
  const colour = { ok: style.green, no: style.red, info: style.dim } as const;
  const lines = findings.flatMap(({ is, what, more = [] }) => [
    `${colour[is](MARKS[is])} ${what}`,
    ...more.map((line) => `    ${line}`),
  ]);
  const verdict = wrong === 0 ? 'nothing is wrong' : wrong === 1 ? '1 thing is wrong' : `${wrong} things are wrong`;
  return [...lines, '', `${verdict}. A bug report can hold all of this: secrets are left out.`];
}
