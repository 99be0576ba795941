/** Reports that can't be merged or compared; the message says which, why and what to do. */
export class ReportError extends Error {
  override name = 'ReportError';
}

/** A report and the file that it was read from, which errors name. */
export interface NamedReport<Report> {
  file: string;
  report: Report;
}
