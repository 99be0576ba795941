import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../json/json.js';
import { paired } from '../client/testing.js';
import { DRAFT } from '../per-request.js';
import { harnClientProfile } from './profile.js';

/** What a client of Harn's profile told at its end. */
const told = (script: JsonObject, revision = '2025-11-25', serverScript: JsonObject = {}) =>
  paired('stdio', { client: revision, server: revision }, script, serverScript, harnClientProfile());

const tool = (result: JsonObject) => ({ tools: [{ name: 'kit', result }] });
const [one, image] = [
  { type: 'text', text: 'größe' },
  { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
];

describe('a client of Harn', () => {
  it.each([
    ['one text', [one], 'größe'],
    ['several blocks', [one, image], [one, image]],
    ['one block that is not a text', [image], [image]],
    ['nothing', [], null],
  ])('gets of %s what its guide says', async (_what, content, returned) => {
    const { ok, value } = await told({ do: [{ call: 'kit' }] }, undefined, tool({ content }));
    expect([ok, value.results]).toEqual([true, [returned]]);
  });

  it('fails where a tool says that it failed', async () => {
    const { ok, error } = await told({ do: [{ call: 'kit' }] }, undefined, tool({ content: [one], isError: true }));
    expect([ok, error]).toEqual([false, 'the tool failed: größe']);
  });

  it.each(['2025-11-25', DRAFT])('of %s asks its host, and does without one', async (revision) => {
    const form: JsonObject = { call: 'ask_elicitation', arguments: { message: 'hi' } };
    const sample: JsonObject = { call: 'ask_sampling', arguments: { prompt: 'hi' } };
    const asked = await told({ do: [form, sample] }, revision);
    expect(asked).toMatchObject({
      ok: true,
      value: {
        host: [
          { capability: 'mcp', operation: 'elicit' },
          { capability: 'mcp', operation: 'sample' },
        ],
      },
    });
    const alone = await told({ host: false, do: [form] }, revision);
    expect(alone).toMatchObject({ ok: true, value: { host: [], results: [expect.stringContaining('decline')] } });
  });

  it.each([
    [{ host: false }, 'no host is there to be asked'],
    [{ user: { sampling: 'decline' } }, 'the host does not want it'],
  ])('refuses a sampling with %j by an error that says why', async (script, why) => {
    const { error } = await told({ do: [{ call: 'ask_sampling', arguments: { prompt: 'hi' } }], ...script });
    expect(error).toContain(`Sampling declined: ${why}`);
  });
});
