import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.js';
import { loadValidators } from '../index.js';

/** What a profile beside the revisions of MCP says of a value, and nothing where it takes it. */
async function said(protocol: string, version: string, definition: string, value: Json): Promise<string[]> {
  const validators = await loadValidators(protocol, version);
  return validators.validate(definition, value).map(({ path, message }) => `${path} ${message}`.trim());
}

type Row = [definition: string, valid: Json, invalid: Json, message: string];
const info = { name: 'x', version: '1' };
const uri = 'well-known://mcp-card';

describe("server cards as Harn's", () => {
  it.each<Row>([
    ['ServerCard', { name: 'x' }, {}, 'lacks `name`'],
    [
      'ServerCard',
      { name: 'x', capabilities: { tools: true } },
      { name: 'x', capabilities: { tools: {} } },
      '/capabilities/tools expected a boolean, got an object',
    ],
    ['ServerCard', { name: 'x', tools: [{ name: 'y' }] }, { name: 'x', tools: ['y'] }, '/tools/0 expected an object'],
    ['CardImplementation', { ...info, card: { name: 'x' } }, info, 'lacks `card`'],
    ['CardImplementation', { ...info, card: { name: 'x' } }, { name: 'x', card: { name: 'x' } }, 'lacks `version`'],
    ['CardResource', { name: 'card', uri }, { name: 'card', uri: 'file:///card' }, `/uri expected "${uri}"`],
    ['CardContents', { uri, text: '{}' }, { uri, blob: 'e30=' }, 'lacks `text`'],
  ])('%s: takes the one, refuses the other for its reason', async (definition, valid, invalid, message) => {
    expect(await said('mcp-card', 'harn-v1', definition, valid)).toEqual([]);
    expect(await said('mcp-card', 'harn-v1', definition, invalid)).toEqual([expect.stringContaining(message)]);
  });
});

describe('server cards of SEP-2127', () => {
  const card = {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json',
    name: 'org.example/notes',
    version: '1',
    description: 'Keeps notes.',
  };
  const remote = { type: 'sse', url: 'https://example.org' };
  it.each<Row>([
    ['ServerCard', card, { ...card, name: 'notes' }, '/name'],
    ['ServerCard', card, { ...card, $schema: 'https://example.org/card.json' }, '/$schema'],
    ['ServerCard', card, { ...card, tools: [] }, '/tools unknown member `tools`'],
    [
      'ServerCard',
      { ...card, description: 'x'.repeat(100) },
      { ...card, description: 'x'.repeat(101) },
      '/description',
    ],
    ['Repository', { url: 'https://a', source: 'b' }, { url: 'https://a' }, 'lacks `source`'],
    ['Remote', remote, { ...remote, type: 'stdio' }, '/type expected one of'],
    ['Remote', { ...remote, url: '{host}/mcp' }, { ...remote, url: 'ftp://example.org' }, '/url'],
    ['Input', { default: 'eu' }, { name: 'x' }, '/name unknown member `name`'],
    ['KeyValueInput', { name: 'x', isSecret: true }, { isSecret: true }, 'lacks `name`'],
    ['KeyValueInput', { name: 'x', variables: { a: {} } }, { name: 'x', secret: true }, '/secret unknown member'],
  ])('%s: takes the one, refuses the other for its reason', async (definition, valid, invalid, message) => {
    expect(await said('mcp-card', 'sep-2127', definition, valid)).toEqual([]);
    expect(await said('mcp-card', 'sep-2127', definition, invalid)).toEqual([expect.stringContaining(message)]);
  });
});

describe('keywords of MCP in the schemas of tools', () => {
  const input = (properties: { [name: string]: Json }) => ({ type: 'object', properties });
  const header = (name: Json, type = 'string') => ({ type, 'x-mcp-header': name });
  const file = { type: 'string', format: 'uri', 'x-mcp-file': { accept: ['text/*'], maxSize: 64 } };
  it.each<Row>([
    ['InputSchema', input({ a: header('Region') }), input({ a: header('') }), '/properties/a/x-mcp-header'],
    ['InputSchema', input({ a: header('A', 'integer') }), input({ a: header('A', 'number') }), '/properties/a/type'],
    [
      'InputSchema',
      input({ a: header("!#$%&'*+-.^_`|~9") }),
      input({ a: header('a b') }),
      '/properties/a/x-mcp-header',
    ],
    [
      'InputSchema',
      input({ a: input({ b: header('B') }) }),
      input({ a: input({ b: header(1) }) }),
      '/properties/a/properties/b/x-mcp-header',
    ],
    [
      'InputSchema',
      input({ a: { type: 'array', items: { type: 'string' } } }),
      input({ a: { type: 'array', items: header('A') } }),
      '/properties/a/items',
    ],
    [
      'InputSchema',
      { ...input({}), anyOf: [true] },
      { ...input({}), anyOf: [{ properties: { a: header('A') } }] },
      '/anyOf/0/properties/a',
    ],
    ['InputSchema', input({ a: true }), { type: 'array' }, '/type expected "object", got "array"'],
    ['InputSchema', input({ a: file }), input({ a: { ...file, type: 'integer' } }), '/properties/a/type'],
    ['FileInput', file, { type: 'string', 'x-mcp-file': {} }, 'lacks `format`'],
    ['FileDescriptor', { accept: ['image/*', '.pdf', 'text/plain'] }, { accept: ['image'] }, '/accept/0'],
    ['FileDescriptor', { maxSize: 0 }, { maxSize: -1 }, '/maxSize'],
    ['FileValue', 'data:text/plain;base64,aGk=', 'file:///etc/passwd', ''],
  ])('%s: takes the one, refuses the other for its reason', async (definition, valid, invalid, message) => {
    expect(await said('mcp-keywords', 'v1', definition, valid)).toEqual([]);
    expect(await said('mcp-keywords', 'v1', definition, invalid)).toEqual([expect.stringContaining(message)]);
  });
});
