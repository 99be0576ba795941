import { describe, expect, it } from 'vitest';
import { methodTable } from './methods.js';

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

  it('has nothing but methods', () => {
    expect('constructor' in methods).toBe(false);
    expect(methods.toString).toBeUndefined();
  });

  it('throws for a version that has no table', () => {
    expect(() => methodTable('mcp', '1999-01-01')).toThrow('there is no method table of mcp 1999-01-01');
    expect(() => methodTable('mcp', 'toString')).toThrow();
  });
});
