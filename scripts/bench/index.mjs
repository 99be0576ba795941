// `npm run bench`: the figures that Proctor is held to, as ratios within one run, so that they mean the same on every machine.
// Prints one line per figure with its goal; exits 1 where a goal is missed. Peers from `npm run peers` are used if they are there.
import { resolve } from 'node:path';
import { streams } from './a2a.mjs';
import { measured } from './bundled.mjs';
import { costPerCase } from './cost-per-case.mjs';
import { fanOut, killed, replay } from './hub.mjs';
import { inspectorTasks } from './inspector.mjs';
import { clientLeg, clientLegOfAll, serverLeg } from './mcp.mjs';
import { cpuOf, median, repeat, run, total } from './measure.mjs';
import { echoes, resident } from './mock.mjs';
import { proxyLatency } from './proxy.mjs';
import { reportOpened } from './report.mjs';
import { costPerByte, shapeNames } from './shapes/cost.mjs';
import { shared } from './stdio.mjs';
import { structuredText } from './structured-text.mjs';

const root = resolve(import.meta.dirname, '../..');
process.chdir(root);
const proctor = ['dist/bin/proctor.mjs'];
const rows = [];
const goal = (name, value, limit, unit, note = '') => {
  rows.push({ name, ok: value <= limit });
  const sign = value <= limit ? '✓' : '✗';
  console.log(`${sign} ${name}: ${value.toFixed(2)}${unit} (goal: at most ${limit}${unit})${note ? ` · ${note}` : ''}`);
};

/** As `goal`, for what must not be less. */
const atLeast = (name, value, limit, unit, note) => {
  rows.push({ name, ok: value >= limit });
  console.log(
    `${value >= limit ? '✓' : '✗'} ${name}: ${value.toFixed(2)}${unit} (goal: at least ${limit}${unit}) · ${note}`,
  );
};

/** How much came wrong: nothing may. */
const nothingWrong = (name, wrong) => goal(name, wrong.length, 0, '', wrong.slice(0, 3).join('; '));
const seconds = ({ ms, cpu }) => `${(ms / 1000).toFixed(1)} s, ${(cpu / 1000).toFixed(1)} s of CPU`;

/** The retained hub: alone with `--hub`. */
async function hub() {
  const shapes = [
    ['1,000 clients of one session', { sessions: 1, clients: 1000, words: 200 }],
    ['200 sessions with 5 clients each', { sessions: 200, clients: 5, words: 300 }],
  ];
  for (const [name, shape] of shapes) {
    const { ratio, ours, theirs, wrong, bare } = await fanOut(shape);
    if (bare.length > 0) throw new Error(`the bare fan-out of ${name} is none: ${bare[0]}`);
    goal(
      `hub, ${name}, against a bare fan-out, CPU`,
      ratio,
      2,
      'x',
      `${ours.frames} frames: ${seconds(ours)} against ${seconds(theirs)}`,
    );
    nothingWrong(`hub, ${name}: frames lost, twice or out of order`, wrong);
  }
  const replayed = await replay(100_000);
  goal(
    'hub, replay of 100,000 events against a log and a socket, CPU',
    replayed.ratio,
    2,
    'x',
    `${seconds(replayed.ours)} against ${seconds(replayed.theirs)}`,
  );
  goal('hub, memory that each further replay adds', replayed.grown, 48, ' MiB');
  nothingWrong('hub, replay: frames lost, twice or out of order', replayed.wrong);
  const kills = await killed(50);
  nothingWrong(
    `hub, killed 50 times while it sent ${kills.frames} frames: received and not there afterwards`,
    kills.wrong,
  );
}

/** The agent of A2A: 10,000 tasks streamed, 100 at a time. Alone with `--a2a`. */
async function a2a() {
  const tasks = await streams();
  goal(
    'a2a, 10,000 streams against a bare server of the same bytes, CPU',
    tasks.ratio,
    2.5,
    'x',
    `${tasks.cpu} ms against ${tasks.theirs} ms`,
  );
  const perSecond = (ms) => `${Math.round(20_000_000 / ms)} a second`;
  atLeast(
    'a2a, throughput of 10,000 streams against a bare server of the same bytes',
    tasks.throughput,
    0.4,
    'x',
    `${perSecond(tasks.wall.ours)} against ${perSecond(tasks.wall.theirs)}`,
  );
  goal('a2a, memory that 10,000 further streams add', tasks.grown, 32, ' MiB');
  nothingWrong('a2a, streams: tasks lost, twice or out of order', tasks.wrong);
}

/** MCP beside the official suites. Alone with `--mcp`. */
async function mcp() {
  const server = await serverLeg();
  const say = (name, { wall, cases, checks }) =>
    console.log(`  ${name}: ${wall.toFixed(0)} ms, ${cases} cases played, ${checks} checks`);
  say('mcp/server on server-everything over HTTP', server);
  if (server.suites.length === 0) console.log('- the official suites are not installed; `npm run peers` does that');
  for (const { name, times, wall, checks } of server.suites) {
    goal(
      `mcp/server, wall time against ${name}`,
      server.wall / wall,
      4,
      'x',
      `${wall.toFixed(0)} ms for ${checks} checks`,
    );
    goal(`mcp/server, wall time per check against ${name}`, server.wall / server.checks / (wall / checks), 1, 'x');
    atLeast(
      `mcp/server, checks against ${name}`,
      server.checks / checks,
      times,
      'x',
      `${server.checks} against ${checks}`,
    );
  }
  goal('mcp/server, peak memory of the runner', server.peak / 1024 / 1024, 127, ' MiB');

  const client = await clientLeg();
  say('mcp/client 2025-11-25 on the reference over HTTP', client);
  say('mcp/client on the reference over HTTP, every version', await clientLegOfAll());
  for (const { name, wall, checks } of client.suites) {
    goal(
      `mcp/client, wall time against the core run of ${name}`,
      client.wall / wall,
      0.2,
      'x',
      `${wall.toFixed(0)} ms for ${checks} checks`,
    );
    goal(`mcp/client, wall time per check against ${name}`, client.wall / client.checks / (wall / checks), 0.2, 'x');
  }
}

/** Memory and CPU per byte of a message, for nine shapes of it. Alone with `--shapes`. */
async function shapes() {
  for (const shape of shapeNames) {
    const { memory, growth, runs } = await costPerByte('stdio', shape);
    const refused = runs.at(-1).exit === 0 ? '' : 'beyond a limit, not read';
    goal(`a message of 8 MB, ${shape}: memory per byte`, memory, 20, ' bytes', refused);
    goal(`a message of 8 MB, ${shape}: CPU against one of 4 MB`, growth, 2.5, 'x', refused);
  }
}

/** The engine of truST's harness. Alone with `--st`. */
async function st() {
  const { st, js, ratio } = await structuredText();
  goal(
    'trust/server, a scan cycle of 1,000 statements against the same logic in JavaScript',
    ratio,
    60,
    'x',
    `${st.toFixed(1)} µs against ${js.toFixed(2)} µs`,
  );
}

/** A login, both sides of it ours. Alone with `--login`. */
async function login() {
  const { cpu, logins } = await measured('login.entry.ts');
  goal('a login, client and authorization server in one process, CPU', cpu, 20, ' ms', `mean of ${logins}`);
}

/** How many times their CPU the tasks of a page may take that has the machine to itself. */
const QUIET = 1.5;

/** How smooth the page of the inspector is. Alone with `--inspector`. */
async function inspector() {
  const tasks = await inspectorTasks();
  if (tasks === undefined) return void console.log('- the inspector: there is no browser');
  const { loaded, plain, busy } = tasks;
  const shown = ({ wall, cpu }) => `${wall.toFixed(1)} ms, ${cpu.toFixed(1)} ms of CPU`;
  console.log(
    `  a plain list beside it, longest task: ${shown(plain)}; its tasks took ${busy.toFixed(1)} times their CPU`,
  );
  for (const does of ['scrolled', 'filtered']) {
    const name = `inspector, 10,000 messages ${does}, longest task`;
    const { wall, cpu } = tasks[does];
    goal(`${name}, CPU of its thread`, cpu, 50, ' ms', 'of 3 rounds');
    // What passes while others run is no work of the page.
    if (busy < QUIET) goal(name, wall, 50, ' ms', 'the best of 3 rounds');
    else console.log(`- ${name}: ${wall.toFixed(2)} ms, on a machine too busy to hold it to 50 ms`);
  }
  goal('inspector, 10,000 messages loaded, longest task, CPU of its thread', loaded.cpu, 200, ' ms', shown(loaded));
}

/** How long the HTML report of 10,000 cases takes to open. Alone with `--report`. */
async function report() {
  const measured = await reportOpened();
  if (measured === undefined) return void console.log('- the HTML report: there is no browser');
  const { written, opened, filtered, size } = measured;
  const note = (wall) => `median of 5; ${wall.toFixed(0)} ms passed on this machine`;
  goal('HTML report, 10,000 cases, opened, CPU of its thread', opened.cpu, 1000, ' ms', note(opened.wall));
  goal('HTML report, 10,000 cases, filtered, CPU of its thread', filtered.cpu, 500, ' ms', note(filtered.wall));
  goal('HTML report, 10,000 cases, written, CPU', written, 3000, ' ms', `${size.toFixed(1)} MiB`);
}

/** What the proxy adds to a round trip. Alone with `--proxy`. */
async function proxy() {
  for (const [name, { added, tail, median, p99 }] of Object.entries(await proxyLatency())) {
    const shown = ({ proxied, bare, direct }) =>
      `${proxied.toFixed(2)} ms through it, ${bare.toFixed(2)} ms through a bare proxy, ${direct.toFixed(2)} ms past both`;
    goal(`proxy over ${name}, added to a round trip, median`, added, 1, ' ms', shown(median));
    goal(`proxy over ${name}, 99th percentile against a bare proxy`, tail, 3, 'x', shown(p99));
  }
}

/** Echoes of a mock next to a bare server, and what it holds after a million of them. Alone with `--mock`. */
async function mock() {
  const rate = ({ ours, theirs }) => `${Math.round(ours)} a second against ${Math.round(theirs)}`;
  for (const [name, { one, many }] of Object.entries(await echoes())) {
    const note = `${rate(one)}; 32 under way at a time: ${many.ratio.toFixed(2)}x, ${rate(many)}`;
    atLeast(`mock over ${name}, echo round trips against a bare echo of the same bytes`, one.ratio, 0.6, 'x', note);
  }
  const tenths = await resident();
  const [first, last] = [tenths[0], tenths.at(-1)];
  goal(
    'mock over stdio, resident memory from the first tenth of a million messages to the last',
    last - first,
    16,
    ' MiB',
    `${first.toFixed(1)} to ${last.toFixed(1)} MiB; ${tenths.map((one) => one.toFixed(0)).join(' ')}`,
  );
}

/** Cases that share processes against cases that don't: whole runs, some minutes each. Alone with `--stdio [NAME]`. */
async function stdio() {
  for await (const { name, missing, ratio, limit, together, alone, different } of shared(process.argv[3])) {
    if (missing) {
      console.log(`- ${name} is not installed; \`npm run peers\` does that`);
      continue;
    }
    const shown = ({ cpu, starts }) => `${(cpu / 1000).toFixed(1)} s in ${starts} starts`;
    const note = `${shown(together)} against ${shown(alone)}, ${alone.verdicts.size} cases`;
    goal(`${name}, cases that share processes against \`--isolation case\`, CPU`, ratio, limit, 'x', note);
    nothingWrong(`${name}: cases that do not come to the same`, different);
  }
}

const PARTS = {
  '--hub': hub,
  '--a2a': a2a,
  '--login': login,
  '--mcp': mcp,
  '--shapes': shapes,
  '--st': st,
  '--proxy': proxy,
  '--mock': mock,
  '--inspector': inspector,
  '--report': report,
  '--stdio': stdio,
};
const named = process.argv[2];
const alone = PARTS[named];
if (named !== undefined && alone === undefined) {
  console.error(`there is no part ${named}: npm run bench -- [${Object.keys(PARTS).join(' | ')}]`);
  process.exit(2);
}
if (alone) {
  await alone();
  process.exit(rows.every((row) => row.ok) ? 0 : 1);
}
await hub();
await a2a();
await shapes();
await st();
await login();
await proxy();
await mock();
await inspector();
await report();
await stdio();

// Start-up: taken in turns, so that a slow moment hits both.
const [bare, version] = await repeat(15, [
  () => run([process.execPath, '-e', '0']),
  () => run([process.execPath, ...proctor, '--version']),
]);
goal(
  '`proctor --version` against `node -e 0`',
  median(version, 'ms') / median(bare, 'ms'),
  2,
  'x',
  `${median(version, 'ms').toFixed(0)} ms against ${median(bare, 'ms').toFixed(0)} ms, median of 15`,
);

const [load] = await repeat(9, [() => run([process.execPath, 'scripts/bench/load-validators.mjs'])]);
const loaded = load.map((one) => ({ ms: Number(one.stdout.trim()) }));
goal('all validators of mcp/2025-11-25 ready', median(loaded, 'ms'), 60, ' ms', 'median of 9 fresh processes');

// The clock of CPU times ticks every 10 ms: only sums mean something.
const hello = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
};
const [nothing, answers] = await repeat(40, [
  () => cpuOf([process.execPath, '-e', '0']),
  () => cpuOf([process.execPath, ...proctor, 'mock', 'mcp/server'], hello),
]);
goal(
  'a reference from its start to its first answer against `node -e 0`, CPU',
  total(answers, 'cpu') / total(nothing, 'cpu'),
  1.4,
  'x',
  `${total(answers, 'cpu') / 20} ms against ${total(nothing, 'cpu') / 20} ms, mean of 20`,
);

const cost = await costPerCase();
goal("the runner's own cost per case, target in memory", cost.memory, 3, ' ms', `${cost.cases} cases`);
goal('one case, reference inside', cost.inside, 3, ' ms', `${cost.cases} cases`);

await mcp();
process.exit(rows.every((row) => row.ok) ? 0 : 1);
