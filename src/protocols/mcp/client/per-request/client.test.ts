import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../json/json.js';
import { DRAFT, REVISION_2026_07_28 } from '../../per-request.js';
import { paired } from '../testing.js';

const textOf = (result: JsonObject) => (result.content as { text: string }[])[0]?.text;

describe.each([
  ['http', REVISION_2026_07_28],
  ['stdio', REVISION_2026_07_28],
  ['http', DRAFT],
  ['stdio', DRAFT],
] as const)('the reference client without sessions over %s, of %s', (transport, revision) => {
  /** What the client told at its end that had a server of its revision to speak with. */
  const told = (script: JsonObject) => paired(transport, { client: revision, server: revision }, script);

  it('does what its script says', async () => {
    const { ok, error, value } = await told({
      do: [
        { list: 'tools' },
        { call: 'echo', arguments: { message: 'größe 😀' } },
        { call: 'route', arguments: { region: 'größe 😀', priority: 7, urgent: false, job: { name: ' x ' } } },
        { read: 'memo://greeting' },
        { prompt: 'review', arguments: { code: 'x' } },
        { complete: { ref: { type: 'ref/prompt', name: 'review' }, argument: { name: 'tone', value: 'f' } } },
        { level: 'error' },
      ],
    });
    expect([ok, error, value.server]).toEqual([true, undefined, 'proctor-reference']);
    const [, echo, route] = value.results;
    expect(textOf(echo!)).toBe('größe 😀');
    expect(textOf(route!)).toBe('To größe 😀.');
  });

  it('mirrors arguments of a tool that it has not listed, once it is told that they lack', async () => {
    const { ok, value } = await told({ do: [{ call: 'route', arguments: { region: 'us-west1' } }] });
    expect([ok, textOf(value.results[0]!)]).toEqual([true, 'To us-west1.']);
  });

  it.each([
    ['ask_roots', {}, {}, 'file:///tmp'],
    ['ask_sampling', { prompt: 'hi' }, {}, 'proctor-reference said'],
    ['ask_elicitation', { message: 'hi' }, { user: { forms: 'cancel' } }, 'chose cancel'],
    ['ask_elicitation', { message: 'hi', mode: 'url' }, {}, 'chose accept'],
    ['ask_twice', {}, {}, 'text likes text'],
  ])('answers what %s(%j) asks', async (call, args, script, text) => {
    const { ok, error, value } = await told({ do: [{ call, arguments: args }], ...script });
    expect([ok, error]).toEqual([true, undefined]);
    expect(textOf(value.results[0]!)).toContain(text);
  });

  it('lets a request be that the user refuses to answer', async () => {
    const script = { do: [{ call: 'ask_sampling', arguments: { prompt: 'hi' } }], user: { sampling: 'decline' } };
    expect(await told(script)).toMatchObject({ ok: false });
  });

  it('cancels what the user takes back', async () => {
    const { value } = await told({
      do: [
        { call: 'slow', arguments: { steps: 5, delay_ms: 10_000 }, cancelAfterMs: 1 },
        { call: 'echo', arguments: { message: 'hi' } },
      ],
    });
    expect(value.results).toMatchObject([{ cancelled: true }, { content: [{ text: 'hi' }] }]);
  });
});
