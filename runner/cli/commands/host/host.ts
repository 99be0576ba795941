import { randomBytes } from 'node:crypto';
import { redact } from '../../../../reports/index.js';
import type { Header } from '../../../../src/generated/types/recording-v1.js';
import type { Hosted } from '../../../../src/generated/types/role-v1.js';
import { noSuch } from '../../../../src/json/suggest.js';
import type { BehaviorSpec, Target } from '../../../../src/language/target.js';
import { mockFactsOf, summariesOf } from '../../../../src/protocols/index.js';
import { realClock } from '../../../../src/wire/clock/clock.js';
import { PortError } from '../../../../src/wire/http/server.js';
import { defaultLimits } from '../../../../src/wire/limits.js';
import { secrets, stderr } from '../../../../src/wire/output.js';
import type { Reporter, RunEvent } from '../../../events.js';
import { HostedSession } from '../../../live/session/hosted-session.js';
import { Lines } from '../../../live/session/lines.js';
import { ReadSession } from '../../../live/session/read-session.js';
import { loadKnown, usualKnown } from '../../../load/known.js';
import { inLegs } from '../../../plan/legs.js';
import { defaultVersion, protocolOf } from '../../../profiles.js';
import { wrongUse } from '../../../run/before/wrong-use.js';
import { run } from '../../../run/run.js';
import { listed } from '../../../targets/hosted/asked.js';
import { HostedClient } from '../../../targets/hosted/hosted-client.js';
import type { Behavior, Corpus } from '../../../types.js';
import { interruptible } from '../../ending/interrupt.js';
import { casesFolder, proctorFile } from '../../root.js';
import { packageCorpus } from '../../support/package-corpus.js';
import { shellWords, UsageError } from '../../support/print.js';
import { closed, readSource, reportersOf } from '../../support/reporters.js';
import { version } from '../../support/version.js';
import { saverOf } from '../inspect/save.js';
import { serveInspector } from '../inspect/serve-inspector.js';
import { corpusOf, problemsError, targetOfFile } from '../run/run-targets.js';
import { configurationsOf, type HostedTransport } from './configurations.js';
import { openSeats } from './seats.js';

export interface HostArguments {
  /** Default: that of the target file. */
  role?: string;
  /** A target file: its role, versions, transports, cases and lists hold; what starts the client does not. */
  target?: string;
  transport?: HostedTransport;
  /** Each of them is a part of the run. */
  version: string[];
  servers: number;
  port: number;
  key?: string;
  page: number;
  host?: string;
  cases: string[];
  known?: string;
  strict: boolean;
  reporter: string[];
}

/** `proctor host`: resolves with the exit code of the run. */
export async function hostCommand(patterns: string[], options: HostArguments): Promise<number> {
  try {
    return await host(patterns, options);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof PortError)) throw error;
    stderr.write(`${error.message}\n`);
    return 2;
  }
}

/** Servers of one configuration: each step plays as many cases at once. */
const MOST_SERVERS = 100;

async function host(patterns: string[], options: HostArguments): Promise<number> {
  if (options.servers > MOST_SERVERS)
    throw new UsageError(`--servers takes up to ${MOST_SERVERS}, not ${options.servers}`);
  if (options.key !== undefined && !/^[\w-]{1,64}$/.test(options.key))
    throw new UsageError('--key is a part of addresses: letters, digits, - and _, at most 64 of them');
  const { corpus, role, file } = await subjectOf(options);
  const { hosted } = corpus.roles.get(role)!;
  if (!hosted) throw new UsageError(`a person can't start ${role} for a run: name ${await startable()}`);
  const transport = transportOf(hosted, options.transport, role, file);
  const behaviors = askable(corpus, role);
  const versions = versionsOf(corpus, role, options.version, file);
  const spoken = versions.join(' and ');
  const targets = inLegs({ ...targetOf(role, transport, versions, behaviors), ...listsOf(file) }, {});
  const known = await knownOf(options.known ?? usualKnown(options.target));
  const today = new Date().toISOString().slice(0, 10);
  const [named, ...others] = options.version;
  const plan = { patterns, ...(named === undefined || others.length > 0 ? {} : { version: named }) };
  const wrong = await wrongUse({ corpus, targets, plan, known, today });
  if (wrong.length > 0)
    throw new UsageError(
      wrong.map(({ message, suggestion }) => [message, suggestion].filter(Boolean).join('; ')).join('\n'),
    );
  const id = options.key ?? randomBytes(8).toString('hex');
  const { session, agreed, path } = hosted;
  const { seats, found, close } = await openSeats({
    ...{ transport, count: options.servers, port: options.port, key: id },
    ...(options.host === undefined ? {} : { host: options.host }),
    ...(session === undefined ? {} : { session }),
    ...(agreed === undefined ? {} : { agreed }),
    ...(path === undefined ? {} : { path }),
  });
  try {
    const client = new HostedClient({
      ...{ id: id.slice(0, 6), role, versions: [...versions], transport, hosted, behaviors, seats },
      configurations: configurationsOf(hosted, transport, found),
      questions: (await mockFactsOf(role))?.questions ?? {},
      clock: realClock,
    });
    const reports = options.reporter.flatMap((text) => text.split('=').slice(1).join('=') || []);
    if (reports.length > 0) client.knows({ report: reports.join(', ') });
    const reporter = redact(secrets, await reportersOf(options.reporter, { readSource }));
    return await interruptible(async (signal) => {
      const ending = new AbortController();
      const over = AbortSignal.any([signal, ending.signal]);
      over.addEventListener('abort', () => client.end(), { once: true });
      const rerun = rerunOf(patterns, options);
      const live = await sessionOf(client, corpus, { rerun, transport, spoken }, () =>
        ending.abort(new Error('ended')),
      );
      const page = redact(secrets, { event: (event: RunEvent) => live.event(event), close: async () => undefined });
      const served = await serveInspector(live, { inspect: options.page, ...pick(options) }, undefined, 'hosted');
      try {
        const exit = await run(
          {
            ...{ corpus, targets, known, plan, today, hosted: client, rerun },
            ...{ clock: realClock, limits: defaultLimits, slow: 1, signal: over, cores: 1, jobs: options.servers },
            proctor: { version, file: proctorFile, cases: casesFolder },
            ...{ strict: options.strict, dryRun: false, messages: true, repeatTimeouts: false },
            startedAt: new Date().toISOString(),
          },
          bothOf(reporter, page),
        );
        const code = await closed(reporter, exit);
        if (!signal.aborted) await served.left();
        return code;
      } finally {
        await served.close();
      }
    });
  } finally {
    await close();
  }
}

const bothOf = (reporter: Reporter, page: Reporter) => (event: RunEvent) => {
  reporter.event(event);
  page.event(event);
};

const pick = ({ host }: HostArguments) => (host === undefined ? {} : { host });

/** The roles that a person can start, in words. */
async function startable(): Promise<string> {
  const { corpus } = await packageCorpus();
  return listed(
    [...corpus.roles.values()].filter(({ hosted }) => hosted).map(({ role }) => role),
    'or',
  );
}

/** Whose client is tested, and what a target file says of it. Throws UsageError. */
async function subjectOf({
  role,
  target,
  cases,
}: HostArguments): Promise<{ corpus: Corpus; role: string; file?: Target }> {
  if (target !== undefined) {
    const { target: file, corpus } = await targetOfFile(target, cases);
    if (role !== undefined && role !== file.role)
      throw new UsageError(`${target} describes a target of ${file.role}, not of ${role}`);
    return { corpus, role: file.role, file };
  }
  if (role === undefined)
    throw new UsageError('no client: name its role, such as --role mcp/client, or a file by --target');
  return { corpus: await corpusOf(role, cases), role };
}

/** The transport that is asked for, else the first of the target file or of the role. Throws UsageError. */
function transportOf(
  { transports }: Hosted,
  asked: HostedTransport | undefined,
  role: string,
  file: Target | undefined,
) {
  if (asked !== undefined && !transports.includes(asked))
    throw new UsageError(`${role} comes over ${transports.join(' or ')} if a person starts it, not over ${asked}`);
  const own = file === undefined ? transports : transports.filter((one) => one in file.transports);
  const transport = asked ?? own[0];
  if (transport === undefined)
    throw new UsageError(
      `${role} comes over ${transports.join(' or ')} if a person starts it; ${file?.file} has none of these transports`,
    );
  return transport;
}

/** The versions that the run has, each once. Throws UsageError. */
function versionsOf(corpus: Corpus, role: string, asked: readonly string[], file?: Target): readonly string[] {
  const protocol = protocolOf(role);
  const [first = defaultVersion(corpus, protocol) ?? '', ...others] =
    file?.versions ?? (file?.version ? [file.version] : []);
  if (asked.length === 0) return [first, ...others];
  const known = [...(corpus.versions.get(protocol)?.keys() ?? [])];
  const unknown = asked.find((one) => !known.includes(one));
  if (unknown !== undefined) throw new UsageError(noSuch('version', unknown, known));
  return [...new Set(asked)];
}

/** What a target file says of a client, whoever starts it. */
function listsOf(file: Target | undefined): Partial<Target> {
  if (file === undefined) return {};
  const { name, untestable, strict, file: path } = file;
  return {
    name,
    untestable,
    ...(strict === undefined ? {} : { strict }),
    ...(path === undefined ? {} : { file: path }),
  };
}

/** The behaviors of a role that a person can be asked for, with the names of those of the protocol. */
function askable(corpus: Corpus, role: string): ReadonlyMap<string, Behavior> {
  const known = [...(corpus.behaviors.get(protocolOf(role)) ?? [])];
  return new Map(known.filter(([, { roles, ask }]) => ask !== undefined && roles.includes(role)));
}

function targetOf(
  role: string,
  transport: HostedTransport,
  versions: readonly string[],
  behaviors: ReadonlyMap<string, Behavior>,
): Target {
  const plain = (): BehaviorSpec => ({ gives: {}, args: [], env: {}, files: {} });
  const shown = [...behaviors.keys()].map((name) => [name, plain()] as const);
  return {
    ...{ name: `your ${role}`, role, version: versions[0]!, transport, isolation: 'case', hosted: true, clock: false },
    ...(versions.length > 1 ? { versions: [...versions] } : {}),
    transports: { [transport]: { cwd: process.cwd(), env: {}, headers: {}, stop: {} } },
    ...{ behaviors: new Map(shown), untestable: [], secrets: new Map() },
  };
}

async function knownOf(file: string | undefined) {
  if (file === undefined) return [];
  const { known, problems } = await loadKnown(file);
  if (problems.length > 0) throw problemsError(problems);
  return known;
}

async function sessionOf(
  client: HostedClient,
  corpus: Corpus,
  { rerun, transport, spoken }: { rerun: string; transport: HostedTransport; spoken: string },
  end: () => void,
): Promise<HostedSession> {
  const { role } = client.state();
  const startedAt = new Date().toISOString();
  const header: Header = {
    ...{ type: 'header', format: 'proctor-recording', version: 1, proctor: version, startedAt },
    ...{ roles: { kit: 'proctor', target: role }, protocolVersion: spoken, transport },
  };
  const read = new ReadSession({
    facts: {
      ...{ by: 'run', title: secrets.text(rerun), proctor: version, startedAt, roles: header.roles },
      ...{ protocolVersion: spoken, transport, clock: 'real', again: secrets.text(rerun) },
    },
    ...{
      corpus,
      lines: new Lines({ corpus, secrets, summaries: await summariesOf(role) }),
      save: await saverOf(header),
    },
  });
  return new HostedSession(read, client, secrets, end);
}

function rerunOf(patterns: readonly string[], options: HostArguments): string {
  const { role, target, transport, version: spoken, servers, known, strict, cases } = options;
  return shellWords([
    ...['npx', 'proctor', 'host'],
    ...(target === undefined ? [] : ['--target', target]),
    ...(role === undefined ? [] : ['--role', role]),
    ...(transport === undefined ? [] : ['--transport', transport]),
    ...spoken.flatMap((one) => ['--version', one]),
    ...(servers === 8 ? [] : ['--servers', String(servers)]),
    ...cases.flatMap((path) => ['--cases', path]),
    ...(known === undefined ? [] : ['--known', known]),
    ...(strict ? ['--strict'] : []),
    ...patterns,
  ]);
}
