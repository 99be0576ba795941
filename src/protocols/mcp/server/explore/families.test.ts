import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../json/json.js';
import { recogniseFamilies } from './families.js';
import { Findings } from './findings.js';
import { type Said, says, type ToldServer, toldTarget } from './testing.js';

const tool = { name: 'echo', arguments: { message: 'hi' } };
const opens = (protocolVersion: string): Said => ({ reply: { result: { protocolVersion } } });
const refuses: Said = { reply: { error: { code: -32601, message: 'no' } } };
const fails: Said = { reply: { result: { content: [], isError: true } } };

/** A server that answers initialize so, and calls by what was opened. */
const server =
  (opening: Said, calledIn: (isOpen: boolean) => Said = () => says('hi')): (() => ToldServer) =>
  () => {
    let isOpen = false;
    return (method) => {
      if (method === 'initialize') isOpen = true;
      if (method === 'initialize') return opening;
      return method === 'tools/call' ? calledIn(isOpen) : says('');
    };
  };

async function shownBy(serve: () => ToldServer, transport: 'stdio' | 'http', gives: JsonObject | undefined = tool) {
  const target = toldTarget(serve, { transport });
  const findings = new Findings();
  if (gives !== undefined) findings.show('tool', gives);
  await recogniseFamilies(target, findings);
  return { gives: findings.shows.get('either-family')?.gives, calls: target.calls.length };
}

it.for<['stdio' | 'http', number]>([
  ['stdio', 1],
  ['http', 4],
])('a server that opens a session is one of both families, over %s by %d calls', async ([transport, calls]) => {
  expect(await shownBy(server(opens('2025-11-25')), transport)).toEqual({ gives: tool, calls });
});

it.for<[string, () => ToldServer]>([
  ['opens none', server(refuses)],
  ['opens one of another version', server(opens('2025-06-18'))],
  ['does not have the tool in it', server(opens('2025-11-25'), (isOpen) => (isOpen ? refuses : says('hi')))],
  ['fails in it', server(opens('2025-11-25'), (isOpen) => (isOpen ? fails : says('hi')))],
])('one that %s is not', async ([, serve]) => {
  expect((await shownBy(serve, 'stdio')).gives).toBeUndefined();
  expect((await shownBy(serve, 'http')).gives).toBeUndefined();
});
