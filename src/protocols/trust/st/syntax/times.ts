/** Durations and dates: what their literals mean, and how they are written. */

const UNITS: readonly [name: string, nanos: bigint][] = [
  ['d', 86_400_000_000_000n],
  ['h', 3_600_000_000_000n],
  ['m', 60_000_000_000n],
  ['s', 1_000_000_000n],
  ['ms', 1_000_000n],
  ['us', 1_000n],
  ['ns', 1n],
];

const HIGHEST = (1n << 63n) - 1n;
const DAY_MS = 86_400_000n;
/** DATE, TOD and DT count milliseconds; their long forms and durations count nanoseconds. */
export const TICK = 1_000_000n;

/** Every spelling of a prefix, and the type that it makes. */
export const TIME_PREFIXES: ReadonlyMap<string, string> = new Map([
  ...['T', 'TIME'].map((name) => [name, 'TIME'] as const),
  ...['LT', 'LTIME'].map((name) => [name, 'LTIME'] as const),
  ...['D', 'DATE'].map((name) => [name, 'DATE'] as const),
  ...['LD', 'LDATE'].map((name) => [name, 'LDATE'] as const),
  ...['TOD', 'TIME_OF_DAY'].map((name) => [name, 'TOD'] as const),
  ...['LTOD', 'LTIME_OF_DAY'].map((name) => [name, 'LTOD'] as const),
  ...['DT', 'DATE_AND_TIME'].map((name) => [name, 'DT'] as const),
  ...['LDT', 'LDATE_AND_TIME'].map((name) => [name, 'LDT'] as const),
]);

/** The value of a literal without its prefix, such as `1h30m` or `2024-02-29`; undefined if it is none of that type. */
export function readTime(type: string, text: string): bigint | undefined {
  const value = readParts(type, text.replaceAll('_', ''));
  return value === undefined || value > HIGHEST || value < -HIGHEST - 1n ? undefined : value;
}

function readParts(type: string, text: string): bigint | undefined {
  if (type === 'TIME' || type === 'LTIME') return readDuration(text);
  const long = type.startsWith('L');
  const scale = (ticks: bigint | undefined) => (ticks === undefined ? undefined : long ? ticks * TICK : ticks);
  if (type.endsWith('DATE')) return scale(readDay(text));
  if (type.endsWith('TOD')) return readClock(text, long);
  const split = /^(\d{1,5}-\d{1,2}-\d{1,2})-(.+)$/.exec(text);
  const day = split && scale(readDay(split[1]!));
  const clock = split && readClock(split[2]!, long);
  return typeof day === 'bigint' && typeof clock === 'bigint' ? day + clock : undefined;
}

function readDuration(text: string): bigint | undefined {
  const negative = text.startsWith('-');
  let rest = text.replace(/^[+-]/, '').toLowerCase();
  let total = 0n;
  let from = 0;
  while (rest !== '') {
    const part = /^(\d+)(?:\.(\d+))?(ms|us|ns|d|h|m|s)/.exec(rest);
    const unit = part ? UNITS.findIndex(([name]) => name === part[3]) : -1;
    // Units go down, each at most once, and only the last one has a fraction.
    if (!part || unit < from) return undefined;
    const [, whole, fraction] = part;
    const nanos = UNITS[unit]![1];
    total += BigInt(whole!) * nanos;
    rest = rest.slice(part[0].length);
    if (fraction !== undefined) {
      if (rest !== '') return undefined;
      total += (BigInt(fraction) * nanos) / 10n ** BigInt(fraction.length);
    }
    from = unit + 1;
  }
  return from === 0 ? undefined : negative ? -total : total;
}

/** Milliseconds from 1970-01-01 to that day. */
function readDay(text: string): bigint | undefined {
  const [, year, month, day] = (/^(\d{1,5})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const days = daysBefore(year, month, day);
  const [y, m, d] = dayOf(days);
  return y === year && m === month && d === day ? BigInt(days) * DAY_MS : undefined;
}

function readClock(text: string, long: boolean): bigint | undefined {
  const part = /^(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,9}))?)?$/.exec(text);
  if (!part) return undefined;
  const [hours, minutes, seconds] = [Number(part[1]), Number(part[2]), Number(part[3] ?? 0)];
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined;
  const nanos =
    BigInt(hours * 3600 + minutes * 60 + seconds) * 1_000_000_000n + BigInt((part[4] ?? '').padEnd(9, '0') || '0');
  return long ? nanos : nanos / TICK;
}

/** Days from 1970-01-01 in the Gregorian calendar; this room has no clock, and needs none for this. */
function daysBefore(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const ofEra = y - era * 400;
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468;
}

/** Year, month and day of a number of days since 1970-01-01. */
function dayOf(days: number): [year: number, month: number, day: number] {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const ofEra = shifted - era * 146_097;
  const year = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const shiftedMonth = Math.floor((5 * ofYear + 2) / 153);
  const month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9);
  return [year + era * 400 + (month <= 2 ? 1 : 0), month, ofYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1];
}

/** The literal of a value, with its prefix; `readTime` reads it back. */
export function writeTime(type: string, value: bigint): string {
  if (type === 'TIME' || type === 'LTIME') return `${type === 'TIME' ? 'T' : 'LTIME'}#${writeDuration(value)}`;
  const long = type.startsWith('L');
  const nanos = long ? value : value * TICK;
  const dayNanos = DAY_MS * TICK;
  const ofDay = ((nanos % dayNanos) + dayNanos) % dayNanos;
  const [year, month, day] = dayOf(Number((nanos - ofDay) / dayNanos));
  const two = (n: number | bigint) => String(n).padStart(2, '0');
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  if (type.endsWith('DATE')) return `${type}#${date}`;
  const seconds = ofDay / 1_000_000_000n;
  const fraction = ofDay % 1_000_000_000n;
  const clock = `${two(seconds / 3600n)}:${two((seconds / 60n) % 60n)}:${two(seconds % 60n)}`;
  const exact = fraction === 0n ? clock : `${clock}.${String(fraction).padStart(9, '0').replace(/0+$/, '')}`;
  return type.endsWith('TOD') ? `${type}#${exact}` : `${type}#${date}-${exact}`;
}

function writeDuration(value: bigint): string {
  if (value === 0n) return '0s';
  let rest = value < 0n ? -value : value;
  let text = value < 0n ? '-' : '';
  for (const [name, nanos] of UNITS) {
    if (rest >= nanos) text += `${rest / nanos}${name}`;
    rest %= nanos;
  }
  return text;
}
