import type { Case, Needs } from '../../src/language/case.js';
import type { Role } from '../../src/language/role.js';
import type { Target, TransportSpec } from '../../src/language/target.js';
import { emptyCorpus } from '../load/registry.js';
import type { Corpus, WireRule } from '../types.js';

/** Where everything of a test is written. */
export const place = { file: 'c.yaml', line: 1, col: 1 };

/** A case without steps. */
export function one(id: string, needs: Partial<Needs> = {}, requirements = ['MCP-A-01']): Case {
  return {
    id,
    title: `title of ${id}`,
    suite: 'S',
    role: id.startsWith('mcp.client') ? 'mcp/client' : 'mcp/server',
    place,
    needs: { capability: [], without: [], behavior: [], transport: [], version: [], ...needs },
    peer: {},
    kills: [],
    steps: [],
    requirements,
  };
}

/** A wire rule named after its kind. */
export const rule = (id: WireRule['rule'], more: Partial<WireRule> = {}): WireRule => ({
  protocol: 'mcp',
  id,
  rule: id,
  title: `the rule ${id}`,
  requirement: 'MCP-W-01',
  place,
  ...more,
});

/** A corpus of MCP with the versions V1 and V2. */
export function corpusOf(cases: Case[], wire: WireRule[] = []): Corpus {
  const role = { role: 'mcp/server', probe: 'mcp.server.probe', refused: [] as Role['refused'] } as Role;
  return {
    ...emptyCorpus(),
    cases,
    wire,
    roles: new Map([['mcp/server', role]]),
    versions: new Map([
      [
        'mcp',
        new Map([
          ['V1', {}],
          ['V2', {}],
        ]),
      ],
    ]),
  };
}

export const spec: TransportSpec = { cwd: '/', env: {}, headers: {}, stop: {} };
/** A target over stdio that shows nothing. */
export const targetOf = (more: Partial<Target> = {}): Target => ({
  file: 't.yaml',
  name: 'it',
  role: 'mcp/server',
  transports: { stdio: spec },
  transport: 'stdio',
  isolation: 'case',
  behaviors: new Map(),
  untestable: [],
  secrets: new Map(),
  clock: false,
  ...more,
});
