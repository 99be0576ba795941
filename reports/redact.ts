import type { CaseResult, CheckResult, GroupSummary, Reporter, RunEvent } from '../runner/events.js';
import type { Json } from '../src/json/json.js';
import type { WireRecord } from '../src/wire/record.js';

/** What stands where a secret stood. */
export const REDACTED = '[redacted]';

/**
 * A reporter that never sees a secret: everything that came from the target, from the wire or from the command line is
 * searched for the secrets as they are, as JSON, in a URL and in base64. The kit's own words and ids stay as they are.
 *
 * @param secrets the values; empty ones are ignored
 */
export function redact(secrets: Iterable<string>, reporter: Reporter): Reporter {
  const needles = [...new Set([...secrets].filter((secret) => secret !== '').flatMap(spellings))];
  if (needles.length === 0) return reporter;
  // A secret that contains another one must go first, or its rest would stay.
  needles.sort((a, b) => b.length - a.length);
  const hide = new Redactor(needles);
  return { event: (event) => reporter.event(hide.event(event)), close: () => reporter.close() };
}

function spellings(secret: string): string[] {
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(Buffer.from(secret).toString()),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  ];
}

class Redactor {
  constructor(private readonly needles: readonly string[]) {}

  event(event: RunEvent): RunEvent {
    switch (event.type) {
      case 'run.started':
        return { ...event, rerun: this.text(event.rerun), target: this.texts(event.target, ['name', 'calls']) };
      case 'message':
        return { ...event, record: this.record(event.record) };
      case 'check':
        return { ...event, check: this.check(event.check) };
      case 'case.finished':
        return { ...event, result: this.result(event.result), group: this.group(event.group) };
      case 'problem':
        return this.texts(event, ['message', 'detail']);
      case 'run.finished':
        return { ...event, groups: event.groups.map((group) => this.group(group)) };
      default:
        return event;
    }
  }

  /** The reasons come from results. */
  private group(group: GroupSummary): GroupSummary {
    return { ...group, skippedFor: group.skippedFor.map((reason) => this.text(reason)) };
  }

  private result(result: CaseResult): CaseResult {
    const { transcript, breaches } = result;
    return {
      ...this.texts(result, ['reason', 'stderr']),
      checks: result.checks.map((check) => this.check(check)),
      ...(breaches === undefined ? {} : { breaches: breaches.map((breach) => this.texts(breach, ['message'])) }),
      ...(transcript === undefined ? {} : { transcript: transcript.map((record) => this.record(record)) }),
    };
  }

  private check(check: CheckResult): CheckResult {
    const { differences } = check;
    const copy = this.values(this.texts(check, ['message']), ['expected', 'actual']);
    if (differences === undefined) return copy;
    return {
      ...copy,
      differences: differences.map((one) => this.values(this.texts(one, ['path', 'message']), ['expected', 'actual'])),
    };
  }

  private record(record: WireRecord): WireRecord {
    const copy = this.values(this.texts(record, ['text', 'problem']), ['message', 'http', 'sse', 'body', 'closed']);
    if (record.bytes !== undefined) copy.bytes = this.bytes(record.bytes);
    return copy;
  }

  private texts<T extends object>(object: T, names: readonly (keyof T)[]): T {
    const copy = { ...object };
    for (const name of names) {
      const value = copy[name];
      if (typeof value === 'string') copy[name] = this.text(value) as T[keyof T] & string;
    }
    return copy;
  }

  private values<T extends object>(object: T, names: readonly (keyof T)[]): T {
    const copy = { ...object };
    for (const name of names) if (copy[name] !== undefined) copy[name] = this.value(copy[name] as Json) as T[keyof T];
    return copy;
  }

  private text(text: string): string {
    let clean = text;
    for (const needle of this.needles) if (clean.includes(needle)) clean = clean.replaceAll(needle, REDACTED);
    return clean;
  }

  /** Latin-1 gives each byte a character of its own, so that nothing else in the bytes changes. */
  private bytes(bytes: Uint8Array): Uint8Array {
    const text = Buffer.from(bytes).toString('latin1');
    let clean = text;
    for (const needle of this.needles) clean = clean.replaceAll(Buffer.from(needle).toString('latin1'), REDACTED);
    return clean === text ? bytes : Buffer.from(clean, 'latin1');
  }

  /** A copy of a JSON value, names of members included. Uses no recursion. */
  private value(root: Json): Json {
    const holder: { [name: string]: Json } = {};
    const open: { into: Json[] | { [name: string]: Json }; name: string; value: Json }[] = [
      { into: holder, name: 'root', value: root },
    ];
    for (let task = open.pop(); task !== undefined; task = open.pop()) {
      const { into, name, value } = task;
      let copy: Json = this.scalar(value);
      if (typeof value === 'object' && value !== null) {
        copy = Array.isArray(value) ? [] : {};
        const entries = Object.entries(value).reverse();
        for (const [key, member] of entries)
          open.push({ into: copy, name: Array.isArray(value) ? key : this.text(key), value: member });
      }
      Object.defineProperty(into, name, { value: copy, writable: true, enumerable: true, configurable: true });
    }
    return holder.root!;
  }

  private scalar(value: Json): Json {
    if (typeof value === 'string') return this.text(value);
    const isNumber = typeof value === 'number' || typeof value === 'bigint';
    return isNumber && this.needles.includes(String(value)) ? REDACTED : value;
  }
}
