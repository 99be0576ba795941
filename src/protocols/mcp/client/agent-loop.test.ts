import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { type Json, type JsonObject, parseJson } from '../../../json/json.js';
import { paired } from './testing.js';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A provider of a model that gives these answers, and the last one for ever. Resolves with its base URL and what it is asked. */
async function provider(...answers: Json[]): Promise<{ url: string; asked: JsonObject[] }> {
  const asked: JsonObject[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      asked.push(parseJson(body) as JsonObject);
      const answer = answers[Math.min(asked.length, answers.length) - 1];
      response.writeHead(answer === null ? 503 : 200).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked };
}

const says = (message: JsonObject): JsonObject => ({ choices: [{ index: 0, message }] });
const calling = (name: string, args: string): JsonObject => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'call-1', type: 'function', function: { name, arguments: args } }],
});
const done = says({ role: 'assistant', content: 'Done.' });

const versions = { client: '2025-11-25', server: '2025-11-25' };
const weather = { name: 'weather', result: { content: [{ type: 'text', text: 'rain in {city}' }] } };
const server: JsonObject = { instructions: 'Ask for the weather.', tools: [weather] };
const looped = (loop: JsonObject) => paired('stdio', versions, { do: [{ loop }] }, server);

describe('an agent loop', () => {
  it('calls what the model calls, tells it what came of that, and returns its last text', async () => {
    const { url, asked } = await provider(says(calling('weather', '{"city":"Rome"}')), done);
    expect(await looped({ model: url, prompt: 'Weather?' })).toMatchObject({ ok: true, value: { results: ['Done.'] } });
    expect(asked).toHaveLength(2);
    expect(asked[0]).toMatchObject({
      messages: [
        { role: 'system', content: expect.stringContaining('Ask for the weather.') },
        { role: 'user', content: 'Weather?' },
      ],
      tools: [{ type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }],
    });
    const [answer, outcome] = (asked[1]!.messages as JsonObject[]).slice(2);
    expect(answer).toEqual(calling('weather', '{"city":"Rome"}'));
    expect(outcome).toEqual({
      role: 'tool',
      tool_call_id: 'call-1',
      content: JSON.stringify([{ type: 'text', text: 'rain in Rome' }]),
    });
  });

  it('says nothing of the instructions of the server where they are not expected', async () => {
    const { url, asked } = await provider(done);
    expect(await looped({ model: url, advisory: false })).toMatchObject({ ok: true });
    expect(JSON.stringify(asked)).not.toContain('Ask for the weather.');
  });

  it.each([
    ['a tool that is not there', calling('wind', '{}'), 'wind'],
    ['arguments that are no JSON', calling('weather', '{"city'), 'end of input'],
  ])('tells the model of %s', async (_what, call, why) => {
    const { url, asked } = await provider(says(call), done);
    expect(await looped({ model: url })).toMatchObject({ ok: true });
    const { content } = (asked[1]!.messages as JsonObject[]).at(-1)!;
    expect(parseJson(String(content))).toEqual({ error: expect.stringContaining(why) });
  });

  it.each([
    ['is not there', null, /does not answer: status 503/],
    ['answers something else', { object: 'list' }, /the answer of the model has no message/],
    ['goes on for ever', says(calling('weather', '{"city":"Rome"}')), /wants to go on after 20 answers/],
  ])('ends where the model %s', async (_what, answer, why) => {
    const { url } = await provider(answer);
    expect(await looped({ model: url })).toMatchObject({ ok: false, error: expect.stringMatching(why) });
  });
});
