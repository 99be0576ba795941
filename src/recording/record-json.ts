import type * as Report from '../generated/types/report-v1.js';
import { jsonText, visibleJson } from '../json/json-escapes.js';
import type { WireRecord } from '../wire/record.js';
import { cutRecord } from './cut-record.js';

/**
 * A record as the json and ndjson reports write it: bytes as base64, the exact text only where the message does not say it
 * all, and of a long text its beginning with the whole size.
 *
 * @param kept how much of a long text or of long bytes is written; 64 Ki by default
 */
export function recordJson(record: WireRecord, { kept }: { kept?: number } = {}): Report.Record {
  // What was on stderr the result of the case has.
  const { bytes, text, message, native: ___, stderr: _, request: __, ...rest } = cutRecord(record, kept);
  const json = { ...rest } as Report.Record;
  if (message !== undefined) json.message = message;
  if (text !== undefined && (message === undefined || jsonText(message) !== visibleJson(text))) json.text = text;
  if (bytes !== undefined) json.bytes = Buffer.from(bytes).toString('base64');
  return json;
}

/** The record that `recordJson` wrote, as far as it was written. */
export function recordOf({ bytes, ...json }: Report.Record): WireRecord {
  return { ...json, ...(bytes === undefined ? {} : { bytes: Buffer.from(bytes, 'base64') }) } as WireRecord;
}
