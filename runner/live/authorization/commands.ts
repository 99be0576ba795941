import { isObject, type JsonObject } from '../../../src/json/json.js';
import { closest } from '../../../src/json/suggest.js';
import { parseYaml } from '../../load/files/yaml.js';
import type { MockAuthorization, Refusable, TokenRequest } from './control.js';

/** A line that a person types to a protected mock. */
interface Command {
  usage: string;
  /** Does what the rest of the line says. Returns what to answer. Throws RangeError for what can't be done. */
  act(control: MockAuthorization, rest: string): string | Promise<string>;
}

/** What a line is answered with. */
export interface CommandAnswer {
  text: string;
  /** Whether it is a token that the person asked for, and is shown. */
  isToken: boolean;
}

const KINDS: readonly string[] = ['authorize', 'token', 'register'];

const COMMANDS: { readonly [name: string]: Command } = {
  issue: {
    usage:
      'issue [SCOPE ... | { user: NAME, scopes: [SCOPE], audience: URL, lifetime: SECONDS, client: ID, claims: {} }]',
    act: (control, rest) => control.issue(rest.startsWith('{') ? (objectOf(rest) as TokenRequest) : scopesOf(rest)),
  },
  revoke: {
    usage: 'revoke [TOKEN]',
    act: (control, rest) => {
      control.revoke(rest === '' ? undefined : rest);
      return rest === '' ? 'every token and login so far is revoked' : 'revoked, if it was issued here';
    },
  },
  expire: { usage: 'expire', act: (control) => done('every access token so far has expired', () => control.expire()) },
  rotate: { usage: 'rotate', act: (control) => done('tokens are signed with a new key', () => control.rotate()) },
  refuse: {
    usage: 'refuse authorize|token|register [ERROR]',
    act: (control, rest) => {
      const [what = '', error, ...more] = words(rest);
      if (!KINDS.includes(what) || more.length > 0) throw new RangeError(`say what to refuse: ${KINDS.join(', ')}`);
      control.refuse(what as Refusable, error);
      return error === undefined ? `${what} is answered as usual` : `${what} is refused with ${error}`;
    },
  },
  grant: {
    usage: 'grant [SCOPE ...]',
    act: (control, rest) => {
      control.grant(rest === '' ? undefined : words(rest));
      return rest === '' ? 'the scopes that are asked for are granted' : `granted, whatever is asked for: ${rest}`;
    },
  },
  audience: {
    usage: 'audience [URL ...]',
    act: (control, rest) => {
      const [first, ...more] = words(rest);
      control.audience(more.length > 0 ? words(rest) : first);
      return rest === '' ? 'tokens are for the resource that is asked for' : `tokens are for ${rest}`;
    },
  },
  issuer: {
    usage: 'issuer [URL]',
    act: (control, rest) => {
      control.issuer(rest === '' ? undefined : rest);
      return `the metadata name the issuer ${rest === '' ? control.url : rest}`;
    },
  },
  delay: {
    usage: 'delay MS',
    act: (control, rest) => {
      if (!/^\d{1,9}$/.test(rest)) throw new RangeError('say how long, in ms: delay 500');
      control.delay(Number(rest));
      return `each answer waits ${rest} ms`;
    },
  },
  set: {
    usage: 'set MEMBER: VALUE',
    act: (control, rest) => {
      const changes = objectOf(rest);
      // A person has no undefined to type.
      control.set(Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value ?? undefined])));
      return `changed: ${Object.keys(changes).join(', ')}`;
    },
  },
  reset: { usage: 'reset', act: (control) => done('it behaves as at its start', () => control.reset()) },
  help: {
    usage: 'help',
    act: () =>
      Object.values(COMMANDS)
        .map(({ usage }) => usage)
        .join('; '),
  },
};

/** The names of all commands. */
export const COMMAND_NAMES = Object.keys(COMMANDS);

/** Does what a line says, and says in one line what came of it. Undefined for an empty one. Never rejects. */
export async function answerCommand(control: MockAuthorization, line: string): Promise<CommandAnswer | undefined> {
  const [, name = '', rest = ''] = /^\s*(\S+)\s*(.*?)\s*$/s.exec(line) ?? [];
  if (name === '') return undefined;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  try {
    if (!command) throw new RangeError(unknown(name));
    const text = await command.act(control, rest);
    return { text, isToken: name === 'issue' };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { text: `error: ${error.message.replaceAll('\n', ' ')}`, isToken: false };
  }
}

function unknown(name: string): string {
  const near = closest(name, COMMAND_NAMES);
  const hint = near === undefined ? '' : `; did you mean ${near}?`;
  return `unknown command ${JSON.stringify(name.slice(0, 40))}: there are ${COMMAND_NAMES.join(', ')}${hint}`;
}

const words = (text: string): string[] => text.split(/\s+/).filter((one) => one !== '');

const scopesOf = (rest: string): TokenRequest => (rest === '' ? {} : { scopes: words(rest) });

/** The members of a line such as `refresh: reuse` or `{ user: ada }`. */
function objectOf(text: string): JsonObject {
  const { source, problems } = parseYaml('the line', text);
  const [problem] = problems;
  if (problem) throw new RangeError(`that can't be read: ${problem.message}`);
  if (!isObject(source.data)) throw new RangeError('say it as MEMBER: VALUE, or { MEMBER: VALUE, ... }');
  return source.data;
}

/** Does something, and says so. */
function done(text: string, act: () => void): string {
  act();
  return text;
}
