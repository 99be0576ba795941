import { expect } from 'vitest';
import { it, PROCTOR } from '../testing/program.js';

const MARKER = 'planted-9f3k-Xy71';

/** Hands a token to a server in every way there is: by itself, in a configuration, and in a program that reads it back. */
const SCRIPT = `
steps:
  - loop:
      versions: [{ src/main.st: "PROGRAM Main\\nVAR\\n  level : INT;\\nEND_VAR\\nlevel := 1;\\nEND_PROGRAM\\n" }]
      endpoint: tcp://127.0.0.1:9
      token: ${MARKER}
  - reload: { endpoint: tcp://127.0.0.1:9, token: ${MARKER} }
  - write: { path: runtime.toml, text: "[runtime.control]\\nendpoint = \\"tcp://127.0.0.1:9\\"\\nauth_token = \\"${MARKER}\\"\\n" }
  - write: { path: other.toml, text: "[runtime.control]\\nauth_token='${MARKER}'\\n" }
  - parallel: [{ read: { path: runtime.toml } }, { read: { path: other.toml } }, { project_info: {} }]
  - compile_reload: {}
  # Params that do not fit come back in an error.
  - diagnostics: { path: 7, token: ${MARKER} }
`;

it('the token of a runtime is in no log, report or outcome of the trust mocks', async ({ sandbox }) => {
  sandbox.file('client.yaml', SCRIPT);
  const client = ['mock', 'trust/client', '--script', 'client.yaml', '--judge', '--reporter', 'json=client.json'];
  const server = ['mock', 'trust/server', '--judge', '--reporter', 'json=server.json'];
  const toFiles = [...client, '--log=client.ndjson', '--', process.execPath, PROCTOR, ...server, '--log=server.ndjson'];
  const toStderr = [...client, '--log', '--', process.execPath, PROCTOR, ...server, '--log'];
  const logs: string[] = [];
  const others: string[] = [];
  const inFiles = await sandbox.run(toFiles);
  logs.push(sandbox.read('client.ndjson'), sandbox.read('server.ndjson'));
  others.push(inFiles.stdout, inFiles.stderr, sandbox.read('client.json'), sandbox.read('server.json'));
  const onStderr = await sandbox.run(toStderr);
  logs.push(onStderr.stderr);
  others.push(onStderr.stdout, sandbox.read('client.json'), sandbox.read('server.json'));
  expect(sandbox.read('runtime.toml'), 'the token went all the way').toContain(MARKER);
  for (const log of logs) expect(log).toContain('"token":"[redacted]"');
  expect([...logs, ...others].flatMap((text) => text.split('\n').filter((line) => line.includes(MARKER)))).toEqual([]);
});
