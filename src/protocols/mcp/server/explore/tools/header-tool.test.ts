import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../../json/json.js';
import { Findings } from '../findings.js';
import { toolNamed } from '../testing.js';
import { recogniseHeaderTool } from './header-tool.js';

const text = { type: 'string' };
const region = { ...text, 'x-mcp-header': 'Region' };

function shownBy(properties: JsonObject, ...required: string[]) {
  const findings = new Findings();
  recogniseHeaderTool([toolNamed('route', { inputSchema: { type: 'object', properties, required } })], findings);
  return findings.shows.get('header-tool')?.gives;
}

it('an argument that a header repeats is shown with the header in lower case', () => {
  const shown = { name: 'route', argument: 'region', header: 'mcp-param-region' };
  expect(shownBy({ region }, 'region')).toEqual(shown);
  expect(shownBy({ region, other: text })).toEqual(shown);
});

it.for<[string, JsonObject, string[]]>([
  ['none has a header', { region: text }, []],
  ['it is not a text', { region: { ...region, type: 'integer' } }, []],
  ['it takes some texts only', { region: { ...region, enum: ['a'] } }, []],
  ['it takes short texts only', { region: { ...region, maxLength: 5 } }, []],
  ['the header has no name', { region: { ...region, 'x-mcp-header': '' } }, []],
  ['another is needed too', { region, other: text }, ['other']],
])('no argument is shown if %s', ([, properties, required]) => {
  expect(shownBy(properties, ...required)).toBeUndefined();
});
