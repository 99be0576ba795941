// What `proctor proxy` adds to a round trip, in ms: pings through the proxy, past it, and through a bare proxy of Node that looks at nothing, in
// turns, with a bare server of Node behind all three.
import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';

const proctor = [process.execPath, 'dist/bin/proctor.mjs'];
/** Rounds before anything is measured. */
const WARM = 4;
const PING = (id) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;

const STDIO = `let rest = '';
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n');
  rest = lines.pop();
  for (const line of lines) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(line).id, result: {} }) + '\\n');
});`;

const HTTP = `const server = require('node:http').createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => { text += chunk; });
  request.on('end', () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(text).id, result: {} });
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    response.end(body);
  });
});
server.keepAliveTimeout = 60000;
server.listen(0, '127.0.0.1', () => console.log('listening on http://127.0.0.1:' + server.address().port + '/mcp'));`;

/** Passes on what comes, and nothing else. */
const BARE_STDIO = `const child = require('node:child_process').spawn(process.argv[1], process.argv.slice(2), { stdio: ['pipe', 'pipe', 'inherit'] });
process.stdin.pipe(child.stdin);
child.stdout.pipe(process.stdout);`;

const BARE_HTTP = `const { Agent, createServer, request } = require('node:http');
const agent = new Agent({ keepAlive: true });
const server = createServer((asked, answer) => {
  const { method, url: path, headers } = asked;
  const passed = request(new URL(path, process.argv[1]), { method, headers, agent }, (answered) => {
    answer.writeHead(answered.statusCode, answered.headers);
    answered.pipe(answer);
  });
  asked.pipe(passed);
});
server.keepAliveTimeout = 60000;
server.listen(0, '127.0.0.1', () => console.log('listening on http://127.0.0.1:' + server.address().port + '/mcp'));`;

/** A program over stdio: resolves a ping once its answer is there. */
function overStdio(argv) {
  const child = spawn(argv[0], argv.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
  let rest = '';
  let waiting;
  child.stdout.on('data', (chunk) => {
    rest += chunk;
    if (!rest.includes('\n')) return;
    rest = '';
    waiting();
  });
  return {
    ping: (id) =>
      new Promise((resolve) => {
        waiting = resolve;
        child.stdin.write(`${PING(id)}\n`);
      }),
    end: () =>
      new Promise((resolve) => {
        child.once('close', resolve);
        child.stdin.end();
      }),
  };
}

/** The same for a URL. */
function overHttp(url) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { 'content-type': 'application/json' };
  return {
    ping: (id) =>
      new Promise((resolve, reject) => {
        const asked = request(url, { method: 'POST', agent, headers }, (response) => {
          response.resume().once('end', resolve);
        });
        asked.once('error', reject);
        asked.end(PING(id));
      }),
    end: async () => agent.destroy(),
  };
}

function listening(argv) {
  const child = spawn(argv[0], argv.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve) => {
    child.stdout.once('data', (chunk) => {
      const url = /listening on (\S+)/.exec(String(chunk))[1];
      resolve({ url, stop: () => child.kill('SIGTERM') });
    });
  });
}

async function timed({ ping }, id) {
  const began = performance.now();
  await ping(id);
  return performance.now() - began;
}

const at = (times, part) => [...times].sort((a, b) => a - b)[Math.floor((times.length - 1) * part)];
/** The one in the middle. */
const middle = (values) => at(values, 0.5);

/**
 * What the proxy adds to the median, and its 99th percentile in times of that of a bare proxy, each the middle one of the rounds: on a busy
 * machine one in a hundred waits for others however little is done with it, but not in most rounds.
 */
async function added(ways, rounds, count) {
  const names = Object.keys(ways);
  const all = [];
  for (let round = -WARM; round < rounds; round += 1) {
    const times = Object.fromEntries(names.map((name) => [name, []]));
    for (let ping = 0; ping < count; ping += 1)
      for (const name of names) times[name].push(await timed(ways[name], (round + WARM) * count + ping + 1));
    if (round >= 0) all.push(times);
  }
  for (const way of Object.values(ways)) await way.end();
  const of = (part) =>
    Object.fromEntries(names.map((name) => [name, middle(all.map((times) => at(times[name], part)))]));
  const tails = all.map(({ proxied, bare }) => at(proxied, 0.99) / at(bare, 0.99));
  const median = of(0.5);
  return { added: median.proxied - median.direct, tail: middle(tails), median, p99: of(0.99) };
}

/** The added latency over stdio and over HTTP. */
export async function proxyLatency(rounds = 15, count = 300) {
  const node = [process.execPath, '-e'];
  const proxy = [...proctor, 'proxy', '--role', 'mcp/server'];
  const command = [...node, STDIO];
  const stdio = await added(
    {
      direct: overStdio(command),
      bare: overStdio([...node, BARE_STDIO, '--', ...command]),
      proxied: overStdio([...proxy, '--', ...command]),
    },
    rounds,
    count,
  );
  const server = await listening([...node, HTTP]);
  const bare = await listening([...node, BARE_HTTP, '--', server.url]);
  const between = await listening([...proxy, '--url', server.url]);
  const http = await added(
    { direct: overHttp(server.url), bare: overHttp(bare.url), proxied: overHttp(between.url) },
    rounds,
    count,
  );
  for (const { stop } of [between, bare, server]) stop();
  return { stdio, http };
}
