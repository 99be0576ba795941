import type { CaseResult, CheckResult, Difference, GroupSummary, Reporter, RunEvent } from '../runner/events.js';
import { type Json, JsonProblem, parseJson } from '../src/json/json.js';
import { jsonText } from '../src/json/json-escapes.js';
import { isCredentialName, redactedValue } from '../src/json/secrets/credentials.js';
import { Secrets } from '../src/json/secrets/redact.js';
import { redactRecord } from '../src/recording/redact-record.js';
import type { SentRequest, WireRecord } from '../src/wire/record.js';

export { REDACTED } from '../src/json/secrets/credentials.js';

/**
 * A reporter that never sees a secret: all that came from the target, from the wire, from files or from the command line is redacted. Only
 * the words of Proctor itself stay as they are: ids, verdicts, requirements and their texts, places, numbers.
 */
export function redact(secrets: Secrets | Iterable<string>, reporter: Reporter): Reporter {
  const redactor = new Redactor(secrets instanceof Secrets ? secrets : new Secrets(secrets));
  return { event: (event) => reporter.event(redactor.event(event)), close: () => reporter.close() };
}

/** What of an object is ours. */
type Own<T> = readonly (keyof T)[];

const OWN_OF_RESULT: Own<CaseResult> = [
  ...([
    'id',
    'title',
    'group',
    'role',
    'transport',
    'place',
    'at',
    'verdict',
    'standing',
    'unmapped',
    'brokenIn',
    'leftOut',
    'runs',
    'skip',
  ] as const),
  ...(['checks', 'transcript', 'breaches', 'request'] as const),
];
const OWN_OF_CHECK: Own<CheckResult> = [
  ...(['requirement', 'level', 'text', 'source', 'url', 'title', 'status', 'at', 'differences'] as const),
];
const OWN_OF_BREACH: Own<NonNullable<CaseResult['breaches']>[number]> = ['case', 'requirement', 'level'];

/** Takes the secrets out of the events of a run. */
export class Redactor {
  constructor(private readonly secrets: Secrets) {}

  event(event: RunEvent): RunEvent {
    switch (event.type) {
      case 'run.started': {
        const { target, planned, rerun } = event;
        return {
          ...event,
          rerun: this.secrets.text(rerun),
          target: this.beside(target, ['role', 'version', 'transport']),
          planned: planned.map((one) => (one.gated ? { ...one, gated: this.beside(one.gated, ['verdict']) } : one)),
        };
      }
      case 'message':
        return { ...event, record: this.record(event.record) };
      case 'check':
        return { ...event, check: this.check(event.check) };
      case 'case.ended':
        return { ...event, result: this.result(event.result) };
      case 'case.finished':
        return { ...event, result: this.result(event.result), group: this.group(event.group) };
      case 'problem':
        return this.beside(event, ['type']);
      case 'run.finished':
        return { ...event, groups: event.groups.map((group) => this.group(group)) };
      case 'case.started':
        return event;
    }
  }

  record(record: WireRecord): WireRecord {
    const copy = redactRecord(record, this.secrets);
    return record.request === undefined ? copy : { ...copy, request: this.request(record.request) };
  }

  /** What of a body shows to be a credential by its name shows so only where the body is read. */
  private request(request: SentRequest): SentRequest {
    const { body, method, url, headers, cut } = request;
    const clean: SentRequest = {
      method,
      url: this.secrets.text(url),
      headers: this.secrets.value(headers),
      ...(cut ? { cut } : {}),
    };
    if (typeof body === 'string') clean.body = this.body(body);
    else if (body !== undefined) clean.body = this.secrets.bytes(body);
    return clean;
  }

  private body(text: string): string {
    let value: Json;
    try {
      value = parseJson(text);
    } catch (error) {
      if (!(error instanceof JsonProblem)) throw error;
      return this.secrets.text(text);
    }
    const clean = this.secrets.value(value);
    return clean === value ? text : jsonText(clean);
  }

  /** The reasons come from results. */
  private group(group: GroupSummary): GroupSummary {
    return { ...group, skippedFor: group.skippedFor.map((reason) => this.secrets.text(reason)) };
  }

  private result(result: CaseResult): CaseResult {
    const { transcript, breaches, request } = result;
    return {
      ...this.beside(result, OWN_OF_RESULT),
      checks: result.checks.map((check) => this.check(check)),
      ...(breaches === undefined ? {} : { breaches: breaches.map((one) => this.beside(one, OWN_OF_BREACH)) }),
      ...(request === undefined ? {} : { request: this.request(request) }),
      ...(transcript === undefined ? {} : { transcript: transcript.map((record) => this.record(record)) }),
    };
  }

  private check(check: CheckResult): CheckResult {
    const { differences } = check;
    const copy = this.beside(check, OWN_OF_CHECK);
    return differences === undefined ? copy : { ...copy, differences: differences.map((one) => this.difference(one)) };
  }

  /** What differs at the place of a credential is one. */
  private difference(difference: Difference): Difference {
    const copy = this.beside(difference, []);
    if (!isCredentialName(difference.path.slice(difference.path.lastIndexOf('/') + 1))) return copy;
    for (const name of ['expected', 'actual'] as const)
      if (typeof copy[name] === 'string') copy[name] = redactedValue(copy[name]);
    return copy;
  }

  /** A copy of an object with all but what is ours redacted. */
  private beside<T extends object>(object: T, own: Own<T>): T {
    const copy = { ...object };
    for (const name of Object.keys(object) as (keyof T)[])
      if (!own.includes(name)) copy[name] = this.secrets.value(copy[name]);
    return copy;
  }
}
