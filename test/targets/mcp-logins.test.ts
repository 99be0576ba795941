import { afterAll, expect } from 'vitest';
import { removeBundles } from '../../src/wire/fixtures/bundle.js';
import { bundledPeer } from '../testing/peers.js';
import { played } from '../testing/program.js';
import { it } from '../testing/warm.js';

const client = await bundledPeer('login-client.mjs');
const pages = await bundledPeer('page-client.mjs');
afterAll(removeBundles);

const ASKED = ['${with.url}', '${with.tool}', '${with.arguments}'];
const target = (sdk: number) => ({
  name: 'guest',
  role: 'mcp/harn-client',
  transports: { http: { command: ['${node}', client, String(sdk)] } },
  outcome: { stdout: 'json' },
  behaviors: {
    'client-call': { args: ['${peer.url}', '${with.tool}', '${with.arguments}'] },
    'mcp-login': { args: ASKED },
    'mcp-refresh': { args: ASKED },
  },
});

// Version 1 of the SDK does not compare the issuer of metadata with the one that was named.
it.for([
  [2, 'pass'],
  [1, 'fail'],
] as const)(
  'a client on version %d of the official SDK signs in, and its checks of the issuer %s',
  async ([sdk, checks], { sandbox }) => {
    sandbox.file('a.yaml', JSON.stringify(target(sdk)));
    const { report } = await sandbox.report(['--target', 'a.yaml', 'mcp.harn-client.login*']);
    const cases = Object.entries(played(report)).filter(([id]) => id.startsWith('mcp.harn-client.login.'));
    expect(Object.fromEntries(cases)).toEqual({
      // It has no client of its own registered, and reads no older fields.
      'mcp.harn-client.login.configured.byo': 'skipped',
      'mcp.harn-client.login.configured.older': 'skipped',
      'mcp.harn-client.login.document': 'pass',
      'mcp.harn-client.login.registered.unsaid': 'pass',
      'mcp.harn-client.login.registered.refused': 'pass',
      'mcp.harn-client.login.foreign.oauth': checks,
      'mcp.harn-client.login.foreign.openid': checks,
      'mcp.harn-client.login.refresh': checks,
      'mcp.harn-client.login.resource': 'pass',
    });
  },
);

it.for([
  ['that prints the address of its page', 'printed', { printed: 'open (http\\S+)' }],
  ['that starts the program of BROWSER', 'program', 'program'],
  ['that starts xdg-open', 'xdg-open', 'program'],
] as const)('Proctor is the user of a client %s', async ([, how, opens], { sandbox }) => {
  const visitor = {
    ...target(2),
    transports: { http: { command: ['${node}', pages, how] } },
    opens,
  };
  sandbox.file('a.yaml', JSON.stringify(visitor));
  const { report } = await sandbox.report(['--target', 'a.yaml', 'mcp.harn-client.login.registered.unsaid']);
  expect(played(report)['mcp.harn-client.login.registered.unsaid']).toBe('pass');
});

it('a client that opens a page of any scheme is caught even if it is gone before the program says so', async ({
  sandbox,
}) => {
  const hasty = {
    ...target(2),
    role: 'mcp/client',
    transports: { http: { command: ['${node}', pages, 'hasty'] } },
    behaviors: { ...target(2).behaviors, 'mcp-login-program': { args: ASKED, env: { BROWSER: '${with.browser}' } } },
  };
  sandbox.file('a.yaml', JSON.stringify(hasty));
  const id = 'mcp.auth.client.metadata-safety.page-scheme.own';
  const { report } = await sandbox.report(['--target', 'a.yaml', id]);
  expect(played(report)[id]).toBe('fail');
});
