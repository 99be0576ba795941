import { type MarkName, marked, marks, styleFor } from '../../../../reports/text/style.js';
import type { Stand } from '../../../report/standing.js';

/** How a case stands, as people say it. */
export const WORDS: { readonly [stand in Stand]: string } = {
  pass: 'passed',
  nonStrict: 'passed by tolerance',
  warn: 'passed with a warning',
  skipped: 'skipped',
  expectedFail: 'failed as known',
  untestable: 'untestable',
  flaky: 'flaky',
  unexpectedPass: 'passed unexpectedly',
  fail: 'failed',
  notRun: 'not run',
  error: 'in error',
};

/** The sign of a standing, in colour if there is any. */
export const signOf = (stand: Stand, color: boolean): string => marked(styleFor(color), stand satisfies MarkName);

/** The sign and the words, without colour. */
export const plainStand = (stand: Stand): string => `${marks[stand].sign} ${WORDS[stand]}`;
