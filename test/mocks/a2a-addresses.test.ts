import { describe, expect } from 'vitest';
import { played } from '../testing/program.js';
import { it } from '../testing/warm.js';

/** A server whose card is elsewhere, that takes webhooks of one address alone, and that cancels no task. */
const FAULTS = `
faults:
  - { hears: { http: { path: /.well-known/agent-card.json } }, do: [{ set: { /http/path: /.well-known/nowhere.json } }] }
  - sends: { reply: tasks/cancel, where: { result: { $any: true } } }
    do: [{ remove: /result }, { set: { /error: { code: -32004, message: no } } }]
  - sends: { reply: tasks/pushNotificationConfig/set, where: { result: { pushNotificationConfig: { url: { $re: client.example } } } } }
    do: [{ remove: /result }, { set: { /error: { code: -32602, message: not on the list } } }]
`;

const targetFile = (more: string) => `
name: elsewhere
role: a2a/server
version: "0.3.0"
isolation: run
transports:
  http:
    command: ["\${node}", "\${proctor}", mock, a2a/server, --transport, http, --port, "0", --fault, faults.yaml]
    ready: { stdout: "listening on (\\\\S+)" }
behaviors:
  ${more}
  task: { gives: { parts: [{ kind: text, text: "say größer 😀" }] } }
  long-task: { gives: { parts: [{ kind: text, text: wait }] } }
`;

const CASES = ['a2a.server.probe', 'a2a.server.card.schema', 'a2a.server.push.kept', 'a2a.server.tasks.cancel'];

describe('a server that has its own addresses', () => {
  it('is judged at those that its target file names, and what it refuses of ours is untestable', async ({
    sandbox,
  }) => {
    sandbox.file('faults.yaml', FAULTS);
    const card = 'card-address: { gives: { path: /agent/card } }';
    const hooks = 'webhook-address: { gives: { url: "https://hooks.example/mine" } }';
    const named = sandbox.file('named.yaml', targetFile(`${card}\n  ${hooks}`));
    const unnamed = sandbox.file('unnamed.yaml', targetFile(card));
    const all = await sandbox.report(['--target', named, ...CASES]);
    expect(played(all.report)).toEqual({
      'a2a.server.probe': 'pass',
      'a2a.server.card.schema': 'pass',
      'a2a.server.push.kept': 'pass',
      'a2a.server.tasks.cancel': 'pass',
    });
    const some = await sandbox.report(['--target', unnamed, ...CASES]);
    expect(played(some.report)).toEqual({ ...played(all.report), 'a2a.server.push.kept': 'untestable' });
  });

  it('is warned of its card if nobody says where that is', async ({ sandbox }) => {
    sandbox.file('faults.yaml', FAULTS);
    const file = sandbox.file('target.yaml', targetFile(''));
    const { report } = await sandbox.report(['--target', file, 'a2a.server.probe']);
    const [probe] = report.cases;
    expect(probe!.verdict).toBe('untestable');
    expect(probe!.checks.filter(({ status }) => status === 'fail')).toMatchObject([
      { requirement: 'A2A-CARD-002', level: 'should' },
    ]);
  });
});
