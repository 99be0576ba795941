import { expect, it } from 'vitest';
import { definitionsOf, meantBy } from './names.js';
import { builtGroups } from './package-files.js';

it('each bundle has definitions, with what each is', () => {
  for (const group of builtGroups()) expect(definitionsOf(group).length, group).toBeGreaterThan(0);
  expect(definitionsOf('mcp/2025-11-25')).toContainEqual({
    name: 'Tool',
    title: 'Tool',
    description: expect.stringMatching(/tool|do/i),
  });
});

it('a format of ours is a definition under its own name, before the others', () => {
  expect(definitionsOf('target/v1')[0]).toMatchObject({ name: 'target' });
  expect(definitionsOf('mcp/2025-11-25').map(({ name }) => name)).not.toContain('mcp');
});

it.each([
  ['mcp/2025-11-25/tool', 'did you mean `mcp/2025-11-25/Tool`?'],
  ['mcp/2025-11-26/Tool', 'did you mean `mcp/2025-11-25/Tool`?'],
  ['acp/SessionUpdate', 'did you mean `acp/0.12.2/SessionUpdate` or `acp/1.21.0/SessionUpdate`?'],
  ['ListToolsResult', /^did you mean .*`mcp\/2025-11-25\/ListToolsResult`.* or .*\?$/],
  ['target/v1', 'name one of its definitions, such as `target/v1/target`'],
  ['mcp/2025-11-25/', '`proctor list schemas mcp/2025-11-25` lists its definitions'],
  ['harn/Foo', 'harn has the version `extensions-v1`'],
  ['mcp', /^mcp has the versions .*`2025-11-25`/],
  ['MCP/2025-11-25/Tool', 'did you mean `mcp/2025-11-25/Tool`?'],
  ['../../etc/passwd', '`proctor list schemas` lists all'],
  ['', '`proctor list schemas` lists all'],
])('%s is answered with a name that exists', (name, hint) => {
  expect(meantBy(name)).toEqual(typeof hint === 'string' ? hint : expect.stringMatching(hint));
});
