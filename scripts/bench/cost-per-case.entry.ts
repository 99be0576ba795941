import { loadCorpus } from '../../runner/load/corpus.js';
import { readScript } from '../../runner/load/script.js';
import { targetFromCommand } from '../../runner/load/target/target-argv.js';
import { prepareTargetRun } from '../../runner/run/target-run.js';
import { driveCase } from '../../src/conversation/case/drive.js';
import type { RoleEntry } from '../../src/conversation/role-entry.js';
import type { TargetHandle, TargetMaker } from '../../src/conversation/target.js';
import type { Json, JsonObject } from '../../src/json/json.js';
import { roleEntry } from '../../src/protocols/index.js';
import type { Listener } from '../../src/wire/carried.js';
import { realClock } from '../../src/wire/clock/clock.js';
import { defaultLimits } from '../../src/wire/limits.js';

const ROUNDS = 5;
const CASES = 200;

/** A server in memory: answers `initialize` and everything else with the least that the schema takes. */
function answering(): TargetHandle {
  let listener: Listener = () => undefined;
  const reply = (message: JsonObject): Json => {
    if (message.method !== 'initialize') return {};
    return { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'memory', version: '1' } };
  };
  return {
    headers: {},
    shared: false,
    stderr: () => '',
    stdout: () => '',
    release: async () => undefined,
    pipes: {
      write(bytes) {
        for (const line of Buffer.from(bytes).toString('utf8').split('\n')) {
          if (line === '') continue;
          const message = JSON.parse(line) as JsonObject;
          if (!('id' in message)) continue;
          const answer: JsonObject = { jsonrpc: '2.0', id: message.id!, result: reply(message) };
          queueMicrotask(() => listener({ kind: 'message', message: answer, text: JSON.stringify(answer) }));
        }
      },
      end: () => undefined,
      reset: () => undefined,
      listen: (next) => {
        listener = next;
      },
      traffic: () => ({ sent: 0, received: 0 }),
    },
  };
}

/** ms per case with everything that a run does for it: play, watch, judge what came. */
export async function measure(): Promise<{ memory: number; inside: number; cases: number }> {
  const { corpus } = await loadCorpus('.', { compiled: 'dist/corpus' });
  const entry = (await roleEntry('mcp/server')) as RoleEntry;
  const target = targetFromCommand('mcp/server', ['${node}', '${proctor}', 'mock', 'mcp/server'], '.');
  const targetRun = await prepareTargetRun({ ...target, clock: true }, entry, {
    corpus,
    clock: realClock,
    limits: defaultLimits,
    slow: 1,
    signal: new AbortController().signal,
    proctor: { version: 'bench', file: '', cases: '' },
    inside: { plays: () => true, readScript },
  });
  const subject = targetRun.cases.runnable(corpus.cases.find(({ id }) => id.startsWith('mcp.server.ping.'))!);
  const memory: TargetMaker = {
    transport: 'stdio',
    acquire: async () => answering(),
    expect: () => undefined,
    over: () => undefined,
    command: () => 'memory',
    close: async () => undefined,
  };
  const watch = targetRun.watch.on('stdio');
  const perCase = async (targets: TargetMaker): Promise<number> => {
    const options = { ...targetRun.cases.options('stdio', subject), targets, onJudged: () => undefined };
    const times: number[] = [];
    for (let round = 0; round < ROUNDS + 1; round++) {
      const began = performance.now();
      for (let index = 0; index < CASES; index++) {
        const session = `${round}/${index}`;
        const { ending } = await driveCase(subject, {
          ...options,
          onRecord: (record) => void watch.observe(session, record),
        });
        watch.end(session);
        if (ending.outcome.kind !== 'held') throw new Error(`the case did not pass: ${JSON.stringify(ending)}`);
      }
      times.push((performance.now() - began) / CASES);
    }
    // The first round warms the machine up.
    const measured = times.slice(1).sort((a, b) => a - b);
    return measured[Math.floor(measured.length / 2)]!;
  };
  const inside = await perCase(targetRun.cases.targets('stdio', subject));
  return { memory: await perCase(memory), inside, cases: CASES };
}
