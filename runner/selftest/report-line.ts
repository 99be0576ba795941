/** How the line begins with which a mock says, at its end and on stderr, what its faults did. JSON follows. */
export const FAULT_REPORT = 'proctor-faults: ';

/** What the faults of one process did. */
export interface FaultReport {
  /** By rule: how many messages it really changed, dropped, put off or put company beside. */
  applied: { [rule: string]: number };
  /** Values that could not be made for a message, one line each. */
  problems: string[];
}

/** The report in what a mock wrote to stderr; undefined where there is none, as after a kill. */
export function readFaultReport(stderr: string): FaultReport | undefined {
  const line = stderr.split('\n').findLast((one) => one.startsWith(FAULT_REPORT));
  if (line === undefined) return undefined;
  try {
    return JSON.parse(line.slice(FAULT_REPORT.length)) as FaultReport;
  } catch {
    // Cut off by a kill in the middle of it.
    return undefined;
  }
}
