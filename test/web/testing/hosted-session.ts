import type { ControlMethod } from '../../../src/control/types.js';
import { ControlProblem } from '../../../src/control/types.js';
import type { CaseState, HostedRun, HostedStep } from '../../../src/generated/types/control-v1.js';
import { FakeSession } from './fake-session.js';

/** A hosted run as the page sees it, without an engine: a test says how it stands, and what it was asked. */
export class HostedSession extends FakeSession {
  cases: CaseState[];
  run: HostedRun;

  constructor(run: Partial<HostedRun> = {}) {
    super({
      by: 'run',
      title: 'host --role mcp/client',
      roles: { kit: 'mcp/server', target: 'mcp/client' },
      protocolVersion: '2025-11-25',
      transport: 'http',
      state: 'live',
      can: [],
    });
    this.cases = Object.values(CASES).flatMap((ids) => ids.map((id) => ({ id })));
    this.requirements = REQUIREMENTS;
    this.run = {
      id: '7f3a91',
      role: 'mcp/client',
      versions: ['2025-11-25'],
      transport: 'http',
      state: 'waiting',
      entries: [{ name: 'proctor', state: 'waiting', waits: 'an initialize from your client' }],
      configurations: CONFIGURATIONS,
      step: CONNECT,
      kinds: kindsAt(0),
      ...run,
    };
  }

  override async request(method: ControlMethod, params: unknown): Promise<never> {
    if (!method.startsWith('hosted/')) {
      if (method === 'session/list') queueMicrotask(() => this.send('case/changed', { cases: this.cases }));
      return super.request(method, params);
    }
    this.asked.push({ method, params });
    const { step } = (params ?? {}) as { step?: number };
    if (method === 'hosted/answer' && step !== this.run.step?.id) throw new ControlProblem(`step ${step} is over`);
    return (method === 'hosted/read' ? this.run : {}) as never;
  }

  /** The run stands otherwise. */
  stand(run: Partial<HostedRun>): void {
    this.run = { ...this.run, ...run };
    this.send('hosted/changed', { run: this.run });
  }

  /** Cases came to something. */
  judge(...cases: CaseState[]): void {
    const changed = new Map(cases.map((one) => [one.id, one]));
    this.cases = this.cases.map((one) => changed.get(one.id) ?? one);
    this.send('case/changed', { cases: this.cases });
  }

  /** The client is there, and a person has something to do. */
  step(step: Partial<HostedStep> = {}, more: Partial<HostedRun> = {}): void {
    this.stand({
      state: 'step',
      client: 'Example Desktop 1.4.2',
      step: { ...CALL, ...step },
      kinds: kindsAt(2),
      entries: ENTRIES,
      ...more,
    });
  }

  /** Nobody has to do anything. */
  work(): void {
    const entries = ENTRIES.map((one) => ({ ...one, state: 'working' as const, asks: false }));
    this.stand({ state: 'working', entries, ...(this.run.step && { step: { ...this.run.step, gone: false } }) });
  }

  /** All first cases have run, and what is said of them. */
  begin(): void {
    this.judge(
      ...[...CASES.connect, ...CASES.list].map((id): CaseState => ({ id, title: `The case ${id}`, verdict: 'pass' })),
      FAILED,
      { id: 'mcp.client.http.get', title: 'The client opens a stream with GET', verdict: 'pass', warned: true },
      { id: 'mcp.client.calls.results.text', title: 'A client takes a result that is a text', running: true },
      { id: 'mcp.client.calls.results.image', title: 'A client takes a result that is an image', running: true },
    );
  }

  /** Messages of the step. */
  talk(): void {
    this.burst([
      [
        'target',
        { jsonrpc: '2.0', id: 0, method: 'initialize', params: {} },
        { summary: 'Example Desktop 1.4.2 · protocol 2025-11-25 · roots, sampling, elicitation', after: 728 },
      ],
      ['kit', { jsonrpc: '2.0', id: 0, result: {} }, { summary: 'proctor · protocol 2025-11-25', after: 2 }],
      ['target', { jsonrpc: '2.0', method: 'notifications/initialized' }, { after: 18 }],
      [
        'target',
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo', arguments: { message: 'hi' } } },
        { summary: 'echo {"message":"hi"}', after: 5120 },
      ],
    ]);
  }

  /** It is over, with something of everything. */
  finish(): void {
    this.begin();
    this.judge(
      { id: 'mcp.client.calls.results.text', title: 'A client takes a result that is a text', verdict: 'pass' },
      {
        id: 'mcp.client.calls.results.image',
        title: 'A client takes a result that is an image',
        verdict: 'untestable',
        problem: 'you said that it did not appear',
      },
      ...CASES.form.map(
        (id): CaseState => ({
          id,
          title: `The case ${id}`,
          verdict: 'untestable',
          problem: 'you said that your client has no such thing',
        }),
      ),
      {
        id: 'mcp.client.cancellation.late',
        title: 'A late cancellation is ignored',
        verdict: 'skipped',
        problem: 'the client has no tasks',
      },
    );
    const { step: _, ...rest } = this.run;
    this.run = { ...rest, state: 'ended', exit: 1, report: '/srv/demo/proctor-report.html', kinds: kindsAt(9) };
    this.send('hosted/changed', { run: this.run });
  }
}

const id = (name: string) => `mcp.client.${name}`;

const CASES = {
  connect: [
    ...['first', 'initialized', 'latest', 'version.later', 'version.older'].map((one) => id(`initialize.${one}`)),
    ...['post', 'get', 'no-get', 'session', 'session-gone', 'accept'].map((one) => id(`http.${one}`)),
  ],
  list: ['cursor.text', 'cursor.number', 'cursor.odd'].map((one) => id(`pagination.${one}`)),
  call: [
    ...['text', 'nothing', 'failed', 'image', 'audio', 'resource', 'link'].map((one) => id(`calls.results.${one}`)),
    ...['unknown-method', 'no-id', 'batch'].map((one) => id(`messages.${one}`)),
  ],
  form: ['text', 'email', 'date', 'integer', 'choice'].map((one) => id(`elicitation.form.${one}`)),
  cancel: ['by-user', 'late'].map((one) => id(`cancellation.${one}`)),
};

const TITLES: { readonly [kind in keyof typeof CASES]: string } = {
  connect: 'Connect',
  list: 'List what the server offers',
  call: 'Call a tool',
  form: 'Fill in a form',
  cancel: 'Cancel a call',
};

/** All kinds, when the one with this index is the current one. */
const kindsAt = (now: number): HostedRun['kinds'] =>
  Object.entries(TITLES).map(([kind, title], index) => ({
    title,
    state: index < now ? 'done' : index === now ? 'now' : 'next',
    cases: CASES[kind as keyof typeof CASES],
  }));

const FAILED: CaseState = {
  id: 'mcp.client.http.session-gone',
  title: 'After its session is gone, the client begins a new one',
  verdict: 'fail',
  requirements: ['MCP-HTTP-23'],
  problem: 'expected initialize within 5 s, got nothing',
};

const REQUIREMENTS: FakeSession['requirements'] = [
  {
    id: 'MCP-HTTP-23',
    level: 'must',
    text: 'A client that gets 404 for its session begins a new session with an initialize without a session id.',
    source: 'basic/transports.mdx, "Session Management"',
    url: 'https://modelcontextprotocol.io/specification/2025-11-25/basic/transports',
  },
];

const config = (name: string, server: object) => JSON.stringify({ mcpServers: { [name]: server } }, null, 2);

export const CONFIGURATIONS: HostedRun['configurations'] = [
  { title: 'It takes a URL', text: config('proctor', { url: 'http://127.0.0.1:6280/7f3a91/1' }) },
  {
    title: 'It starts commands',
    text: config('proctor', { command: 'npx', args: ['proctor', 'host', '--join', '7f3a91'] }),
    hint: 'For Claude Desktop: Settings, Developer, Edit Config.',
  },
];

const CONNECT: HostedStep = {
  id: 1,
  title: 'Connect your client',
  number: 1,
  of: 5,
  round: 1,
  rounds: 1,
  parts: [
    { text: 'Put the configuration on this page into your client.', state: 'now' },
    { text: 'Restart the client, or reload its servers.', state: 'next', progress: '0 of 1 connected' },
  ],
  answers: [],
  since: new Date().toISOString(),
};

export const CALL: HostedStep = {
  id: 4,
  title: 'Call a tool',
  behavior: 'client-call',
  number: 3,
  of: 5,
  round: 2,
  rounds: 5,
  parts: [
    { text: 'Reload the servers of your client, or restart it.', state: 'done', progress: '2 of 2 connected' },
    {
      text: 'Ask your client to call the tool echo of each server. This text works in most:',
      copy: 'Call the tool echo of the servers proctor-1 and proctor-2 with the message hi.',
      state: 'now',
    },
    { text: 'Leave the client alone after that. This page goes on automatically.', state: 'next' },
  ],
  answers: ['again', 'absent', 'lacking'],
  since: new Date(Date.now() - 41_000).toISOString(),
};

export const ENTRIES: HostedRun['entries'] = [
  {
    name: 'proctor-1',
    state: 'waiting',
    case: 'mcp.client.calls.results.text',
    title: 'A client takes a result that is a text',
    waits: 'a tools/call from your client',
    connected: true,
  },
  {
    name: 'proctor-2',
    state: 'waiting',
    case: 'mcp.client.calls.results.image',
    title: 'A client takes a result that is an image',
    asks: true,
    connected: true,
  },
];
