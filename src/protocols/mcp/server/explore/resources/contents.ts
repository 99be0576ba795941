import type { Answer, Question } from '../../../../../conversation/explorer.js';
import type { Json, JsonObject } from '../../../../../json/json.js';
import { isObject } from '../../../../../json/json.js';
import { setOwn } from '../../../../../json/own.js';
import { expandTemplate, matchTemplate, variablesOf } from '../../resources/uri-template.js';
import type { Findings } from '../findings.js';
import { type Offer, type OfferedPrompt, resultOf } from '../offered.js';

/** How many resources, templates and prompts are tried: a server may list thousands. */
const MOST = 12;
/** What a variable of a template, or an argument of a prompt, may stand for where the server suggests nothing. */
const VALUES = ['1', 'hi'];
/** More suggestions than one reply may have. */
const MANY = 100;

/** Something whose value the server may suggest. */
interface Completable {
  as: string;
  ref: JsonObject;
  argument: string;
}

const completables = ({ templates, prompts }: Offer): Completable[] => [
  ...prompts.flatMap(({ name, arguments: args }) =>
    args.map((one) => ({
      as: `complete prompt ${name} ${one.name}`,
      ref: { type: 'ref/prompt', name },
      argument: one.name,
    })),
  ),
  ...templates.flatMap((uri) =>
    variablesOf(uri).map((argument) => ({
      as: `complete template ${uri} ${argument}`,
      ref: { type: 'ref/resource', uri },
      argument,
    })),
  ),
];

/** Asks for the suggestions of every argument. */
export function completionQuestions(offer: Offer): Question[] {
  return completables(offer)
    .slice(0, 2 * MOST)
    .map(({ as, ref, argument }) => ({
      as,
      method: 'completion/complete',
      params: { $lit: { ref, argument: { name: argument, value: '' } } },
    }));
}

/** What the suggestions show; returns them by the name of the question. */
export function recogniseCompletions(
  offer: Offer,
  answers: ReadonlyMap<string, Answer>,
  findings: Findings,
): Map<string, string[]> {
  const suggested = new Map<string, string[]>();
  for (const { as, ref, argument } of completables(offer)) {
    const { completion } = resultOf(answers.get(as)) ?? {};
    const { values, total, hasMore } = isObject(completion) ? completion : {};
    const texts = Array.isArray(values) ? values.filter((one) => typeof one === 'string') : [];
    suggested.set(as, texts);
    const gives = { ref, argument: { name: argument, value: '' } };
    if (texts.length > 0) findings.show('completable', gives);
    if ((typeof total === 'number' && total > MANY) || (hasMore === true && texts.length >= MANY))
      findings.show('completable-many', gives);
  }
  return suggested;
}

/** Reads resources, those that templates make, and one that should not be there. */
export function resourceQuestions(offer: Offer, suggested: ReadonlyMap<string, string[]>): Question[] {
  const { resources, templates } = offer;
  const made = templates.slice(0, MOST).flatMap((template) => {
    const listed = resources.filter((uri) => matchTemplate(template, uri)).slice(0, 1);
    return [...listed, ...expansions(template, suggested)];
  });
  const uris = [...resources.slice(0, MOST), ...made, ...strangers(offer)];
  return [...new Set(uris)].map(read);
}

/** What the contents of resources show. */
export function recogniseResources(offer: Offer, answers: ReadonlyMap<string, Answer>, findings: Findings): void {
  const { templates } = offer;
  for (const [as, answer] of answers) {
    if (!as.startsWith(READ)) continue;
    const uri = as.slice(READ.length);
    const isStranger = strangers(offer).includes(uri);
    if (isStranger && isObject(answer.reply?.error)) findings.show('missing-resource', { uri });
    const contents = resultOf(answer)?.contents;
    const parts = Array.isArray(contents) ? contents.filter(isObject) : [];
    if (isStranger || parts.length === 0) continue;
    if (parts.some(({ text }) => typeof text === 'string')) findings.show('text-resource', { uri });
    if (parts.some(({ blob }) => typeof blob === 'string')) findings.show('binary-resource', { uri });
    if (templates.some((template) => matchTemplate(template, uri))) findings.show('template-resource', { uri });
  }
}

/** Gets prompts, with values for what they require; where they require nothing also without any, as a server may refuse that. */
export function promptQuestions({ prompts, resources }: Offer, suggested: ReadonlyMap<string, string[]>): Question[] {
  return prompts.slice(0, MOST).flatMap((prompt) => {
    const tried = VALUES.map((value) => argumentsOf(prompt, suggested, value, resources));
    const different = prompt.arguments.some(({ required }) => required) ? tried : [undefined, tried[0]];
    return different.map((args) => ({
      as: promptName(prompt, args),
      method: 'prompts/get',
      params: { $lit: { name: prompt.name, ...(args === undefined ? {} : { arguments: args }) } },
    }));
  });
}

/** What the messages of prompts show. */
export function recognisePrompts(
  { prompts, resources }: Offer,
  suggested: ReadonlyMap<string, string[]>,
  answers: ReadonlyMap<string, Answer>,
  findings: Findings,
): void {
  for (const prompt of prompts) {
    const { name } = prompt;
    const [required] = prompt.arguments.filter((one) => one.required);
    if (!required && messagesIn(answers.get(promptName(prompt, undefined)))) findings.show('prompt', { name });
    for (const value of VALUES) {
      const args = argumentsOf(prompt, suggested, value, resources);
      const messages = messagesIn(answers.get(promptName(prompt, args)));
      if (!messages) continue;
      if (required) findings.show('prompt-with-arguments', { name, argument: required.name, arguments: args });
      for (const message of messages) {
        const content = isObject(message) && isObject(message.content) ? message.content : {};
        const behavior = PROMPT_BLOCKS.get(String(content.type));
        if (behavior !== undefined) findings.show(behavior, { name, arguments: args });
      }
    }
  }
}

function messagesIn(answer: Answer | undefined): Json[] | undefined {
  const messages = resultOf(answer)?.messages;
  return Array.isArray(messages) ? messages : undefined;
}

const PROMPT_BLOCKS = new Map([
  ['image', 'image-prompt'],
  ['audio', 'audio-prompt'],
  ['resource', 'resource-prompt'],
]);

const READ = 'read ';
const read = (uri: string): Question => ({ as: READ + uri, method: 'resources/read', params: { $lit: { uri } } });

const promptName = ({ name }: OfferedPrompt, args: JsonObject | undefined) =>
  args === undefined ? `prompt ${name}` : `prompt ${name} ${JSON.stringify(args)}`;

function argumentsOf(
  prompt: OfferedPrompt,
  suggested: ReadonlyMap<string, string[]>,
  otherwise: string,
  [uri = 'https://example.com/']: readonly string[],
) {
  const values: { [name: string]: string } = {};
  for (const { name, required } of prompt.arguments) {
    const made = /ur[il]$/i.test(name) ? uri : otherwise;
    if (required) setOwn(values, name, suggested.get(`complete prompt ${prompt.name} ${name}`)?.[0] ?? made);
  }
  return values;
}

/** URIs that a template makes, of level 1 alone. */
function expansions(template: string, suggested: ReadonlyMap<string, string[]>): string[] {
  return VALUES.map((otherwise) => {
    const values = variablesOf(template).map((name) => {
      const [first] = suggested.get(`complete template ${template} ${name}`) ?? [];
      return [name, encodeURIComponent(first ?? otherwise)] as const;
    });
    return expandTemplate(template, Object.fromEntries(values));
  }).filter((uri) => !uri.includes('{'));
}

/** URIs under which the server should have nothing: beside what it has, and of a scheme of nobody's. */
function strangers({ resources, templates }: Offer): string[] {
  const [known = 'kit://kit/'] = [...resources, ...templates];
  const [, base] = /^([a-z][a-z0-9+.-]*:\/\/[^/{]*)/i.exec(known) ?? [];
  return [...new Set([`${base ?? 'kit://kit'}/no-such-thing`, 'kit://kit/no-such-thing'])];
}
