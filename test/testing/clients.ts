import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { loadCaseFile } from '../../runner/load/case/cases.js';
import { formatOf } from '../../runner/load/files/formats.js';
import { InsideTargets } from '../../runner/targets/inside.js';
import { Launcher } from '../../runner/targets/launcher.js';
import { type Driven, driveCase } from '../../src/conversation/case/drive.js';
import { SpareFolders } from '../../src/conversation/case/spare-folders.js';
import type { RoleEntry } from '../../src/conversation/role-entry.js';
import type { Role } from '../../src/language/role.js';
import type { BehaviorSpec, OutcomeSpec } from '../../src/language/target.js';
import { realClock } from '../../src/wire/clock/clock.js';
import { defaultLimits } from '../../src/wire/limits.js';

/** A role of a test: a client or host that comes to the kit, and how the peer is played. */
export function roleOfTest(protocol: string, peerReference: RoleEntry['peerReference'], anytime: Role['anytime'] = []) {
  const entry: RoleEntry = {
    version: '2025-11-25',
    versions: ['2025-11-25'],
    bindings: {},
    protocol,
    opens: 'target',
    switches: [],
    peerReference,
    mock: () => Promise.reject(new Error('there is none')),
  };
  const role: Role = {
    role: `${protocol}/client`,
    peer: `${protocol}/server`,
    side: 'client',
    ids: [],
    extends: [],
    within: '10s',
    limit: '30s',
    replies: 'by-id',
    alive: null,
    aliveIn: {},
    sharesIn: {},
    probe: null,
    refused: [],
    anytime,
    transports: ['stdio', 'http', 'ws'],
    place: { file: 'role.yaml', line: 1, col: 1 },
  };
  return { entry, role };
}

export interface TestClient {
  entry: RoleEntry;
  role: Role;
  transport: string;
  /** Unset where the target file has none. */
  command?: string[];
  /** Runs inside this process, in the place of a command. */
  mock?: RoleEntry['mock'];
  behaviors?: { [name: string]: Partial<BehaviorSpec> };
  outcome?: OutcomeSpec;
  /** Members of the case beside its steps, as YAML. */
  more?: string;
}

export type PlayedClient = Omit<Driven, 'judged'> & { judged: string[]; notes: string[] };

/** Plays the steps, as YAML, against a client or host that is started for them. */
export async function playClient(client: TestClient, steps: string): Promise<PlayedClient> {
  const { role, transport, mock, behaviors = {}, outcome, more = '' } = client;
  const entry: RoleEntry = { ...client.entry, ...(mock ? { mock } : {}) };
  const inside = ['${node}', '${proctor}', 'mock', role.role, '--', '${peer.command}'];
  const command = mock ? inside : client.command;
  const folder = mkdtempSync(join(tmpdir(), 'clients-test-'));
  const file = join(folder, 'cases.yaml');
  const id = role.role.replace('/', '.');
  writeFileSync(
    file,
    `suite: Guests\nrole: ${role.role}\ncases:\n  - id: ${id}.case\n    title: A client does what it is asked\n    kills: []\n${more}    steps:\n${steps}`,
  );
  const { cases, problems } = loadCaseFile(file, 'cases.yaml', { format: await formatOf('case') });
  expect(problems).toEqual([]);
  const spec = { transport, ...(command ? { command } : {}), grace: { eof: 500, term: 500 }, clock: false };
  const values = { node: process.execPath, proctor: 'proctor' };
  const readScript = () => Promise.reject(new Error('there is none'));
  const common = { spec: { ...spec, isolation: 'case' as const }, values, clock: realClock, limits: defaultLimits };
  const launcher = mock
    ? new InsideTargets({ ...common, entry, readScript })
    : new Launcher(common.spec, values, realClock, defaultLimits);
  const plain: BehaviorSpec = { gives: {}, args: [], env: {}, files: {} };
  const judged: string[] = [];
  const notes: string[] = [];
  const folders = new SpareFolders();
  try {
    const driven = await driveCase(cases[0]!, {
      entry,
      role,
      targets: launcher,
      folders,
      clock: realClock,
      limits: defaultLimits,
      within: 10_000,
      limit: 30_000,
      slow: 1,
      signal: new AbortController().signal,
      version: {},
      values: {},
      behaviors: new Map(Object.entries(behaviors).map(([name, spec]) => [name, { ...plain, ...spec }])),
      ...(outcome ? { outcome } : {}),
      proctor: 'test',
      match: {},
      select: {},
      level: () => 'must',
      legal: () => true,
      anytime: (record) => {
        const method = (record.message as { method?: string }).method;
        return role.anytime.some(({ notify }) => notify === method);
      },
      onRecord: () => undefined,
      onJudged: ({ requirement, status, message, note }) => {
        judged.push([requirement, status, message].filter(Boolean).join(' '));
        if (note !== undefined) notes.push(note);
      },
    });
    return { ...driven, judged, notes };
  } finally {
    await launcher.close();
    await folders.close();
    rmSync(folder, { recursive: true });
  }
}
