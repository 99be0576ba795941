import { expect, it } from 'vitest';
import type { Answer } from '../../../../../conversation/explorer.js';
import type { JsonObject } from '../../../../../json/json.js';
import { Findings } from '../findings.js';
import type { Offer } from '../offered.js';
import { promptQuestions, recognisePrompts } from './contents.js';

const offer: Offer = {
  tools: [],
  resources: [],
  templates: [],
  prompts: [{ name: 'report', arguments: [{ name: 'style', required: false }] }],
};

/** What a server shows that answers prompts/get so. */
function shownBy(answerTo: (params: JsonObject) => JsonObject): Findings {
  const findings = new Findings();
  const answers = promptQuestions(offer, new Map()).map(({ as, params }): [string, Answer] => [
    as,
    { reply: answerTo((params as JsonObject).$lit as JsonObject), took: 1, meanwhile: [] },
  ]);
  recognisePrompts(offer, new Map(), new Map(answers), findings);
  return findings;
}

const messages = {
  result: { messages: [{ role: 'user', content: { type: 'image', data: '', mimeType: 'image/png' } }] },
};

it('a prompt without required arguments is shown by getting it without any', () => {
  expect(shownBy(() => messages).shows.get('prompt')).toEqual({ gives: { name: 'report' } });
});

it('a prompt is not shown if the server insists on an object for its arguments', () => {
  const { shows } = shownBy((params) => ('arguments' in params ? messages : { error: { code: -32602, message: '' } }));
  expect([...shows.keys()]).toEqual(['image-prompt']);
});

it('an argument that is named after a URI is a resource of the server', () => {
  const embeds = { ...offer, prompts: [{ name: 'embed', arguments: [{ name: 'resourceUri', required: true }] }] };
  const asked = ({ resources }: { resources: string[] }) =>
    promptQuestions({ ...embeds, resources }, new Map()).map(
      ({ params }) => ((params as JsonObject).$lit as JsonObject).arguments,
    );
  expect(asked({ resources: ['kit://one', 'kit://two'] })).toEqual([
    { resourceUri: 'kit://one' },
    { resourceUri: 'kit://one' },
  ]);
  expect(asked({ resources: [] })[0]).toEqual({ resourceUri: 'https://example.com/' });
});
