import { basename, resolve } from 'node:path';
import { describe } from 'vitest';
import { judged, toldOnce } from '../testing/expected.js';
import { it } from '../testing/program.js';

/** Servers, agents and clients that we did not write. What fails must be their fault, and each such finding is kept with its reason. */
const root = resolve(import.meta.dirname, '../..');
/** With PROCTOR_TEST_WHOLE=1 every case is played, not only a part: some minutes. */
const whole = process.env.PROCTOR_TEST_WHOLE === '1';

interface Target {
  /** The target file, below `targets`. */
  name: string;
  part: string[];
  /** Where it is played by several versions of its protocol. */
  version?: string;
}

const expectedOf = ({ name, version }: Target) => basename(version === undefined ? name : `${name}-${version}`);

// A server over stdio is started anew for each case, which takes its time: of these a part is enough here.
const TARGETS: Target[] = [
  { name: 'mcp-everything-http', part: ['--shard', '1/3'] },
  { name: 'mcp-everything-stdio', part: ['--shard', '2/8'] },
  { name: 'mcp-filesystem', part: ['--shard', '4/8'] },
  { name: 'mcp-memory', part: ['--shard', '6/8'] },
  { name: 'sdk/mcp-sdk2-server-http', version: '2025-11-25', part: ['--shard', '2/4'] },
  { name: 'sdk/mcp-sdk2-server-http', version: '2026-07-28', part: ['--shard', '3/4'] },
  { name: 'sdk/mcp-sdk2-server-stdio', version: '2025-11-25', part: ['--shard', '5/16'] },
  { name: 'sdk/mcp-sdk2-server-stdio', version: '2026-07-28', part: ['--shard', '6/16'] },
  { name: 'sdk/acp-sdk-agent', part: ['--shard', '2/10'] },
  { name: 'sdk/acp-sdk-agent', version: '1.21.0', part: ['acp.agent.cancel*', 'acp.agent.cancel-request*'] },
  { name: 'sdk/a2a-js-http', part: [] },
  { name: 'sdk/a2a-js-rest', part: [] },
  { name: 'sdk/mcp-sdk-client-stdio', part: ['mcp.client.initialize*', 'mcp.client.elicitation.d*'] },
  { name: 'sdk/mcp-sdk-client-http', part: ['mcp.client.http*', 'mcp.client.elicitation.d*', '--shard', '1/2'] },
  {
    name: 'sdk/mcp-sdk2-client-stdio',
    version: '2025-11-25',
    part: ['mcp.client.initialize*', 'mcp.client.elicitation.d*'],
  },
  {
    name: 'sdk/mcp-sdk2-client-http',
    version: '2025-11-25',
    part: ['mcp.client.http-sessions.lost*', 'mcp.client.elicitation.d*'],
  },
  {
    name: 'sdk/mcp-sdk2-client-stdio',
    version: '2026-07-28',
    part: ['mcp.client.caching*', 'mcp.client.families*'],
  },
  {
    name: 'sdk/mcp-sdk2-client-http',
    version: '2026-07-28',
    part: ['mcp.client.caching*', 'mcp.client.params*'],
  },
  { name: 'sdk/a2a-js-client-http', part: ['--shard', '1/2'] },
  { name: 'sdk/a2a-js-client-rest', part: ['--shard', '2/2'] },
  { name: 'sdk/a2a-js-1-client', part: ['--shard', '1/2'] },
  { name: 'sdk/a2a-js-1-client-rest', part: ['--shard', '2/2'] },
];

describe('public servers, agents and clients', () => {
  it.for(TARGETS)(
    '$name $version fails what is known of it and nothing else',
    { timeout: 900_000 },
    async (target, { sandbox }) => {
      const { name, part, version } = target;
      const args = [...(version === undefined ? [] : ['--version', version]), ...(whole ? [] : part)];
      await judged(sandbox, expectedOf(target), ['--target', resolve(root, `targets/${name}.yaml`), ...args]);
    },
  );
});

it('every expected failure of a server has one entry, with a reason', () => {
  for (const target of TARGETS) toldOnce(expectedOf(target));
});
