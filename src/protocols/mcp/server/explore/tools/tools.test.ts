import { expect, it } from 'vitest';
import type { Answer } from '../../../../../conversation/explorer.js';
import type { JsonObject } from '../../../../../json/json.js';
import { Findings } from '../findings.js';
import { toolNamed } from '../testing.js';
import { recogniseCalls } from './tools.js';

/** What one call of a tool shows by its reply. */
function shownBy(reply: JsonObject, inputSchema: JsonObject = { type: 'object' }, args: JsonObject = {}) {
  const findings = new Findings();
  const call = { as: 'a', method: 'tools/call', tool: toolNamed('a', { inputSchema }), arguments: args };
  const answer: Answer = { reply, took: 1, meanwhile: [] };
  recogniseCalls([call], new Map([['a', answer]]), findings);
  return [...findings.shows.keys()];
}
const error = (code: number) => ({ error: { code, message: 'the file is gone' } });

it('a tool that answers a fitting call with an error of its own is one that fails', () => {
  expect(shownBy(error(-32603))).toContain('failing-tool');
  expect(shownBy(error(-32000))).toContain('failing-tool');
});

it.each([-32700, -32600, -32601, -32602])('an error %i is about the call and shows no failing tool', (code) =>
  expect(shownBy(error(code))).not.toContain('failing-tool'),
);

it('a call that does not fit its schema shows no failing tool', () => {
  expect(shownBy(error(-32603), { type: 'object', required: ['a'] })).not.toContain('failing-tool');
});

it('a tool that answers is none that fails', () => {
  expect(shownBy({ result: { content: [{ type: 'text', text: 'x' }] } })).not.toContain('failing-tool');
});
