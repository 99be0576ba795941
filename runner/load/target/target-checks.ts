import type { Http, Stdio, TargetFile, Ws } from '../../../src/generated/types/target-v1.js';
import { kindOf } from '../../../src/json/display.js';
import { isObject, type Json, type JsonObject, stringifyJson } from '../../../src/json/json.js';
import { formatPointer } from '../../../src/json/pointer.js';
import { closest, didYouMean } from '../../../src/json/suggest.js';
import { durationMistake } from '../../../src/language/duration.js';
import type { BehaviorSpec, TransportName } from '../../../src/language/target.js';
import { checkTexts } from '../../../src/language/values/index.js';
import { compileSchema } from '../../../src/schemas/index.js';
import type { Behavior, FileProblem } from '../../types.js';
import { rootsIn } from '../case/steps.js';
import type { Source } from '../files/yaml.js';
import { isMcpServer } from './auth.js';

/** The members that any transport of a target file may have. */
export type WrittenTransport = Partial<Stdio & Http & Ws>;

/** The transports of a file, in its order. */
export const writtenTransports = ({ transports }: TargetFile): [TransportName, WrittenTransport][] =>
  Object.entries(transports) as [TransportName, WrittenTransport][];

/** What Proctor fills in when it starts a target. */
const PLACEHOLDERS = [
  'node',
  'proctor',
  'port',
  'dir',
  'uuid',
  'target',
  'auth',
  'upstream',
  'peer',
  'behavior',
  'secret',
  'version',
  'with',
  'auth',
];

/** The same of how a target is started and reached, which may name variables of the environment too. */
const OF_TRANSPORTS = [...PLACEHOLDERS, 'env'];

/**
 * What is wrong with the values that a target file gives for a behavior: one that the behavior does not have, one that is
 * missing, one that is not what the behavior promises.
 *
 * @param at JSON Pointer to the behavior in the file
 */
export function checkGives(source: Source, at: string, spec: BehaviorSpec, behavior: Behavior): FileProblem[] {
  const problems: FileProblem[] = [];
  const gives = `${at}/gives`;
  for (const [name, value] of Object.entries(spec.gives)) {
    const pointer = `${gives}${formatPointer([name])}`;
    const schema = Object.hasOwn(behavior.gives, name) ? behavior.gives[name] : undefined;
    if (schema === undefined) {
      const suggestion = didYouMean(name, Object.keys(behavior.gives)) ?? 'it gives nothing';
      problems.push(source.problem(pointer, `\`${behavior.name}\` gives no \`${name}\``, { part: 'key', suggestion }));
      continue;
    }
    const wrong = misfit(value, schema);
    if (wrong !== undefined) problems.push(source.problem(pointer, `\`${name}\` of \`${behavior.name}\` ${wrong}`));
  }
  const given = { ...behavior.default, ...spec.gives };
  const missing = Object.keys(behavior.gives).filter((name) => !Object.hasOwn(given, name));
  if (missing.length > 0) {
    const names = missing.map((name) => `\`${name}\``).join(', ');
    problems.push(source.problem(at, `\`${behavior.name}\` must give ${names}`, { part: 'key' }));
  }
  return problems;
}

/** Why a value does not fit a JSON Schema, or undefined. */
function misfit(value: Json, schema: JsonObject | boolean): string | undefined {
  const [error] = compileSchema(schema)(value);
  if (error === undefined) return undefined;
  if (error.path !== '') return `at ${error.path} ${error.message}`;
  const types = error.keyword === 'type' && isObject(error.expected) ? error.expected.$type : undefined;
  return types === undefined
    ? error.message
    : `must be of type ${[types].flat().map(String).join(' or ')}, not ${kindOf(value)}`;
}

/** References in commands, environments, headers and behaviors that nothing will fill in. */
export function checkPlaceholders(source: Source, data: TargetFile): FileProblem[] {
  const problems: FileProblem[] = [];
  const visit = (value: Json, pointer: string, known: readonly string[]) => {
    if (typeof value === 'string') problems.push(...wrongTexts(source, value, pointer, known));
    else if (Array.isArray(value))
      for (const [index, item] of value.entries()) visit(item, `${pointer}/${index}`, known);
    else if (isObject(value))
      for (const [name, member] of Object.entries(value)) visit(member, `${pointer}${formatPointer([name])}`, known);
  };
  for (const [name, { ready, ...rest }] of writtenTransports(data)) {
    visit(rest, `/transports/${name}`, OF_TRANSPORTS);
    // A regular expression may well have `${` in it, and is no text with references.
    const { stdout: _, ...filled } = ready ?? {};
    visit(filled, `/transports/${name}/ready`, OF_TRANSPORTS);
  }
  for (const [name, behavior] of Object.entries(data.behaviors ?? {})) {
    // What a behavior gives is data, never a template.
    const { gives: _, ...rest } = behavior;
    visit(rest, `/behaviors${formatPointer([name])}`, PLACEHOLDERS);
  }
  const { issuer, own, upstream } = data.auth ?? {};
  for (const [name, part] of Object.entries({ issuer, 'issuer/opaque': issuer?.opaque, own, upstream })) {
    const { args = [], env = {}, files = {} } = part ?? {};
    visit({ args, env, files } as JsonObject, `/auth/${name}`, OF_TRANSPORTS);
  }
  return problems;
}

/** What is wrong with the part `auth` of a target file, besides what its schema says. */
export function checkAuth(source: Source, data: TargetFile): FileProblem[] {
  const { auth = {}, role } = data;
  const { resource, servers = [], tokens, issuer, scoped, upstream } = auth;
  const problems: FileProblem[] = [];
  const report = (pointer: string, message: string, suggestion?: string, key = true) =>
    void problems.push(
      source.problem(`/auth${pointer}`, message, { ...(key && { part: 'key' }), ...(suggestion && { suggestion }) }),
    );
  if (!isMcpServer(role)) report('', `\`auth\` describes servers of MCP, and this is ${role}`);
  if (data.transports.http === undefined)
    report('', 'only a server that is reached over http asks for tokens', 'give `transports.http`');
  if (resource !== undefined && !isHttpUrl(resource))
    report('/resource', `${resource} is not an http URL`, 'such as https://mcp.example/mcp', false);
  for (const [index, server] of servers.entries())
    if (!isHttpUrl(server) || new URL(server).origin !== server)
      report(`/servers/${index}`, `${server} is not an origin`, 'such as https://login.example', false);
  if (tokens && issuer)
    report(
      '/tokens',
      '`tokens` and `issuer` exclude each other: with `issuer` Proctor makes the tokens',
      'leave one out',
    );
  if (issuer && data.transports.http && data.transports.http.command === undefined)
    report('/issuer', 'Proctor starts a server that is to trust it', 'give `transports.http.command`');
  if (upstream && data.transports.http && data.transports.http.command === undefined)
    report('/upstream', 'Proctor starts a server that is to ask its API', 'give `transports.http.command`');
  for (const [pointer, cache] of Object.entries({ '': issuer?.cache, '/opaque': issuer?.opaque?.cache })) {
    const mistake = cache === undefined ? undefined : durationMistake(cache);
    if (mistake !== undefined) report(`/issuer${pointer}/cache`, mistake, undefined, false);
  }
  if (issuer?.cache !== undefined && issuer.tokens !== 'opaque')
    report('/issuer/cache', 'only answers of introspection are believed for a while', 'give `tokens: opaque`');
  if (scoped?.broader !== undefined && scoped.scopes.includes(scoped.broader))
    report('/scoped/broader', `\`${scoped.broader}\` is one of \`scopes\`, and no broader one`, undefined, false);
  if (tokens?.low_scope !== undefined && !scoped)
    report('/tokens/low_scope', 'nothing says what this token is too weak for', 'give `scoped`');
  return problems;
}

const isHttpUrl = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** Transports over which nobody would find the other: what is told to the target belongs to another, or nothing says where a server listens. */
export function checkReach(source: Source, data: TargetFile): FileProblem[] {
  const behaviors = stringifyJson(data.behaviors ?? {});
  return writtenTransports(data).flatMap(([name, transport]) => {
    const pointer = `/transports/${name}`;
    const [told, other] = name === 'stdio' ? ['command', 'url'] : ['url', 'command'];
    const texts = stringifyJson(transport);
    if (texts.includes(`\${peer.${other}`)) {
      const suggestion = `over ${name} use \`\${peer.${told}}\``;
      return [source.problem(pointer, `nothing fills in \`\${peer.${other}}\` here`, { suggestion })];
    }
    const comes = texts.includes('${peer.url') || behaviors.includes('${peer.url');
    if (name === 'stdio' || transport.url !== undefined || transport.ready?.stdout !== undefined || comes) return [];
    const suggestion = 'give `url` or `ready.stdout`; the command of a client names `${peer.url}`';
    return [source.problem(pointer, 'nothing says where the target listens', { part: 'key', suggestion })];
  });
}

function wrongTexts(source: Source, text: string, pointer: string, known: readonly string[]): FileProblem[] {
  const malformed = checkTexts(text).map(({ message }) => source.problem(pointer, message));
  const unknown = rootsIn(text)
    .filter((root) => !known.includes(root))
    .map((root) => {
      const near = closest(root, known);
      const suggestion =
        near === undefined ? 'no shell is involved; use `env` or write the value' : `did you mean \`${near}\`?`;
      return source.problem(pointer, `nothing fills in \`\${${root}}\``, { suggestion });
    });
  const places = [...text.matchAll(/\$\{(peer\.[^{}:]*)/g)].map(([, name]) => name!);
  const lost = places
    .filter((name) => !PEER.includes(name))
    .map((name) =>
      source.problem(pointer, `nothing fills in \`\${${name}}\``, { suggestion: didYouMean(name, PEER)! }),
    );
  return [...malformed, ...unknown, ...lost];
}

/** Where a client or host finds Proctor. */
const PEER = ['peer.command', 'peer.url'];

/** What is wrong with how pages are opened: an expression that can't be read, or that has no group for the address. */
export function checkOpens(source: Source, data: TargetFile): FileProblem[] {
  const all = [
    ['/opens', data.opens] as const,
    ...Object.entries(data.behaviors ?? {}).map(
      ([name, { opens }]) => [`${formatPointer(['behaviors', name])}/opens`, opens] as const,
    ),
  ];
  return all.flatMap(([at, opens]) => {
    const message = isObject(opens) ? mistakeIn((opens as { printed: string }).printed) : undefined;
    return message === undefined ? [] : [source.problem(`${at}/printed`, message)];
  });
}

function mistakeIn(expression: string): string | undefined {
  try {
    // With an empty alternative it fits anything, so that the groups can be counted.
    const groups = new RegExp(`${expression}|`).exec('')!.length - 1;
    return groups > 0 ? undefined : 'needs a group for the address, such as `(http\\S+)`';
  } catch (error) {
    return `is not a regular expression: ${error instanceof Error ? error.message : String(error)}`;
  }
}
