import type { TargetInfo } from '../../runner/events.js';
import type { SourcePosition } from '../../src/language/case.js';

/** At most `width` characters, the last one an ellipsis where something is left out. */
export function cut(text: string, width: number): string {
  const characters = [...text.slice(0, width * 2 + 2)];
  return characters.length <= width ? text : `${characters.slice(0, Math.max(0, width - 1)).join('')}…`;
}

/** "1 message", "4 812 messages". */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${digits(number)} ${number === 1 ? noun : plural}`;
}

/** A whole number with its thousands apart. */
export function digits(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ' ');
}

/** A duration as people say it: "84 ms", "1.9 s", "2 min 5 s". */
export function duration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A size as people say it: "812 B", "2.1 MiB". */
export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KiB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

/** `file:line:col`, which editors and terminals make a link of. */
export function placeText(place: SourcePosition): string {
  return `${place.file}:${place.line}:${place.col}`;
}

/** Ids with what they share with the one before left out: "a.b.early, .late". */
export function shortIds(ids: readonly string[]): string {
  return ids
    .map((id, index) => {
      const stem = id.slice(0, id.lastIndexOf('.') + 1);
      const before = ids[index - 1];
      const same = stem !== '' && before?.startsWith(stem) && !before.slice(stem.length).includes('.');
      return same ? id.slice(stem.length - 1) : id;
    })
    .join(', ');
}

/** How many ids are named of cases that share something. */
export const LISTED = 8;

/** The first ids of some in a line, and how many there are beside them. */
export function someIds(ids: readonly string[]): string {
  const more = ids.length > LISTED ? ` and ${digits(ids.length - LISTED)} more` : '';
  return `${shortIds(ids.slice(0, LISTED))}${more}`;
}

/** The same with a line for each. */
export function listed(ids: readonly string[]): string[] {
  const more = ids.length > LISTED ? [`and ${digits(ids.length - LISTED)} more`] : [];
  return [...ids.slice(0, LISTED), ...more];
}

/** What was tested, in words: "mcp/server 2025-11-25 over stdio". What is not known is left out. */
export function targetWords({ role, version, transport }: TargetInfo): string {
  const over = transport === '' ? '' : ` over ${transport}`;
  return `${role} ${version}`.trim() + over;
}
