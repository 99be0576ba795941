import { describe, expect, it } from 'vitest';
import type { Header } from '../generated/types/recording-v1.js';
import type { Finding } from '../generated/types/report-v1.js';
import { Secrets } from '../json/secrets/redact.js';
import { loadValidators } from '../schemas/index.js';
import type { WireRecord } from '../wire/record.js';
import { RecordingError, type RecordingLine, readRecording } from './read-recording.js';
import { recordOf } from './record-json.js';
import { recordTo } from './record-to.js';

const HEADER: Header = {
  ...{ type: 'header', format: 'proctor-recording', version: 1, protocolVersion: '2025-11-25', transport: 'stdio' },
  roles: { kit: 'mcp/client', target: 'mcp/server' },
};
const record = (more: Partial<WireRecord> & Pick<WireRecord, 'kind'>): WireRecord => ({
  ...{ seq: 0, time: 1.5, from: 'kit', channel: 'main' },
  ...more,
});
const FINDING: Finding = {
  rule: 'ids',
  requirement: 'MCP-BASE-01',
  level: 'must',
  blame: 'kit',
  label: 'invalid',
  message: 'wrong',
};

/** Keeps what is written to it. */
class Sink {
  text = '';
  writableLength = 0;
  write(more: string): void {
    this.text += more;
  }
}

/** What is written of some records, as text. */
async function written(records: WireRecord[], secrets = new Secrets(), header: Partial<Header> = {}): Promise<string> {
  const out = new Sink();
  const recording = recordTo(out, { ...HEADER, ...header }, secrets);
  for (const one of records) recording.line(one, [FINDING], 'one');
  await recording.close('target');
  return out.text;
}

async function* linesOf(text: string): AsyncGenerator<string> {
  yield* text.split('\n');
}

async function read(text: string): Promise<RecordingLine[]> {
  const lines: RecordingLine[] = [];
  for await (const line of readRecording(linesOf(text))) lines.push(line);
  return lines;
}

describe('recordTo and readRecording', () => {
  it('read back every kind of record as it was written', async () => {
    const records = [
      record({ kind: 'message', message: { jsonrpc: '2.0', id: 9007199254740993n, method: 'ping' } }),
      record({ kind: 'message', message: { a: 1 }, text: '{ "a" : 1, "a": 1 }' }),
      record({ kind: 'bytes', bytes: Uint8Array.of(0, 255, 13, 10), problem: 'not JSON' }),
      record({ kind: 'bytes', bytes: Uint8Array.of(123), problem: 'a line of more than 9 bytes', beyondLimit: true }),
      record({ kind: 'http', http: { method: 'POST', path: '/mcp', headers: { host: 'a' } }, stream: 'request-1' }),
      record({ kind: 'sse', sse: { id: '7' } }),
      record({ kind: 'frame', frame: { opcode: 'ping', fin: true }, bytes: Uint8Array.of(1) }),
      record({ kind: 'body', body: 'hello' }),
      record({ kind: 'closed', closed: { how: 'end' }, from: 'target' }),
      record({ kind: 'exit', exit: { code: 1, signal: null }, from: 'target' }),
    ];
    const lines = await read(await written(records));
    const validators = await loadValidators('recording', 'v1');
    expect(lines.flatMap(({ line }) => validators.validate('recording', line as never))).toEqual([]);
    expect(lines.map(({ type, number }) => `${number} ${type}`)).toEqual([
      '1 header',
      ...records.map((_, index) => `${index + 2} message`),
      `${records.length + 2} footer`,
    ]);
    const messages = lines.flatMap((one) => (one.type === 'message' ? [one.line] : []));
    expect(messages.map((one) => recordOf(one.record))).toEqual(
      records.map((one) => (one.bytes ? { ...one, bytes: Buffer.from(one.bytes) } : one)),
    );
    expect(messages[0]).toMatchObject({ session: 'one', findings: [FINDING] });
    expect(lines.at(-1)?.line).toEqual({ type: 'footer', messages: records.length, ended: 'target' });
  });

  it('keeps a message of a mebibyte whole', async () => {
    const message = { text: 'x'.repeat(1024 * 1024) };
    const [, line] = await read(await written([record({ kind: 'message', message })]));
    expect(line).toMatchObject({ line: { record: { message } } });
  });

  it('writes no secret, wherever it stands', async () => {
    const secret = 'hunter2-hunter2';
    const text = await written(
      [
        record({ kind: 'message', message: { params: { note: `it is ${secret}` } }, text: `{ "x": "${secret}" }` }),
        record({ kind: 'http', http: { path: `/?k=${secret}`, headers: { authorization: 'Bearer abcdef123456' } } }),
        record({ kind: 'bytes', bytes: Buffer.from(`log ${secret}`) }),
      ],
      new Secrets([secret]),
      { command: ['node', 'server.js', '--api-key', 'k3y', `--note=${secret}`], url: 'http://me:pass9word@h/' },
    );
    for (const hidden of [secret, 'abcdef123456', 'k3y', 'pass9word', Buffer.from(secret).toString('base64')])
      expect(text).not.toContain(hidden);
    expect(text.split('\n')[0]).toContain('"--api-key","[redacted]"');
  });

  it('counts what a slow stream can not take, and says where', async () => {
    const out = new Sink();
    const recording = recordTo(out, HEADER, new Secrets());
    const message = record({ kind: 'message', message: {} });
    recording.line(message, []);
    out.writableLength = 1e9;
    recording.line({ ...message, time: 7 }, []);
    recording.line({ ...message, time: 8 }, []);
    out.writableLength = 0;
    recording.line(message, []);
    await recording.close();
    recording.line(message, []);
    const lines = await read(out.text);
    expect(lines.map(({ type }) => type)).toEqual(['header', 'message', 'dropped', 'message', 'footer']);
    expect(lines[2]?.line).toEqual({ type: 'dropped', count: 2, time: 7 });
    expect(lines[4]?.line).toEqual({ type: 'footer', messages: 2, dropped: 2 });
  });

  it('leaves out a last line that was cut', async () => {
    const text = await written([record({ kind: 'message', message: {} })]);
    const cut = text.slice(0, text.lastIndexOf('"type":"footer"') + 3);
    expect((await read(cut)).map(({ type }) => type)).toEqual(['header', 'message']);
  });

  const header = JSON.stringify(HEADER);
  const message = JSON.stringify({ type: 'message', record: record({ kind: 'message', message: 1 }), findings: [] });
  it.for<[what: string, text: string, place: string, words: string]>([
    ['nothing', '', '1:1', 'it is empty'],
    ['white space', ' \n\n', '1:1', 'it is empty'],
    ['text', 'hello', '1:1', 'not JSON'],
    ['another format', '{"type":"header","format":"proctor-events","version":1}', '1:1', 'not a header'],
    ['a later version', header.replace('"version":1', '"version":2'), '1:1', 'version 2'],
    ['no message', `${header}\n{"type":"footer","messages":0}`, '1:1', 'no message'],
    ['a broken line', `${header}\n${message}\n{"type": tru}\n${message}`, '3:10', 'not JSON'],
    ['an unknown type', `${header}\n{"type":"note"}`, '2:1', 'none of message'],
    ['a message of nobody', `${header}\n${message.replace('"kit"', '"me"')}`, '2:1', '`record.from`'],
    ['an unknown kind', `${header}\n${message.replace('"kind":"message"', '"kind":"x"')}`, '2:1', '`record.kind`'],
    ['no count', `${header}\n{"type":"dropped","count":0}`, '2:1', '`count`'],
  ])('refuses %s, with its place', async ([, text, place, words]) => {
    const error: unknown = await read(text).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RecordingError);
    const { line, column, message: reason } = error as RecordingError;
    expect([`${line}:${column}`, reason]).toEqual([place, expect.stringContaining(words)]);
  });
});
