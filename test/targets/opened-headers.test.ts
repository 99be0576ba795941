import { expect } from 'vitest';
import { it } from '../testing/program.js';

it('connections that a case opens bring the headers of the target file', async ({ sandbox }) => {
  const target = (headers: string) => `
name: locked-hub
role: hub/server
version: v1
transports:
  ws:
    command: ["\${node}", "\${proctor}", mock, hub/server, --transport, ws, --script, hub.json]
    ready: { stdout: 'listening on (\\S+)' }
    headers: ${headers}
behaviors:
  plain-turn: { gives: { prompt: [{ type: text, text: hello }] } }
  hub-keys: { gives: { first: first-key, second: second-key } }
`;
  sandbox.file('hub.json', '{ "keys": ["first-key", "second-key"] }');
  sandbox.file('right.yaml', target('{ authorization: Bearer first-key }'));
  const cases = ['hub.server.load.role.observer', 'hub.server.upgrade.keys.*'];
  const { report } = await sandbox.report(['--target', 'right.yaml', ...cases]);
  expect(report.summary).toMatchObject({ fail: 0, untestable: 0 });
  expect(report.cases.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(
    expect.arrayContaining(['hub.server.load.role.observer pass', 'hub.server.upgrade.keys.none pass']),
  );
});
