// The reference hub under load: what it delivers, next to a bare fan-out of the same frames; a replay, next to a log and a socket; and
// what is left of it when it is killed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { server } from './server.mjs';
import { openReader } from './ws-reader.mjs';

/** The reference hub with its log in a folder. */
function startHub(folder, more = {}) {
  const script = join(folder, 'hub.json');
  writeFileSync(script, JSON.stringify({ state: join(folder, 'state'), ...more }));
  return server(['dist/bin/proctor.mjs', 'mock', 'hub/server', '--transport', 'ws', '--script', script]);
}

const startBare = (...words) => server(['scripts/bench/bare-hub.mjs', ...words]);

/** A client of the hub: asks and waits for the answer; `frame` is told of all that is no answer to it. */
async function hubClient(url, frame = () => undefined, ended = () => undefined) {
  const waiting = new Map();
  let count = 0;
  const reader = await openReader(url, {
    ended,
    frame: (bytes, from, to) => {
      // Only responses and requests have an id at their beginning; updates are not read further than whoever listens does.
      const isReply = bytes.latin1Slice(from, from + 22).startsWith('{"jsonrpc":"2.0","id":');
      const message = isReply ? JSON.parse(bytes.utf8Slice(from, to)) : undefined;
      const settle = message && waiting.get(message.id);
      frame(bytes, from, to);
      if (settle) settle(message);
    },
  });
  const ask = (method, params) =>
    new Promise((resolve) => {
      count += 1;
      waiting.set(count, resolve);
      reader.send(JSON.stringify({ jsonrpc: '2.0', id: count, method, params }));
    });
  return { ...reader, ask };
}

/** The number behind the last `name` in a frame, such as `"eventId":12`. */
function numberIn(bytes, from, to, name) {
  const at = bytes.lastIndexOf(name, to);
  if (at < from) return undefined;
  let value = 0;
  for (let place = at + name.length; place < to; place++) {
    const digit = bytes[place] - 48;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  return value;
}

/** Counts words as they come: `wrong` says of the first that was not the next, or whose event id did not rise. */
function counting(words, done) {
  const state = { words: 0, last: 0, wrong: undefined };
  const frame = (bytes, from, to) => {
    const word = numberIn(bytes, from, to, '"text":"word ');
    if (word === undefined) return;
    const eventId = numberIn(bytes, from, to, '"eventId":');
    if (word !== state.words + 1 || eventId <= state.last)
      state.wrong ??= `word ${word}, event ${eventId} behind word ${state.words}, event ${state.last}`;
    state.words += 1;
    state.last = eventId;
    if (state.words === words) done();
  };
  return { state, frame };
}

/** Has each of `sessions` say `words` to `clients`; `open` makes what attaches clients and begins. Returns ms, CPU, and who got it wrong. */
async function deliver(url, cpu, { sessions, clients, words }, open) {
  let left = sessions * clients;
  let finish;
  const over = new Promise((resolve) => {
    finish = resolve;
  });
  const counted = [];
  const count = () => {
    const one = counting(words, () => --left === 0 && finish());
    counted.push(one.state);
    return one.frame;
  };
  const begins = [];
  const all = [];
  for (let session = 0; session < sessions; session++)
    begins.push(await open(url, { session, clients, words, count, all }));
  const [began, before] = [performance.now(), cpu()];
  const patience = setTimeout(finish, 300_000);
  for (const begin of begins) begin();
  await over;
  clearTimeout(patience);
  const ms = performance.now() - began;
  const wrong = counted.flatMap(
    ({ wrong: why, words: got }) => why ?? (got === words ? [] : [`${got} words of ${words}`]),
  );
  for (const one of all) one.close();
  return { ms, cpu: cpu() - before, wrong, frames: sessions * clients * words };
}

async function openAtHub(url, { clients, words, count, all }) {
  const owner = await hubClient(url, count());
  all.push(owner);
  await owner.ask('initialize', { protocolVersion: 1 });
  const { result } = await owner.ask('session/new', { cwd: '/', mcpServers: [] });
  const { sessionId } = result;
  for (let index = 1; index < clients; index++) {
    const observer = await hubClient(url, count());
    all.push(observer);
    await observer.ask('session/load', { sessionId, _harn: { role: 'observer', clientId: `observer-${index}` } });
  }
  return () => void owner.ask('session/prompt', { sessionId, prompt: [{ type: 'text', text: `pour ${words}` }] });
}

async function openAtBare(url, { session, clients, words, count, all }) {
  const sessionId = `sess_00000000-0000-0000-0000-${String(session).padStart(12, '0')}`;
  let first;
  for (let index = 0; index < clients; index++) {
    const reader = await openReader(`${url}/${session}`, { frame: count() });
    first ??= reader;
    all.push(reader);
  }
  return () => first.send(JSON.stringify({ frames: words, sessionId }));
}

/** What the hub computes to deliver, in times of what a bare fan-out computes: the round in the middle of three. */
export async function fanOut(shape) {
  const rounds = [];
  for (let round = 0; round < 3; round++) {
    const folder = mkdtempSync(join(tmpdir(), 'proctor-bench-hub-'));
    // Nobody is to be cut off: it is about who gets what how fast.
    const hub = await startHub(folder, { sendBufferBytes: 512 * 1024 * 1024 });
    const ours = await deliver(hub.url, hub.cpu, shape, openAtHub).finally(() => hub.stop());
    rmSync(folder, { recursive: true });
    const bare = await startBare('fan-out');
    const theirs = await deliver(bare.url, bare.cpu, shape, openAtBare).finally(() => bare.stop());
    rounds.push({ ratio: ours.cpu / theirs.cpu, ours, theirs });
  }
  rounds.sort((a, b) => a.ratio - b.ratio);
  return {
    ...rounds[1],
    wrong: rounds.flatMap(({ ours }) => ours.wrong),
    bare: rounds.flatMap(({ theirs }) => theirs.wrong),
  };
}

/**
 * What the hub computes for a replay of `events` to a new observer, in times of reading the log and writing it to a socket; and the MiB by
 * which it grew after the first.
 */
export async function replay(events) {
  const folder = mkdtempSync(join(tmpdir(), 'proctor-bench-hub-'));
  const hub = await startHub(folder);
  const owner = await hubClient(hub.url);
  await owner.ask('initialize', { protocolVersion: 1 });
  const { result } = await owner.ask('session/new', { cwd: '/', mcpServers: [] });
  const { sessionId } = result;
  await owner.ask('session/prompt', { sessionId, prompt: [{ type: 'text', text: `pour ${events}` }] });
  const rounds = [];
  const wrong = [];
  // The first replay is what the others are held against: it fills what V8 and the log keep for later.
  const peaks = [];
  for (let round = 0; round < 4; round++) {
    let peak = 0;
    const { state, frame } = counting(events, () => undefined);
    const observer = await hubClient(hub.url, frame);
    const look = setInterval(() => {
      peak = Math.max(peak, hub.memory());
    }, 20);
    const [began, before] = [performance.now(), hub.cpu()];
    await observer.ask('session/load', { sessionId, _harn: { role: 'observer', clientId: `observer-${round}` } });
    const ours = { ms: performance.now() - began, cpu: hub.cpu() - before };
    clearInterval(look);
    peaks.push(peak);
    observer.close();
    if (state.wrong || state.words !== events) wrong.push(state.wrong ?? `${state.words} words of ${events}`);
    if (round > 0) rounds.push({ ours });
  }
  owner.close();
  await hub.stop();
  const bare = await startBare('log', join(folder, 'state'), `acp.session.${sessionId}`);
  for (const round of rounds) {
    const [began, before] = [performance.now(), bare.cpu()];
    let bytes = 0;
    await new Promise((resolve, reject) => {
      const count = (_, from, to) => {
        bytes += to - from;
      };
      openReader(bare.url, { frame: count, ended: resolve }).catch(reject);
    });
    round.theirs = { ms: performance.now() - began, cpu: bare.cpu() - before };
    if (bytes < 100 * events) wrong.push(`${bytes} bytes of a bare log`);
  }
  await bare.stop();
  rmSync(folder, { recursive: true });
  const median = (name) => rounds.map((round) => round[name]).sort((one, other) => one.cpu - other.cpu)[1];
  const [ours, theirs] = [median('ours'), median('theirs')];
  return { ours, theirs, ratio: ours.cpu / theirs.cpu, grown: Math.max(...peaks.slice(1)) - peaks[0], wrong };
}

/** A frame as it was when it was new. */
const live = (bytes, from, to) => bytes.utf8Slice(from, to).replace('"replayed":true', '"replayed":false');

/** Kills the hub `times` times while it speaks to an owner and three observers. Returns what of it was not there after the next start. */
export async function killed(times) {
  const folder = mkdtempSync(join(tmpdir(), 'proctor-bench-hub-'));
  const wrong = [];
  let highest = 0;
  let frames = 0;
  for (let time = 0; time < times; time++) {
    const hub = await startHub(folder);
    /** Every frame with an event id of a session that somebody has got, by its id. */
    const got = new Map();
    const take = (bytes, from, to) => {
      const eventId = numberIn(bytes, from, to, '"eventId":');
      if (eventId !== undefined && eventId >= 1000) got.set(eventId, live(bytes, from, to));
    };
    let gone = 0;
    let ended;
    const all = new Promise((resolve) => {
      ended = () => ++gone === 4 && resolve();
    });
    const owner = await hubClient(hub.url, take, ended);
    await owner.ask('initialize', { protocolVersion: 1 });
    const { result, _harn } = await owner.ask('session/new', { cwd: '/', mcpServers: [] });
    if (_harn.eventId <= highest) wrong.push(`event ${_harn.eventId} behind ${highest}`);
    const { sessionId } = result;
    for (let index = 0; index < 3; index++) {
      const observer = await hubClient(hub.url, take, ended);
      await observer.ask('session/load', { sessionId, _harn: { role: 'observer', clientId: `observer-${index}` } });
    }
    void owner.ask('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'pour 1000000' }] });
    await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 180));
    await hub.stop('SIGKILL');
    // What was on its way when the hub died is read to its end.
    await all;
    const again = await startHub(folder);
    const kept = new Map();
    const reader = await hubClient(again.url, (bytes, from, to) => {
      // The answer to the load, which names every event, is none.
      const eventId = numberIn(bytes, from, to, '"eventId":');
      if (!kept.has(eventId)) kept.set(eventId, live(bytes, from, to));
    });
    await reader.ask('session/load', { sessionId });
    for (const [eventId, text] of got) {
      highest = Math.max(highest, eventId);
      if (kept.get(eventId) !== text)
        wrong.push(`kill ${time + 1}: event ${eventId} was received and is not replayed as it was`);
    }
    frames += got.size;
    reader.close();
    await again.stop('SIGKILL');
  }
  rmSync(folder, { recursive: true });
  return { frames, wrong };
}
