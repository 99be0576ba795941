// What a client of MCP is told to do by its flags, and how its user decides. Independent of any SDK.
//   --url URL [FLAG…]      [FLAG…] -- COMMAND ARG…
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const text = { type: 'string' };
const parsed = parseArgs({
  allowPositionals: true,
  options: {
    url: text,
    version: text, // of the protocol: 2025-11-25, 2026-07-28 or either
    call: text, // a tool, with --arguments JSON
    arguments: text,
    times: text, // so many calls at the same time, with progress
    'cancel-after': text, // ms until the user takes the call back
    task: { type: 'boolean' }, // the call is a task
    'roots-after': text, // ms until the roots change
    list: text, // tools, resources, templates or prompts; before --call where that is there too
    'list-again-after': text, // ms until the same is listed once more
    read: text, // with --times, so many times, one after the other
    watch: text,
    prompt: text,
    complete: text, // the params as JSON
    level: text,
    user: text, // refuse, dismiss or ponder; agrees otherwise
    timeout: text, // ms for which each answer is waited for
  },
});

export const flags = parsed.values;
/** The command of the server, where no URL is given. */
export const server = { command: parsed.positionals[0], args: parsed.positionals.slice(1) };
export const timeout = Number(flags.timeout ?? 60_000);
export const given = JSON.parse(flags.arguments ?? '{}');
export const roots = [{ uri: pathToFileURL(process.cwd()).href, name: 'work' }];
export const capabilities = {
  roots: { listChanged: true },
  sampling: {},
  elicitation: { form: { applyDefaults: true }, url: {} },
};

/** An error with a code of JSON-RPC, as which the SDKs answer it. */
const refusal = (code, message) => Object.assign(new Error(message), { code });

/** The decision of the user: what it is called in each case. */
async function decide(refused) {
  if (flags.user === 'ponder') await new Promise(() => undefined);
  return flags.user === undefined ? 'accept' : flags.user === 'dismiss' ? 'cancel' : refused;
}

/** Answers sampling/createMessage. */
export async function sample({ params }) {
  if (params.tools ?? params.toolChoice) throw refusal(-32602, 'This client did not declare tools in sampling');
  if ((await decide('decline')) === 'decline') throw refusal(-1, 'User rejected sampling request');
  return {
    role: 'assistant',
    model: 'of-the-example',
    content: { type: 'text', text: 'Hello.' },
    stopReason: 'endTurn',
  };
}

/** Answers elicitation/create. */
export async function elicit({ params }) {
  const action = await decide('decline');
  if (action !== 'accept' || params.mode === 'url') return { action };
  const { properties, required = [], $schema = DIALECT } = params.requestedSchema;
  if ($schema !== DIALECT) throw refusal(-32602, `The dialect ${$schema} is not supported`);
  return { action, content: Object.fromEntries(required.map((name) => [name, simplest(properties[name])])) };
}

/** The simplest value that the schema of a field allows, or its default. */
function simplest({ type, format, minimum, minItems = 0, minLength = 0, ...field }) {
  if (field.default !== undefined) return field.default;
  const choices = field.enum ?? field.oneOf?.map((one) => one.const);
  if (type === 'array') return (field.items.enum ?? field.items.anyOf.map((one) => one.const)).slice(0, minItems);
  if (choices) return choices[0];
  if (type === 'boolean') return true;
  if (type === 'string') return FORMATS[format] ?? 'text'.padEnd(minLength, '.');
  return minimum ?? 1;
}
const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const FORMATS = {
  email: 'a@example.com',
  uri: 'https://example.com/',
  date: '2025-11-25',
  'date-time': '2025-11-25T00:00:00Z',
};

/** Tells what came of it, `{ ok, value | error }`, as one line, and ends. */
export const report = (outcome) =>
  process.stdout.write(`${JSON.stringify(outcome)}\n`, () => process.exit(outcome.ok ? 0 : 1));
