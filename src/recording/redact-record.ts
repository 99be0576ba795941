import { jsonText } from '../json/json-escapes.js';
import type { Secrets } from '../json/secrets/redact.js';
import type { WireRecord } from '../wire/record.js';

/** What of a record is ours, and holds no secret. */
const OWN: readonly (keyof WireRecord)[] = ['seq', 'time', 'from', 'kind', 'bytes', 'request'];

/** A record without secrets. The request as it left is not looked at: `Redactor` of the reports does that. */
export function redactRecord(record: WireRecord, secrets: Secrets): WireRecord {
  const copy = { ...record } as { [name: string]: unknown };
  for (const name of Object.keys(record) as (keyof WireRecord)[])
    if (!OWN.includes(name)) copy[name] = secrets.value(copy[name]);
  // What shows in the message alone to be a credential must not stay in its exact text.
  if (copy.message !== record.message && record.text === jsonText(record.message)) delete copy.text;
  if (record.bytes !== undefined) copy.bytes = secrets.bytes(record.bytes);
  return copy as unknown as WireRecord;
}
