import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe } from 'vitest';
import { judged, toldOnce } from '../testing/expected.js';
import { it } from '../testing/program.js';

/**
 * Protected servers and clients that sign in, on SDKs that others wrote: what the SDKs leave to their users, ours do. What fails is the SDK's.
 * `npm run peers` installs those in Python and Go.
 */
const folder = resolve(import.meta.dirname, '../../targets/peers');
/** With PROCTOR_TEST_WHOLE=1 every case about logins is run, not only a part: an hour. */
const whole = process.env.PROCTOR_TEST_WHOLE === '1';

interface Peer {
  name: string;
  version: string;
  /** What must be installed, below `targets/peers`. */
  at?: string;
}

const SERVERS: Peer[] = [
  { name: 'mcp-sdk-protected', version: '2025-11-25' },
  { name: 'mcp-sdk2-protected', version: '2025-11-25' },
  { name: 'mcp-sdk2-protected', version: '2026-07-28' },
  { name: 'mcp-sdk-python-protected', version: '2025-11-25', at: 'venv/bin/mcp' },
  { name: 'mcp-sdk2-python-protected', version: '2025-11-25', at: 'venv2/bin/mcp' },
  { name: 'mcp-sdk2-python-protected', version: '2026-07-28', at: 'venv2/bin/mcp' },
  { name: 'mcp-fastmcp4-protected', version: '2025-11-25', at: 'venv2/bin/fastmcp' },
  { name: 'mcp-fastmcp4-protected', version: '2026-07-28', at: 'venv2/bin/fastmcp' },
  { name: 'mcp-go-sdk-protected', version: '2025-11-25', at: 'go/go-protected' },
  { name: 'mcp-go-sdk-stateless-protected', version: '2026-07-28', at: 'go/go-protected' },
];
const CLIENTS: Peer[] = [
  { name: 'mcp-sdk-login-client', version: '2025-11-25' },
  { name: 'mcp-sdk2-login-client', version: '2025-11-25' },
  { name: 'mcp-sdk2-login-client', version: '2026-07-28' },
  { name: 'mcp-sdk-python-login-client', version: '2025-11-25', at: 'venv/bin/mcp' },
  { name: 'mcp-sdk2-python-login-client', version: '2026-07-28', at: 'venv2/bin/mcp' },
  { name: 'mcp-fastmcp4-login-client', version: '2025-11-25', at: 'venv2/bin/fastmcp' },
  { name: 'mcp-go-sdk-login-client', version: '2025-11-25', at: 'go/go-login' },
  { name: 'mcp-go-sdk-login-client', version: '2026-07-28', at: 'go/go-login' },
];
const PARTS = { server: ['mcp.auth.server.challenge'], client: ['mcp.auth.client.challenge', 'mcp.auth.client.pkce'] };

describe.each([
  ['server', SERVERS],
  ['client', CLIENTS],
] as const)('the login of a %s', (side, peers) => {
  it.for(peers)(
    'by $name in $version fails what is known of it and nothing else',
    { timeout: 1_800_000 },
    async ({ name, version, at = '' }, { sandbox, skip }) => {
      if (!existsSync(join(folder, at))) skip(`${at} is not installed: npm run peers`);
      const args = ['--target', join(folder, `logins/${name}.yaml`), '--version', version];
      await judged(sandbox, `${name}-${version}`, [...args, ...(whole ? [`mcp.auth.${side}`] : PARTS[side])]);
    },
  );
});

it('every expected failure of a login has one entry, with a reason', () => {
  for (const { name, version } of [...SERVERS, ...CLIENTS]) toldOnce(`${name}-${version}`);
});
