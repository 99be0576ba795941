import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { recordLine } from '../../reports/text/record.js';
import { loadCorpus } from '../../runner/load/corpus.js';
import { formatOf } from '../../runner/load/files/formats.js';
import { judgeFormat } from '../../runner/load/files/read.js';
import { parseYaml } from '../../runner/load/files/yaml.js';
import { loadRoleProtocol } from '../../runner/run/role-protocol.js';
import { describeFound } from '../../src/conversation/summary.js';
import { showValue } from '../../src/json/display.js';
import { equal, keyOf } from '../../src/json/equal.js';
import { duplicateKeys, type Json, JsonProblem, parseJson } from '../../src/json/json.js';
import { jsonText } from '../../src/json/json-escapes.js';
import { roleEntry } from '../../src/protocols/index.js';
import { recordJson } from '../../src/recording/record-json.js';
import { createWatch } from '../../src/watch/watch.js';
import type { Carried } from '../../src/wire/carried.js';
import { carryBytes } from '../../src/wire/carry.js';
import { readBody } from '../../src/wire/http/body.js';
import { joinHeaders } from '../../src/wire/http/headers.js';
import { encodeEvent, SseDecoder } from '../../src/wire/http/sse.js';
import { defaultLimits } from '../../src/wire/limits.js';
import { NdjsonDecoder } from '../../src/wire/ndjson.js';
import { viewOf, type WireRecord } from '../../src/wire/record.js';
import { encodeFrame, FrameReader } from '../../src/wire/websocket/frames.js';
import { listenWebSocket } from '../../src/wire/websocket/websocket.js';
import { changed, chunksOf, messageText } from './inputs.js';
import type { Randoms } from './randoms.js';

/** Reads an input that it makes of random numbers, as Proctor reads what comes from elsewhere. What it throws is a finding. */
type Reader = (random: Randoms) => void | Promise<void>;

/** By name, with how many of a hundred inputs it gets. */
export interface Readers {
  all: { name: string; share: number; read: Reader }[];
  close(): Promise<void>;
}

/** Roles whose rules watch what is read. */
const WATCHED = ['mcp/server', 'acp/agent', 'a2a/server', 'hub/server'];

/** Everything that reads what a target, a client or a repository sends, without any of them. */
export async function readersOf(root: string): Promise<Readers> {
  const judge = await judgeOf(root);
  const sockets = await socketReader(judge);
  return {
    all: [
      { name: 'values', share: 20, read: readValue },
      { name: 'lines', share: 34, read: (random) => readLines(random, judge) },
      { name: 'events', share: 20, read: (random) => readEvents(random, judge) },
      { name: 'bodies', share: 11, read: (random) => readWhole(random, judge) },
      { name: 'frames', share: 12, read: readFrames },
      { name: 'sockets', share: 1, read: sockets.read },
      { name: 'files', share: 2, read: await fileReader(root) },
    ],
    close: sockets.close,
  };
}

/** What is done with everything that was read: the wire rules of each role, and what a report shows of it. */
async function judgeOf(root: string): Promise<(items: readonly Carried[], random: Randoms) => void> {
  const { corpus } = await loadCorpus(root, { compiled: join(root, 'dist/corpus') });
  const lanes: Omit<Parameters<typeof createWatch>[0], 'transport'>[] = [];
  for (const id of WATCHED) {
    const role = corpus.roles.get(id);
    const entry = await roleEntry(id);
    if (!role || !entry) throw new Error(`there is no role ${id}`);
    lanes.push((await loadRoleProtocol(corpus, role, entry.version)).watch);
  }
  const watches = lanes.flatMap((lane) =>
    ['stdio', 'http', 'ws'].map((transport) => createWatch({ ...lane, transport })),
  );
  return (items, random) => {
    const watch = random.pick(watches);
    const ask = { jsonrpc: '2.0', id: 1, method: random.pick(['ping', 'tools/list', 'session/new']) };
    watch.observe('s', { kind: 'message', message: ask, seq: 0, time: 0, from: 'kit', channel: 'main' });
    for (const [index, carried] of items.slice(0, 200).entries()) {
      const record: WireRecord = {
        ...carried,
        seq: index + 1,
        time: 0,
        from: random.pick(['target', 'target', 'kit']),
        channel: 'main',
      };
      for (const finding of watch.observe('s', record)) jsonText({ ...finding, record: recordJson(finding.record) });
      jsonText(recordJson(record));
      recordLine(record);
      describeFound(record);
      showValue(viewOf(record));
    }
    watch.end('s');
  };
}

function readValue(random: Randoms): void {
  const text = Buffer.from(changed(Buffer.from(messageText(random)), random)).toString();
  duplicateKeys(text, 3);
  let value: Json;
  try {
    value = parseJson(text);
  } catch (error) {
    if (error instanceof JsonProblem) return;
    throw error;
  }
  keyOf(value);
  if (!equal(value, parseJson(text))) throw new Error('a value is not equal to itself');
}

function readLines(random: Randoms, judge: (items: Carried[], random: Randoms) => void): void {
  const decoder = new NdjsonDecoder(limitsOf(random));
  const lines = Array.from(
    { length: 1 + random.below(3) },
    () => `${messageText(random)}${random.pick(['\n', '\r\n', '', ' \n\n'])}`,
  );
  const items = chunksOf(changed(Buffer.from(lines.join('')), random), random).flatMap((chunk) => decoder.push(chunk));
  judge([...items, ...decoder.end()], random);
}

function readEvents(random: Randoms, judge: (items: Carried[], random: Randoms) => void): void {
  const decoder = new SseDecoder(limitsOf(random));
  const events = Array.from({ length: 1 + random.below(3) }, () => {
    const data = random.percent(15)
      ? random.pick(['\n', ':', '', 'ab\n']).repeat(random.below(3000))
      : messageText(random);
    return encodeEvent(random.percent(50) ? { id: String(random.below(9)), event: 'message', retry: 1 } : {}, data);
  });
  const items = chunksOf(changed(Buffer.from(events.join('')), random), random).flatMap((chunk) => decoder.push(chunk));
  decoder.end();
  judge(items, random);
}

/** Limits of bytes that are met now and then. */
function limitsOf(random: Randoms) {
  return random.percent(10)
    ? { ...defaultLimits, message: 1 + random.below(2000), evidence: 1 + random.below(100) }
    : defaultLimits;
}

const TYPES = ['application/json', 'text/event-stream', 'text/html', 'application/json; charset=utf-16', ';', ''];
const CODINGS: { [name: string]: (bytes: Uint8Array) => Uint8Array } = {
  identity: (bytes) => bytes,
  gzip: (bytes) => gzipSync(bytes, { level: 1 }),
  deflate: (bytes) => deflateSync(bytes, { level: 1 }),
  br: (bytes) => brotliCompressSync(bytes.subarray(0, 5000)),
  odd: (bytes) => bytes,
};

/** The body of a response, with its head and coding. */
async function readWhole(random: Randoms, judge: (items: Carried[], random: Randoms) => void): Promise<void> {
  const coding = random.pick(random.percent(70) ? ['identity'] : Object.keys(CODINGS));
  const plain = random.percent(50) ? messageText(random) : encodeEvent({}, messageText(random));
  const bytes = changed(CODINGS[coding]!(changed(Buffer.from(plain), random)), random);
  const headers = joinHeaders(['Content-Type', random.pick(TYPES), 'Content-Encoding', coding, 'X-A', '1', 'x-a', '2']);
  const stream = Readable.from(chunksOf(bytes, random)) as unknown as IncomingMessage;
  const items: Carried[] = [];
  await new Promise<void>((resolve) => {
    const deliver = (carried: Carried) => void items.push(carried);
    const close = (closed: NonNullable<Carried['closed']>, rest: Pick<Carried, 'body' | 'bytes'>) => {
      items.push({ kind: 'closed', closed, ...rest });
      resolve();
    };
    stream.on('error', () => {});
    readBody(stream, headers, { limits: limitsOf(random) }, { deliver, close });
  });
  judge(items, random);
}

const OPCODES = ['continuation', 'text', 'binary', 'close', 'ping', 'pong'] as const;

/** Frames of WebSocket as bytes: whole messages and pieces, control frames between them, changed. */
function framesOf(random: Randoms): Uint8Array {
  const frames = Array.from({ length: 1 + random.below(5) }, () => {
    const opcode = random.pick(OPCODES);
    const payload =
      opcode === 'text' ? Buffer.from(messageText(random)) : Buffer.alloc(random.below(130), random.below(256));
    return encodeFrame({ opcode, fin: random.percent(80) }, payload, true);
  });
  return changed(Buffer.concat(frames), random);
}

function readFrames(random: Randoms): void {
  const reader = new FrameReader();
  for (const chunk of chunksOf(framesOf(random), random)) reader.push(chunk);
}

/** A WebSocket server of ours, to which each input makes a connection of its own. */
async function socketReader(
  judge: (items: Carried[], random: Randoms) => void,
): Promise<{ read: Reader; close(): Promise<void> }> {
  let took: (carried: Carried) => void = () => {};
  const server = await listenWebSocket({
    onPeer: (peer) => {
      peer.listen((carried) => took(carried));
      void peer.closed;
    },
  });
  const head = [
    'GET / HTTP/1.1',
    'Host: 127.0.0.1',
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    '',
    '',
  ].join('\r\n');
  return {
    async read(random) {
      const items: Carried[] = [];
      took = (carried) => void items.push(carried);
      const start = Buffer.from(head);
      const bytes = Buffer.concat([random.percent(20) ? changed(start, random) : start, framesOf(random)]);
      await new Promise<void>((resolve) => {
        const socket = connect({ port: server.port, host: '127.0.0.1' }, () => {
          for (const chunk of chunksOf(bytes, random).slice(0, 50)) socket.write(chunk);
          socket.end();
        });
        socket.on('error', () => {});
        socket.on('close', () => resolve());
        socket.resume();
      });
      judge(items, random);
    },
    close: () => server.close(),
  };
}

/** Files that users write and repositories bring, changed. */
async function fileReader(root: string): Promise<Reader> {
  const folder = join(root, 'targets/reference');
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  const formats = [await formatOf('target'), await formatOf('case'), await formatOf('known')];
  return (random) => {
    const text = random.percent(80) ? random.pick(texts) : messageText(random).slice(0, 3000);
    const bytes = Buffer.from(changed(Buffer.from(text), random));
    const { source, problems } = parseYaml('file.yaml', bytes.toString());
    judgeFormat(source, problems, random.pick(formats));
    carryBytes(bytes, defaultLimits);
  };
}
