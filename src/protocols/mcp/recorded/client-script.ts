import { paramsOf, replyIn, type ScriptOfRecording, unsaid } from '../../../conversation/recorded-script.js';
import { isObject, type JsonObject } from '../../../json/json.js';
import type { Exchange } from '../../../recording/exchanges.js';

const LISTS: { readonly [method: string]: string } = {
  'tools/list': 'tools',
  'resources/list': 'resources',
  'resources/templates/list': 'templates',
  'prompts/list': 'prompts',
};
/** What a client does in any case. */
const USUAL = ['initialize', 'server/discover', 'ping'];

/** The script of a client: what it did, and how its user decided. */
export const clientScript: ScriptOfRecording = ({ heard, asked }) => {
  const left: string[] = [];
  const steps = asked.flatMap((exchange) => {
    const action = actionOf(exchange);
    return action ?? [];
  });
  const known = asked.filter((exchange) => actionOf(exchange) !== undefined || isFurther(exchange));
  left.push(...unsaid(asked, [...USUAL, ...known.map(({ method }) => method)], 'the mock does not send it'));
  const user = userOf(heard, left);
  const served = ['roots/list', 'ping', 'elicitation/create', 'sampling/createMessage'];
  left.push(...unsaid(heard, served, 'the mock answers in its own way'));
  if (heard.some(({ method }) => method === 'roots/list')) left.push('its roots: name folders by `roots`');
  return { script: { do: steps, ...(Object.keys(user).length > 0 ? { user } : {}) }, left };
};

/** Whether the action before sends it too: lists are read page by page, and a call comes again with the input that was asked for. */
const isFurther = ({ method, request }: Exchange): boolean =>
  (Object.hasOwn(LISTS, method) && paramsOf(request).cursor !== undefined) ||
  paramsOf(request).inputResponses !== undefined;

/** What an action of a script does that sends this request; undefined if none does, or the one before does it too. */
function actionOf(exchange: Exchange): JsonObject | undefined {
  const { method, request } = exchange;
  if (isFurther(exchange)) return undefined;
  const { name, uri, level, arguments: args, _meta, ...rest } = paramsOf(request);
  const given: JsonObject = isObject(args) ? { arguments: args } : {};
  if (Object.hasOwn(LISTS, method)) return { list: LISTS[method]! };
  if (method === 'tools/call' && typeof name === 'string') {
    const progress = isObject(_meta) && _meta.progressToken !== undefined;
    return { call: name, ...given, ...(progress ? { progress } : {}) };
  }
  if (method === 'resources/read' && typeof uri === 'string') return { read: uri };
  if (method === 'prompts/get' && typeof name === 'string') return { prompt: name, ...given };
  if (method === 'logging/setLevel' && typeof level === 'string') return { level };
  if (method === 'completion/complete') return { complete: rest };
  return undefined;
}

/** How the user answered forms and samplings. */
function userOf(heard: readonly Exchange[], left: string[]): JsonObject {
  const user: JsonObject = {};
  const forms = heard.filter(({ method }) => method === 'elicitation/create').map((one) => replyIn(one).result);
  const answers = forms.filter((answer): answer is JsonObject => isObject(answer) && typeof answer.action === 'string');
  if (answers[0]) user.answer = answers[0];
  if (new Set(answers.map((answer) => JSON.stringify(answer))).size > 1)
    left.push('other answers to forms: each gets the first one');
  const samplings = heard.filter(({ method }) => method === 'sampling/createMessage').map(replyIn);
  if (samplings.length > 0) user.sampling = samplings[0]?.error === undefined ? 'accept' : 'decline';
  if (samplings.some(({ error }) => error === undefined)) left.push('what the model said: the mock has its own');
  return user;
}
