// The reference agent under load: tasks streamed to their ends, many at a time, next to a server that writes the same bytes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { server } from './server.mjs';

/** Sends one message and reads its stream as text, to the end. */
function streamed(url, agent, index) {
  const message = {
    kind: 'message',
    messageId: `m-${index}`,
    role: 'user',
    parts: [{ kind: 'text', text: `say task-${index}` }],
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: index, method: 'message/stream', params: { message } });
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', agent, headers }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
      response.on('error', reject);
    });
    call.on('error', reject);
    call.end(body);
  });
}

/** What is wrong with the stream of a task: it says its text once, completes once, and has its own id everywhere. */
function problems(text, index, ids) {
  const events = text.split('\n\n').flatMap((block) => {
    const data = /^data: (.*)$/m.exec(block)?.[1];
    return data === undefined ? [] : [JSON.parse(data)];
  });
  const results = events.map(({ result }) => result);
  const kinds = results.map(({ kind, status }) => (kind === 'artifact-update' ? kind : status.state)).join(' ');
  const id = results[0]?.id;
  const isOwn = events.every((event) => event.id === index) && results.slice(1).every(({ taskId }) => taskId === id);
  const said = results.find(({ artifact }) => artifact)?.artifact.parts[0].text;
  const isNew = id !== undefined && !ids.has(id);
  ids.add(id);
  const isRight = kinds === 'submitted working artifact-update completed' && isOwn && isNew && said === `task-${index}`;
  return isRight ? [] : [`task ${index}: ${kinds}`];
}

/** Streams so many tasks, so many at a time; `look` sees each stream and its number, from `first` on. */
async function load(url, { count, atOnce, first = 0, look = () => undefined }) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  let next = first;
  const one = async () => {
    while (next < first + count) {
      const index = next++;
      look(await streamed(url, agent, index), index);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  agent.destroy();
}

/** Rounds in which both servers are timed in turns, so that a slow moment of the machine hits both; and streams of each, as a part of all. */
const PART = 1 / 5;
const ROUNDS = 10;

/**
 * Streams tasks through the reference agent, and the same bytes out of a bare server. The result has the CPU of both in ms and as a
 * ratio; the time of both in ms and as a ratio of throughput, of twice as many streams that nobody looks at; what was lost or came
 * twice; and by how many MiB the memory of the agent grows while as many tasks come a fourth time: it keeps the latest 10,000, so that
 * by then one goes for each that comes, and the heap has its size.
 */
export async function streams(count = 10_000, atOnce = 100) {
  const folder = mkdtempSync(join(tmpdir(), 'proctor-bench-a2a-'));
  try {
    const ours = await server(['dist/bin/proctor.mjs', 'mock', 'a2a/server', '--transport', 'http']);
    const wrong = [];
    const ids = new Set();
    let sample = '';
    const look = (text, index) => {
      sample ||= text;
      wrong.push(...problems(text, index, ids));
    };
    const began = ours.cpu();
    await load(ours.url, { count, atOnce, look });
    const cpu = ours.cpu() - began;
    const pieces = join(folder, 'pieces.json');
    writeFileSync(pieces, JSON.stringify(sample.split(/(?<=\n\n)/)));
    const bare = await server(['scripts/bench/bare-sse.mjs', pieces]);
    const before = bare.cpu();
    await load(bare.url, { count, atOnce });
    const theirs = bare.cpu() - before;
    const wall = { ours: 0, theirs: 0 };
    const timed = async (url, first) => {
      const start = performance.now();
      await load(url, { count: count * PART, atOnce, first });
      return performance.now() - start;
    };
    for (let round = 0; round < ROUNDS; round++) {
      const first = count * (1 + round * PART);
      wall.ours += await timed(ours.url, first);
      wall.theirs += await timed(bare.url, first);
    }
    await bare.stop();
    const full = ours.memory();
    await load(ours.url, { count, atOnce, look, first: 3 * count });
    const grown = ours.memory() - full;
    await ours.stop();
    return { ratio: cpu / theirs, cpu, theirs, wall, throughput: wall.theirs / wall.ours, wrong, grown };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
