import { describe, expect, it } from 'vitest';
import { discriminators, methodTable } from './methods.js';

describe('methodTable', () => {
  const methods = methodTable('mcp', '2025-11-25');

  it('has an entry for each method, completed from its message', () => {
    expect(methods['tools/call']).toEqual({
      summary: 'Runs a tool.',
      direction: 'client-to-server',
      kind: 'request',
      message: 'CallToolRequest',
      params: 'CallToolRequestParams',
      paramsRequired: true,
      results: ['CallToolResult', 'CreateTaskResult'],
      errors: ['InvalidParams', 'URLElicitationRequired'],
      capability: { side: 'server', pointer: '/tools' },
    });
    expect(methods.ping).toMatchObject({
      direction: 'both',
      paramsRequired: false,
      results: ['EmptyResult'],
      errors: [],
    });
    expect(methods['notifications/initialized']).toMatchObject({
      kind: 'notification',
      paramsRequired: false,
      results: [],
    });
    expect(methods['tasks/get']).not.toHaveProperty('params');
  });

  it('has what judges the params, where a protocol defines no whole messages', () => {
    const acp = methodTable('acp', '0.12.2');
    expect(acp['fs/write_text_file']).toEqual({
      summary: 'Writes a file.',
      direction: 'server-to-client',
      kind: 'request',
      params: 'WriteTextFileRequest',
      paramsRequired: true,
      results: ['WriteTextFileResponse', 'NullResult'],
      errors: ['InvalidParams'],
      capability: { side: 'client', pointer: '/fs/writeTextFile' },
    });
    expect(acp['session/list']).toMatchObject({ params: 'ListSessionsRequest', paramsRequired: false });
  });

  it('has nothing but methods', () => {
    expect('constructor' in methods).toBe(false);
    expect(methods.toString).toBeUndefined();
  });

  it('throws for a version that has no table', () => {
    expect(() => methodTable('mcp', '1999-01-01')).toThrow('there is no method table of mcp 1999-01-01');
    expect(() => methodTable('mcp', 'toString')).toThrow();
  });
});

it('discriminators point from the root of the message', () => {
  const of = discriminators(methodTable('acp', '0.12.2'));
  expect(of('session/update')).toBe('/params/update/sessionUpdate');
  expect(of('session/cancel')).toBeUndefined();
  expect(of('toString')).toBeUndefined();
});
