import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { cut } from '../../../reports/text/words.js';
import { wrapLine } from '../../../reports/text/wrap.js';
import { noSuch } from '../../../src/json/suggest.js';
import { oneLine } from '../../../src/json/visible.js';
import type { Target, TransportName } from '../../../src/language/target.js';
import { explorerOf, roleEntry, roles } from '../../../src/protocols/index.js';
import { realClock } from '../../../src/wire/clock/clock.js';
import { defaultLimits } from '../../../src/wire/limits.js';
import { secrets, stderr, stdout } from '../../../src/wire/output.js';
import { WriteError } from '../../init/files.js';
import { init } from '../../init/init.js';
import { InitError } from '../../init/init-error.js';
import type { InitOptions } from '../../init/options.js';
import { type Candidate, candidatesIn } from '../../init/projects.js';
import { writtenTarget } from '../../init/written.js';
import type { LoadedCorpus } from '../../load/corpus.js';
import { formatProblem } from '../../load/files/problems.js';
import { withOwn } from '../../load/own/own-corpus.js';
import { secretsOfSpec } from '../../load/target/secrets.js';
import {
  type ReadTargetOptions,
  readTargetOptions,
  type TargetOptions,
  withTargetOptions,
} from '../../load/target/target-options.js';
import { interruptible } from '../ending/interrupt.js';
import { watchOver } from '../ending/watchdog.js';
import { casesFolder, proctorFile } from '../root.js';
import { agrees } from '../support/ask.js';
import { ownContext, packageCorpus } from '../support/package-corpus.js';
import { shellWords } from '../support/print.js';
import { ownOfFile } from '../support/project-corpus.js';
import { version } from '../support/version.js';
import { tryCases } from './init-trial.js';

export interface InitArguments extends TargetOptions {
  role?: string;
  version?: string;
  url?: string;
  target?: string;
  /** Over what it is spoken to. */
  transport?: TransportName | 'all';
  /** Names, or true for all. */
  allowTools?: string | true;
  allowPrompts: boolean;
  /** `NAME=text`: a prompt that shows a behavior. */
  prompt: string[];
  yes: boolean;
  /** Every case is played, not a few. */
  play: boolean;
  slow: number;
  /** Behind `--`. */
  command?: string[];
}

/** Prints a line; on a terminal one that is too wide is broken between words. */
function say(line: string): void {
  const { isTTY, columns } = stdout;
  stdout.write(`${(isTTY && columns ? wrapLine(line, columns) : [line]).join('\n')}\n`);
}

/** `proctor init`: resolves with the exit code. */
export async function initCommand(options: InitArguments): Promise<number> {
  try {
    return await start(options);
  } catch (error) {
    if (error instanceof WriteError) {
      stderr.write(`${error.message}\n`);
      return 2;
    }
    if (!(error instanceof InitError)) throw error;
    stderr.write(`${error.message}\n${error.detail === undefined ? '' : `${error.detail.replace(/^/gm, '    ')}\n`}`);
    return error.exit;
  }
}

/** The corpus of the package, with what a target file that is there names of the project's own. */
async function corpusFor(file: string): Promise<Pick<LoadedCorpus, 'corpus' | 'problems'>> {
  const [loaded, project] = [await packageCorpus(), await ownOfFile(file)];
  return project && loaded.problems.length === 0
    ? withOwn(loaded.corpus, [project.role], project.own, ownContext)
    : loaded;
}

async function start(options: InitArguments): Promise<number> {
  const folder = process.cwd();
  const file = options.target ?? ['proctor.yaml', 'proctor.yml'].find((name) => existsSync(name)) ?? 'proctor.yaml';
  const given = readTargetOptions(options);
  if ('message' in given) throw new InitError([given.message, given.suggestion].filter(Boolean).join('; '), 2);
  if (options.command?.length === 0)
    throw new InitError('no command after `--`: add the command that starts your target', 2);
  if (options.role !== undefined && !(options.role in roles))
    throw new InitError(noSuch('role', options.role, Object.keys(roles)), 2);
  // It comes up while the corpus is read.
  void watchOver('run');
  const { corpus, problems } = await corpusFor(file);
  if (problems.length > 0) throw new InitError(problems.map(formatProblem).join('\n'), 2);
  const isThere = existsSync(file);
  hide(secretsOfSpec({ command: options.command ?? [], url: options.url ?? '', ...given }, process.env));
  const found: Chosen = isThere ? namedIn(options) : await chosen(options, folder);
  const { command, url, role } = found;
  const whole = { ...given, env: { ...found.env, ...given.env }, headers: { ...found.headers, ...given.headers } };
  const isNamed = command !== undefined || url !== undefined;
  const about = isNamed
    ? writtenTarget(
        {
          role: role ?? '',
          transports: corpus.roles.get(role ?? '')?.transports,
          version: options.version,
          command,
          url,
          transport: options.transport,
          options: whole,
        },
        folder,
        file,
        process.env,
      )
    : undefined;
  const environment = about?.offers.environmentWith ?? process.env;
  hide((about?.offers.all ?? []).map(({ name, value }) => [name, value]));
  const done = await interruptible((signal) => {
    const request: InitOptions = {
      corpus,
      file: relative(folder, resolve(file)),
      folder,
      clock: realClock,
      limits: defaultLimits,
      slow: options.slow,
      signal,
      proctor: { version, file: proctorFile, cases: casesFolder },
      ...(options.role === undefined ? {} : { role: options.role }),
      ...(options.version === undefined ? {} : { version: options.version }),
      ...(about === undefined ? {} : isThere ? { transports: about.transports } : { target: about.target }),
      ...(options.transport === undefined ? {} : { transport: options.transport }),
      environment,
      adjust: (target) => adjusted(target, isNamed ? undefined : given),
      entry: roleEntry,
      explorer: explorerOf,
      prompts: options.prompt,
      permits: (risk, names, harmless) => permitted(risk, names, harmless ?? [], options),
      say,
    };
    return init(request);
  });
  const wrote = done.written.length === 0 ? 'nothing to write: all is as it was' : `wrote ${done.written.join(', ')}`;
  say(wrote);
  if (done.lacksPacked !== undefined) say(`for CI, ${done.lacksPacked}: Proctor is not on npm yet`);
  for (const { name, what } of (about?.offers.all ?? []).filter(({ isSet }) => !isSet))
    say(`${what} has a secret, which is not written: the file names \${env.${name}}; set ${name} before you run`);
  if (done.trial.cases.length === 0) {
    const reach = done.isReachable
      ? ''
      : ' (how the target reaches Proctor: `${peer.command}` or `${peer.url}`, docs/guides/test-a-client.md)';
    say(`next: fill in ${file}${reach}, then: npx proctor run`);
    return 0;
  }
  say(options.play ? '\nall cases:' : `\n${done.trial.cases.length} cases to try it, and the wire rules:`);
  const exit = await tryCases(done.trial, {
    isWhole: options.play,
    file,
    slow: options.slow,
    environment,
    everything: corpus.cases.filter((one) => one.role === done.role),
    say,
  });
  const all = options.target === undefined ? 'npx proctor run' : `npx proctor run --target ${options.target}`;
  say(`next: ${all}`);
  if (exit === 1)
    say(`or: ${all} --write-known   (records what fails today, so that only new failures make a run red)`);
  if (done.isLockedOut)
    say(
      `the other cases need a token: add \`headers: { authorization: "Bearer \${env.TOKEN}" }\` to the transport in ${file}, and run init again`,
    );
  // The files are there, whatever the target is like: that is for runs to judge.
  return exit === 1 ? 0 : exit;
}

/** A target of a file with what the command line says beside it, which is not written. */
function adjusted(target: Target, given: ReadTargetOptions | undefined): Target {
  if (given === undefined) return target;
  const found = withTargetOptions(target, given, process.cwd(), process.env);
  if ('message' in found) throw new InitError(found.message, 2);
  return found;
}

/** The command that nobody gave: what the project says, where a person agrees. */
async function chosen(options: InitArguments, folder: string): Promise<Chosen> {
  const { command, url, role } = options;
  if ((command || url !== undefined) && role !== undefined) return namedIn(options);
  const candidates = candidatesIn(folder, roles, process.env).filter(
    (one) => role === undefined || one.role === undefined || one.role === role,
  );
  if (command || url !== undefined) {
    const guessed = new Set(candidates.flatMap((one) => one.role ?? []));
    const [only] = guessed;
    if (guessed.size === 1 && only !== undefined) return { command: command!, url: url!, role: only };
    throw new InitError('say with --role what the target plays, such as --role mcp/server', 2);
  }
  const [first] = candidates;
  if (first && first.role !== undefined && (options.yes || (await agrees(`${shown(first)}\nrun it? [y/N] `, false))))
    return first;
  const found = candidates.map((one) => `  ${shown(one)}`);
  throw new InitError(
    found.length === 0
      ? 'say how the target is started: proctor init --role ROLE -- COMMAND, or --url URL; nothing here says it (package.json, pyproject.toml, Cargo.toml, .mcp.json)'
      : ['say how the target is started. What this folder says of it:', ...found].join('\n'),
    2,
  );
}

/** What the command line says of a target. */
const namedIn = ({ command, url, role }: InitArguments): Chosen => ({ command: command!, url: url!, role: role! });

/** What was found of a target that nobody described whole. */
type Chosen = Pick<InitArguments, 'command' | 'url' | 'role'> & Pick<Candidate, 'env' | 'headers'>;

/** A candidate as the command line that does the same: what is shown is what runs, but for secrets. */
function shown({ role, command, url, env = {}, headers = {}, source }: Candidate): string {
  hide(secretsOfSpec({ command: command ?? [], url: url ?? '', env, headers }, process.env));
  const words = ['npx', 'proctor', 'init', '--role', role ?? 'ROLE'];
  for (const [name, value] of Object.entries(env)) words.push('--env', `${name}=${value}`);
  for (const [name, value] of Object.entries(headers)) words.push('--header', `${name}: ${value}`);
  words.push(...(url === undefined ? ['--', ...command!] : ['--url', url]));
  return `${shellWords(words)}   (${cut(oneLine(source), LONGEST_SOURCE)})`;
}

/** Longest name of a place, in characters. */
const LONGEST_SOURCE = 100;

/** Keeps secrets out of all that this process writes. */
function hide(named: Iterable<readonly [string, string]>): void {
  secrets.add([...named].map(([, value]) => value));
}

async function permitted(
  risk: 'tools' | 'prompts',
  names: readonly string[],
  harmless: readonly string[],
  { allowTools, allowPrompts }: InitArguments,
): Promise<ReadonlySet<string>> {
  if (risk === 'prompts') {
    const question = `Send ${names.length} prompts to see what the agent shows? They may cost something, and the agent is allowed whatever it asks permission for. [y/N] `;
    return new Set(allowPrompts || (await agrees(question, false)) ? names : []);
  }
  if (allowTools === true) return new Set(names);
  if (allowTools !== undefined) {
    const wanted = allowTools.split(',').map((name) => name.trim());
    const all = [...names, ...harmless];
    const unknown = wanted.find((name) => !all.includes(name));
    if (unknown !== undefined) throw new InitError(`--allow-tools: \`${unknown}\` is none of ${all.join(', ')}`, 2);
    return new Set(wanted.filter((name) => names.includes(name)));
  }
  return new Set(
    (await agrees(
      `These tools may change something or reach other systems: ${names.join(', ')}\nCall them? [y/N] `,
      false,
    ))
      ? names
      : [],
  );
}
