import { dirname, resolve } from 'node:path';
import type { Auth, TargetFile, Behavior as Written } from '../../../src/generated/types/target-v1.js';
import { own } from '../../../src/json/own.js';
import { didYouMean } from '../../../src/json/suggest.js';
import { durationMistake } from '../../../src/language/duration.js';
import type { Role } from '../../../src/language/role.js';
import type {
  BehaviorSpec,
  ListedUntestable,
  Target,
  TransportName,
  TransportSpec,
} from '../../../src/language/target.js';
import { protocolOf } from '../../profiles.js';
import type { Behavior, FileProblem } from '../../types.js';
import { formatOf } from '../files/formats.js';
import { readFormat } from '../files/read.js';
import type { Source } from '../files/yaml.js';
import type { Own } from '../own/own-corpus.js';
import { ownOf } from '../own/own-of-target.js';
import { authBehaviors, bearerOf } from './auth.js';
import { type Environment, fillVariables, withVariables } from './environment-values.js';
import { secretsOfSpec, type WrittenSpec } from './secrets.js';
import {
  checkAuth,
  checkGives,
  checkOpens,
  checkPlaceholders,
  checkReach,
  type WrittenTransport,
  writtenTransports,
} from './target-checks.js';

/** What a target file is held against; what is unset is not asked. */
export interface TargetContext {
  /** Every role that the corpus has, by name. */
  roles?: ReadonlyMap<string, Role>;
  /** The behaviors of a protocol. */
  behaviors?: (protocol: string) => ReadonlyMap<string, Behavior> | undefined;
  /** The versions of a protocol. */
  versions?: (protocol: string) => Iterable<string> | undefined;
  /** The versions in which Proctor tests what the file describes. */
  spoken?: readonly string[] | undefined;
  /** Where secrets are looked up; by default the environment of the process. */
  env?: Environment;
}

/** What a target file is held against, where that depends on what it plays, and on what it brings of its own. */
export type TargetContextOf = (role: string, own: Own) => Promise<TargetContext>;

/**
 * Loads a target file. Everything that is wrong with it is found at once; `target` is undefined then. Secrets are read
 * from the environment here, so that one that is missing is told before anything starts. What only a run knows
 * (`${port}`, `${dir}`, `${node}`, `${proctor}`, `${peer.…}`) still stands in the texts.
 *
 * @param path where the file is; relative paths in it are relative to its folder
 * @param text what is in it, if that was read already or is not written yet
 */
export async function loadTarget(
  path: string,
  context: TargetContext | TargetContextOf = {},
  text?: string,
): Promise<{ target: Target | undefined; problems: FileProblem[] }> {
  const { source, data, problems } = readFormat(path, path, await formatOf('target'), text);
  if (!data) return { target: undefined, problems };
  const folder = dirname(resolve(path));
  const against = typeof context === 'function' ? await context(data.role, ownOf(data, source, folder)) : context;
  const reader = new TargetReader(source, data, folder, against);
  const target = await reader.read(path);
  return { target: reader.problems.length === 0 ? target : undefined, problems: reader.problems };
}

class TargetReader {
  readonly problems: FileProblem[] = [];

  constructor(
    private readonly source: Source,
    private readonly data: TargetFile,
    private readonly folder: string,
    private readonly context: TargetContext,
  ) {}

  async read(path: string): Promise<Target> {
    const { data, source } = this;
    const {
      name,
      role,
      versions,
      isolation = 'shared',
      jobs,
      within,
      limit,
      outcome,
      opens,
      clock = false,
      strict,
    } = data;
    const protocol = protocolOf(role);
    const extended = this.context.roles?.get(role)?.extends ?? [];
    this.role(role);
    this.versions(protocol);
    const version = data.version ?? versions?.[0];
    const transports = this.transports(role);
    const names = Object.keys(transports) as TransportName[];
    const transport = data.transport ?? names[0]!;
    if (!names.includes(transport)) this.problem('/transport', `\`transports\` has no \`${transport}\``);
    this.durations();
    const behaviors = await this.behaviors([role, ...extended], transports[transport]);
    for (const found of [...checkPlaceholders(source, data), ...checkReach(source, data), ...checkOpens(source, data)])
      this.problems.push(found);
    return {
      file: path,
      name,
      role,
      transports,
      transport,
      isolation,
      behaviors,
      untestable: this.untestable(),
      secrets: this.secrets(),
      clock,
      ...(version === undefined ? {} : { version }),
      ...(versions === undefined ? {} : { versions }),
      ...(within === undefined ? {} : { within }),
      ...(limit === undefined ? {} : { limit }),
      ...(jobs === undefined ? {} : { jobs }),
      ...(outcome === undefined ? {} : { outcome }),
      ...(opens === undefined ? {} : { opens }),
      ...(strict === undefined ? {} : { strict }),
    };
  }

  private problem(
    pointer: string,
    message: string,
    options: { part?: 'key'; suggestion?: string | undefined } = {},
  ): void {
    const { suggestion, ...rest } = options;
    this.problems.push(
      this.source.problem(pointer, message, suggestion === undefined ? rest : { ...rest, suggestion }),
    );
  }

  private role(role: string): void {
    const { roles } = this.context;
    if (roles && !roles.has(role))
      this.problem('/role', `unknown role \`${role}\``, { suggestion: didYouMean(role, roles.keys()) });
  }

  /** What they look like is for the schema to say, how long they may be is not. */
  private durations(): void {
    const check = (value: string | undefined, pointer: string) => {
      const mistake = value === undefined ? undefined : durationMistake(value);
      if (mistake !== undefined) this.problem(pointer, mistake);
    };
    for (const name of ['within', 'limit'] as const) check(this.data[name], `/${name}`);
    for (const [name, { ready, stop }] of writtenTransports(this.data)) {
      check(ready?.within, `/transports/${name}/ready/within`);
      check(stop?.grace, `/transports/${name}/stop/grace`);
    }
  }

  private versions(protocol: string): void {
    const known = [...(this.context.versions?.(protocol) ?? [])];
    const { version, versions = [] } = this.data;
    if (version !== undefined && this.data.versions !== undefined)
      this.problem('/versions', '`version` names one, and `versions` names all; a file has one of them', {
        part: 'key',
      });
    const named = [...versions.entries()].map(([index, one]) => [`/versions/${index}`, one] as const);
    for (const [pointer, one] of version === undefined ? named : [['/version', version] as const, ...named]) {
      if (known.length > 0 && !known.includes(one))
        this.problem(pointer, `unknown version \`${one}\` of ${protocol}`, { suggestion: didYouMean(one, known) });
      else if (this.context.spoken?.includes(one) === false)
        this.problem(pointer, `Proctor does not test ${this.data.role} in version ${one}`, {
          suggestion: `it does in ${this.context.spoken.join(', ')}`,
        });
    }
  }

  private transports(role: string): Target['transports'] {
    const spoken = this.context.roles?.get(role)?.transports;
    const transports: Target['transports'] = {};
    for (const [name, entry] of writtenTransports(this.data)) {
      if (spoken && !spoken.includes(name))
        this.problem(`/transports/${name}`, `${role} is not spoken over \`${name}\``, {
          part: 'key',
          suggestion: `it is over ${spoken.join(', ')}`,
        });
      transports[name] = transportOf(this.filled(name, entry), this.folder);
    }
    return transports;
  }

  /** A transport with the variables of the environment in their places. */
  private filled(name: string, entry: WrittenTransport): WrittenTransport {
    return fillVariables(entry, this.env, (variable, pointer) =>
      this.problem(`/transports/${name}${pointer}`, `the environment variable \`${variable}\` is not set`),
    );
  }

  private get env(): Environment {
    return this.context.env ?? process.env;
  }

  /** What the part `auth` maps, for this transport. */
  private auth(transport: TransportSpec | undefined): Map<string, BehaviorSpec> {
    const { auth: written } = this.data;
    if (!written) return new Map();
    for (const found of checkAuth(this.source, this.data)) this.problems.push(found);
    const auth = fillVariables(written, this.env, (variable, pointer) =>
      this.problem(`/auth${pointer}`, `the environment variable \`${variable}\` is not set`),
    ) as Auth;
    const specs = authBehaviors(auth, bearerOf(transport?.headers ?? {}));
    const place = this.source.place('/auth', 'key');
    return new Map([...specs].map(([name, spec]) => [name, { ...spec, place }]));
  }

  private async behaviors(
    roles: readonly string[],
    transport: TransportSpec | undefined,
  ): Promise<Map<string, BehaviorSpec>> {
    const known = this.known(roles);
    const specs = new Map<string, BehaviorSpec>();
    for (const [name, spec] of this.auth(transport)) specs.set(name, spec);
    for (const [name, written] of Object.entries(this.data.behaviors ?? {})) {
      const at = `/behaviors/${name}`;
      const spec = { ...behaviorOf(written, this.folder), place: this.source.place(at, 'key') };
      specs.set(name, spec);
      if (!known) continue;
      const behavior = known.get(name);
      if (behavior?.part !== undefined)
        this.problem(at, `\`${name}\` is mapped by \`${behavior.part}\` of the file`, { part: 'key' });
      else if (!behavior)
        this.problem(at, `unknown behavior \`${name}\``, { part: 'key', suggestion: didYouMean(name, known.keys()) });
      else if (!roles.some((role) => behavior.roles.includes(role)))
        this.problem(at, `\`${name}\` is a behavior of ${behavior.roles.join(', ')}, and this is ${roles[0]}`, {
          part: 'key',
        });
      else for (const found of checkGives(this.source, at, spec, behavior)) this.problems.push(found);
    }
    return specs;
  }

  /** The behaviors of these roles by name, those of the first before those of the others; undefined if nobody knows any. */
  private known(roles: readonly string[]): Map<string, Behavior> | undefined {
    const all = roles.map((role) => this.context.behaviors?.(protocolOf(role)));
    return all.some((one) => one) ? new Map([...all].reverse().flatMap((one) => [...(one ?? [])])) : undefined;
  }

  private untestable(): ListedUntestable[] {
    const known = this.known([this.data.role, ...(this.context.roles?.get(this.data.role)?.extends ?? [])]);
    for (const [index, { behavior }] of (this.data.untestable ?? []).entries()) {
      if (behavior === undefined || !known || known.has(behavior)) continue;
      const suggestion = didYouMean(behavior, known.keys());
      this.problem(`/untestable/${index}/behavior`, `unknown behavior \`${behavior}\``, { suggestion });
    }
    return (this.data.untestable ?? []).map((entry, index) => ({
      ...entry,
      place: this.source.place(`/untestable/${index}`),
    }));
  }

  private secrets(): Map<string, string> {
    const { env } = this;
    const transports = writtenTransports(this.data).map(([, transport]): WrittenSpec => transport);
    const behaviors = Object.values(this.data.behaviors ?? {});
    const { auth = {} } = this.data;
    const started = [
      ...behaviors,
      ...[auth.issuer, auth.issuer?.opaque, auth.own, auth.upstream].flatMap((one) => one ?? []),
    ];
    const asked = started.map(({ args = [], env: set = {} }): WrittenSpec => ({ command: args, env: set }));
    const secrets = new Map([...transports, ...asked].flatMap((one) => secretsOfSpec(one, env)));
    for (const [name, token] of Object.entries(auth.tokens ?? {}))
      secrets.set(`auth.${name}`, withVariables(token, env));
    for (const [name, one] of Object.entries(this.data.secrets ?? {})) {
      const value = one.env === undefined ? one.value : own(env, one.env);
      if (value !== undefined && value !== '') secrets.set(name, value);
      else if (one.env !== undefined)
        this.problem(`/secrets/${name}/env`, `the environment variable \`${one.env}\` is not set`, {
          suggestion: `the secret \`${name}\` comes from it`,
        });
      else this.problem(`/secrets/${name}/value`, 'must not be empty');
    }
    return secrets;
  }
}

function transportOf({ cwd, env, headers, stop, ...rest }: WrittenTransport, folder: string): TransportSpec {
  return {
    ...rest,
    // The folder of the case has no path yet.
    cwd: cwd === undefined ? folder : cwd.startsWith('${dir}') ? cwd : resolve(folder, cwd),
    env: env ?? {},
    headers: headers ?? {},
    stop: stop ?? {},
  };
}

function behaviorOf({ gives, args, env, files, script, text: _, ...rest }: Written, folder: string): BehaviorSpec {
  return {
    ...rest,
    gives: gives ?? {},
    args: args ?? [],
    env: env ?? {},
    files: files ?? {},
    ...(script === undefined ? {} : { script: typeof script === 'string' ? resolve(folder, script) : script }),
  };
}
