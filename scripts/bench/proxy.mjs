// What `proctor proxy` adds to a round trip, in ms: pings through the proxy and past it, in turns, with a bare server of Node behind both.
import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';

const proctor = [process.execPath, 'dist/bin/proctor.mjs'];
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

const at = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];

/** What one way takes more than the other: of the medians, and of the 99th percentiles. */
async function added(direct, proxied, rounds) {
  const times = { direct: [], proxied: [] };
  for (let round = -200; round < rounds; round += 1) {
    const one = await timed(direct, round + 201);
    const other = await timed(proxied, round + 201);
    // Both warm up first.
    if (round < 0) continue;
    times.direct.push(one);
    times.proxied.push(other);
  }
  await direct.end();
  await proxied.end();
  const sorted = Object.fromEntries(Object.entries(times).map(([name, all]) => [name, all.sort((a, b) => a - b)]));
  const more = (part) => at(sorted.proxied, part) - at(sorted.direct, part);
  return { median: more(0.5), p99: more(0.99), through: at(sorted.proxied, 0.5), past: at(sorted.direct, 0.5) };
}

/** The added latency over stdio and over HTTP. */
export async function proxyLatency(rounds = 3_000) {
  const command = [process.execPath, '-e', STDIO];
  const proxy = [...proctor, 'proxy', '--role', 'mcp/server'];
  const stdio = await added(overStdio(command), overStdio([...proxy, '--', ...command]), rounds);
  const server = await listening([process.execPath, '-e', HTTP]);
  const between = await listening([...proxy, '--url', server.url]);
  const http = await added(overHttp(server.url), overHttp(between.url), rounds);
  between.stop();
  server.stop();
  return { stdio, http };
}
