import { renderToString } from 'preact-render-to-string';
import type { ReportFile as Report } from '../../generated/types/report-v1.js';
import type { CaseNotRun } from '../model/report/cases.js';
import { visible } from '../model/visible.js';
import { Page, titleOf } from './page.js';

/**
 * The title and the body of the page, as HTML in which every text of the report is text.
 *
 * @param notRun the cases that did not run, of which the report has only the names
 */
export function renderReport(report: Report, notRun: readonly CaseNotRun[]): { title: string; body: string } {
  return {
    title: renderToString(<title>{visible(titleOf(report))}</title>),
    body: renderToString(<Page report={report} notRun={notRun} />),
  };
}
