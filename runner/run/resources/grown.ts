import { hasGrown, type Uses } from './uses.js';

/** What is to be said of a target whose processes grow with their cases; nothing where that was not looked at. */
export function grown(uses: Uses | undefined): string[] {
  const growth = uses?.all()?.growth;
  if (!growth || !hasGrown(growth)) return [];
  const { cases, fromBytes, toBytes } = growth;
  return [
    `the target grew from ${mebibytes(fromBytes)} to ${mebibytes(toBytes)} MiB in one process over ${cases} cases`,
  ];
}

const mebibytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);
