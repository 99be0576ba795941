import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.js';
import { headerText, paramHeaders, paramHeadersOf, readHeaderText, saysSame } from './param-headers.js';

const schema = (properties: JsonObject): JsonObject => ({ type: 'object', properties });

describe('a header that repeats a value', () => {
  it.for([
    ['us-west1', 'us-west1'],
    ['Hello, 世界', '=?base64?SGVsbG8sIOS4lueVjA==?='],
    [' padded ', '=?base64?IHBhZGRlZCA=?='],
    ['line1\nline2', '=?base64?bGluZTEKbGluZTI=?='],
    ['=?base64?literal?=', '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?='],
    ['=?base64?SGVsbG8=', '=?base64?SGVsbG8='],
    ['SGVsbG8=?=', 'SGVsbG8=?='],
    ['=?BASE64?SGVsbG8=?=', '=?BASE64?SGVsbG8=?='],
    ['', '=?base64??='],
    [42, '42'],
    [true, 'true'],
  ] as const)('has %j as %s', ([value, text]) => {
    expect(headerText(value)).toBe(text);
    expect(readHeaderText(text)).toBe(String(value));
    expect(saysSame(text, value)).toBe(true);
  });

  it('says nothing where its encoding is broken, and something else in another case', () => {
    expect(readHeaderText('=?base64?!!!?=')).toBeUndefined();
    expect(saysSame('US-WEST1', 'us-west1')).toBe(false);
    expect(saysSame('42.0', 42)).toBe(true);
    expect(saysSame('41', 42)).toBe(false);
    expect(saysSame('1', true)).toBe(false);
  });
});

describe('the arguments that headers repeat', () => {
  it('are those that properties lead to', () => {
    const region = { type: 'string', 'x-mcp-header': 'Region' };
    const found = paramHeadersOf(schema({ region, job: schema({ name: { type: 'string', 'x-mcp-header': 'Job' } }) }));
    expect(found).toEqual([
      { name: 'Region', path: ['region'] },
      { name: 'Job', path: ['job', 'name'] },
    ]);
    expect(paramHeaders(found!, { region: 'eu', job: { name: null } })).toEqual([['Region', 'eu']]);
  });

  it.for([
    ['an empty name', { a: { type: 'string', 'x-mcp-header': '' } }],
    ['a name with a space', { a: { type: 'string', 'x-mcp-header': 'a b' } }],
    ['a number', { a: { type: 'number', 'x-mcp-header': 'A' } }],
    ['an element of a list', { a: { type: 'array', items: { type: 'string', 'x-mcp-header': 'A' } } }],
    ['one name twice', { a: { type: 'string', 'x-mcp-header': 'A' }, b: { type: 'string', 'x-mcp-header': 'a' } }],
  ] as [string, JsonObject][])('are none with %s', ([, properties]) => {
    expect(paramHeadersOf(schema(properties))).toBeUndefined();
  });
});
