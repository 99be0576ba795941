import { join } from 'node:path';
import { didYouMean, noSuch } from '../../../../src/json/suggest.js';
import type { Role } from '../../../../src/language/role.js';
import type { Target, TransportName } from '../../../../src/language/target.js';
import { roleEntry, roles } from '../../../../src/protocols/index.js';
import { secrets } from '../../../../src/wire/output.js';
import type { LoadOptions } from '../../../load/corpus.js';
import { formatProblem } from '../../../load/files/problems.js';
import { type Own, withOwn } from '../../../load/own/own-corpus.js';
import { ownOfLine } from '../../../load/own/own-of-target.js';
import { protectedByHeader } from '../../../load/target/auth.js';
import type { Environment } from '../../../load/target/environment-values.js';
import { secretsOfSpec } from '../../../load/target/secrets.js';
import { loadTarget } from '../../../load/target/target.js';
import { type NamedTarget, targetFromLine } from '../../../load/target/target-argv.js';
import { readTargetOptions, type TargetOptions, withTargetOptions } from '../../../load/target/target-options.js';
import { parsePattern } from '../../../patterns.js';
import { type Asked, inLegs } from '../../../plan/legs.js';
import { playedVersions, protocolOf } from '../../../profiles.js';
import type { Corpus, FileProblem, UsageProblem } from '../../../types.js';
import { packageRoot } from '../../root.js';
import { casesOf } from '../../support/index-of.js';
import { ownContext, packageCorpus } from '../../support/package-corpus.js';
import { UsageError } from '../../support/print.js';

/** What the command line says of the target of a run. */
export interface TargetArguments extends TargetOptions {
  target?: string;
  role?: string;
  url?: string;
  transport?: string;
  /** Run the kit on its own references. */
  self: boolean;
  /** Which cases have the same process, in place of what target files say. */
  isolation?: 'shared' | 'case';
  /** Behind `--`. */
  command?: string[];
  /** Cases of one's own: files and folders. */
  cases?: string[];
  /** Where the variables of a target file are looked up; by default the environment of this process. */
  environment?: Environment;
}

/** Whether no target was named: then our own references are played. */
export function ofReferences({ target, url, command }: TargetArguments): boolean {
  return target === undefined && url === undefined && command === undefined;
}

/** Targets, with what the command line says of their processes. */
export const isolated = (targets: readonly Target[], { isolation }: Pick<TargetArguments, 'isolation'>): Target[] =>
  targets.map((one) => (isolation === undefined ? one : { ...one, isolation }));

/** What the cases of these roles need: the other protocols would be kept in memory for nothing. */
async function corpusFor(wanted: readonly string[]): Promise<Corpus> {
  const load = async (options: LoadOptions) => {
    const { corpus, problems } = await packageCorpus(options);
    if (problems.length > 0) throw problemsError(problems);
    return corpus;
  };
  const corpus = await load({ needed: wanted.map(protocolOf) });
  // Which role was meant by one that does not exist is told against all that do.
  return wanted.every((role) => corpus.roles.has(role)) ? corpus : load({});
}

interface Targets {
  targets: Target[];
  corpus: Corpus;
}

/**
 * The targets of a run, and what of the corpus it needs: of the references those that `patterns` concern, any other target in its legs.
 *
 * @param asked the transport and the versions that the run is asked for
 */
export async function targetsOf(options: TargetArguments, patterns: readonly string[], asked: Asked): Promise<Targets> {
  const { targets, corpus } = await wholeTargetsOf(options, patterns);
  const { versions = [] } = asked;
  checkVersions(versions, targets, corpus);
  if (!ofReferences(options)) return { corpus, targets: targets.flatMap((target) => inLegs(target, asked)) };
  // What one version asks for, or a reference that speaks none of several, is for the plan to say.
  const spoken = versions.length > 1 ? targets.filter(({ version }) => versions.includes(version ?? '')) : [];
  return { corpus, targets: spoken.length > 0 ? spoken : targets };
}

/** Throws UsageError for one of several versions that the protocol of no target has. */
function checkVersions(versions: readonly string[], targets: readonly Target[], { versions: known }: Corpus): void {
  if (versions.length < 2) return;
  const protocols = [...new Set(targets.map(({ role }) => protocolOf(role)))];
  const all = protocols.flatMap((protocol) => [...(known.get(protocol)?.keys() ?? [])]);
  for (const one of versions) {
    if (all.includes(one)) continue;
    const remedy = didYouMean(one, all) ?? `there are ${all.join(', ')}`;
    const version =
      one === ''
        ? '--version has a comma and no version beside it'
        : `unknown version \`${one}\` of ${protocols.join(' and ')}`;
    throw new UsageError(`${version}; ${remedy}`);
  }
}

async function wholeTargetsOf(options: TargetArguments, patterns: readonly string[]): Promise<Targets> {
  const given = fair(readTargetOptions(options));
  const { headers, env, cwd, within } = given;
  const { command = [], url = '' } = options;
  // A mistake in what was given is reported without them, too.
  hide(secretsOfSpec({ command, url, headers, env }, process.env));
  const named = await namedTargets(options, patterns);
  for (const target of named.targets) hide(target.secrets);
  const says = Object.keys({ ...headers, ...env }).length > 0 || cwd !== undefined || within !== undefined;
  if (!says) return named;
  if (ofReferences(options))
    throw new UsageError(
      '--header, --env, --cwd and --within speak of a target of yours; the references have none of it',
    );
  const targets = named.targets.map((target) =>
    protectedByHeader(fair(withTargetOptions(target, given, process.cwd(), process.env))),
  );
  return { ...named, targets };
}

/** Keeps secrets out of all that this process writes. */
function hide(named: Iterable<readonly [string, string]>): void {
  secrets.add([...named].map(([, value]) => value));
}

/** What was read from the command line. Throws UsageError where it was no good. */
function fair<T extends object>(read: T | UsageProblem): T {
  if (!('message' in read)) return read;
  throw new UsageError([read.message, read.suggestion].filter(Boolean).join('; '));
}

/** The roles of which a case is selected; all where none is, since what was meant may be of any. */
function matched(wanted: readonly string[], patterns: readonly string[], corpus: Corpus): readonly string[] {
  if (patterns.length === 0) return wanted;
  const selected = patterns.map(parsePattern);
  const cases = [...casesOf(corpus).values()].filter((one) => selected.some((pattern) => pattern.matches(one)));
  const roles = new Set(cases.map(({ role }) => role));
  const some = wanted.filter((role) => roles.has(role));
  return some.length > 0 ? some : wanted;
}

async function namedTargets(options: TargetArguments, patterns: readonly string[]): Promise<Targets> {
  const { target, url, command, cases = [] } = options;
  const ways = [target, url, command].filter((one) => one !== undefined);
  if (target !== undefined && command !== undefined)
    throw new UsageError('--target names a file and `--` a command; give one of them');
  if (options.self && ways.length > 0)
    throw new UsageError('--self runs the cases against the references of Proctor; it takes no target');
  if (target !== undefined) {
    const { target: loaded, corpus } = await targetOf(target, { own: ownOfLine(cases), env: options.environment });
    if (options.role !== undefined && options.role !== loaded.role)
      throw new UsageError(`${target} describes a target of ${loaded.role}, not of ${options.role}`);
    if (url === undefined) return { targets: [loaded], corpus };
    const { transports } = corpus.roles.get(loaded.role)!;
    const line = { url, transport: options.transport as TransportName | undefined };
    return { targets: [reachedAt(loaded, line, transports)], corpus };
  }
  if (ways.length === 0) {
    if (options.role !== undefined && !options.self) {
      roleOf(options.role);
      throw new UsageError(
        `no target: add its command after \`--\`, or --url; --self --role ${options.role} runs the reference of the role`,
      );
    }
    const wanted = options.role === undefined ? Object.keys(roles) : [roleOf(options.role)];
    const corpus = await withCases(await corpusFor(wanted), options.role === undefined ? undefined : wanted, cases);
    const files = matched(wanted, patterns, corpus).map((role) =>
      join(packageRoot, 'targets/reference', `${role.replace('/', '-')}.yaml`),
    );
    const loaded = await Promise.all(files.map((file) => targetOf(file, { corpus })));
    return {
      targets: loaded.flatMap(({ target }) =>
        playedVersions(corpus, target.role).map((version) => ({ ...target, version })),
      ),
      corpus,
    };
  }
  if (options.role === undefined)
    throw new UsageError('say with --role what the target plays, such as --role mcp/server');
  const role = roleOf(options.role);
  if (options.command?.length === 0)
    throw new UsageError(
      'no command after `--`: add the command that starts your target, e.g. proctor run --role mcp/server -- node server.js',
    );
  const corpus = await withCases(await corpusFor([role]), [role], cases);
  const { transports } = corpus.roles.get(role)!;
  const line = { command, url, transport: options.transport as TransportName | undefined };
  return { targets: [fair(targetFromLine(role, line, process.cwd(), transports))], corpus };
}

/** A target of a file that already runs elsewhere: its behaviors hold, nothing is started. */
function reachedAt(target: Target, { url, transport }: NamedTarget, spoken: Role['transports']): Target {
  // An address for http may be one for rest, too: the file says which.
  const isRest = 'rest' in target.transports && !('http' in target.transports) && /^https?:/i.test(url ?? '');
  const line = { url, transport: transport ?? (isRest ? 'rest' : undefined) };
  const at = fair(targetFromLine(target.role, line, process.cwd(), spoken));
  const headers = target.transports[at.transport]?.headers ?? {};
  const spec = at.transports[at.transport]!;
  const secrets = new Map([...target.secrets, ...at.secrets]);
  return {
    ...target,
    transport: at.transport,
    transports: { [at.transport]: { ...spec, headers } },
    secrets,
    clock: false,
  };
}

interface TargetFileOptions {
  /** By default what its role needs, with what the project brings. */
  corpus?: Corpus;
  /** What stands on the command line of the project's own, beside what the file names. */
  own?: Own;
  env?: Environment | undefined;
}

/** A target file, held against a corpus. */
async function targetOf(
  file: string,
  { corpus: given, own = { named: [] }, env }: TargetFileOptions,
): Promise<{ target: Target; corpus: Corpus }> {
  let corpus = given;
  const ofProject: FileProblem[] = [];
  const { target, problems } = await loadTarget(file, async (role, ofFile) => {
    if (!corpus) {
      const { named, behaviors = [] } = ofFile;
      const all = { named: [...named, ...own.named], behaviors };
      const extended = await withOwn(await corpusFor([role]), [role], all, ownContext);
      ofProject.push(...extended.problems);
      corpus = extended.corpus;
    }
    const { roles, behaviors, versions } = corpus;
    return {
      roles,
      behaviors: (protocol) => behaviors.get(protocol),
      versions: (protocol) => versions.get(protocol)?.keys(),
      spoken: (await roleEntry(role))?.versions,
      ...(env ? { env } : {}),
    };
  });
  if (!target || !corpus || ofProject.length > 0) throw problemsError([...problems, ...ofProject]);
  if (!(target.role in roles))
    throw new UsageError(
      `${file}: Proctor has no cases for ${target.role}; it has cases for ${Object.keys(roles).join(', ')}`,
    );
  return { target, corpus };
}

/** A target file, with what the cases of its role need. Throws UsageError. */
export const targetOfFile = (file: string, cases: readonly string[]): Promise<{ target: Target; corpus: Corpus }> =>
  targetOf(file, { own: ownOfLine(cases) });

/** What the cases of a role need, with cases of one's own. Throws UsageError. */
export const corpusOf = async (role: string, cases: readonly string[]): Promise<Corpus> =>
  withCases(await corpusFor([roleOf(role)]), [role], cases);

/** A corpus with the cases that the command line names. Throws UsageError for what is wrong with them. */
async function withCases(
  corpus: Corpus,
  wanted: readonly string[] | undefined,
  cases: readonly string[],
): Promise<Corpus> {
  const extended = await withOwn(corpus, wanted, ownOfLine(cases), ownContext);
  if (extended.problems.length > 0) throw problemsError(extended.problems);
  return extended.corpus;
}

function roleOf(role: string): string {
  if (role in roles) return role;
  throw new UsageError(noSuch('role', role, Object.keys(roles)));
}

/** What is wrong with files, as the one thing that is printed. */
export function problemsError(problems: FileProblem[]): UsageError {
  return new UsageError(problems.map(formatProblem).join('\n'));
}
