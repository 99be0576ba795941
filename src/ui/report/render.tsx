import { renderToString } from 'preact-render-to-string';
import type { ReportFile as Report } from '../../generated/types/report-v1.js';
import { visible } from '../model/visible.js';
import { Page, titleOf } from './page.js';

/** The title and the body of the page, as HTML in which every text of the report is text. */
export function renderReport(report: Report): { title: string; body: string } {
  return {
    title: renderToString(<title>{visible(titleOf(report))}</title>),
    body: renderToString(<Page report={report} />),
  };
}
