import { choiceIn, promptText, scriptOfPrompts } from '../../conversation/recorded-prompts.js';
import { paramsOf, replyIn, type ScriptOfRecording, unsaid } from '../../conversation/recorded-script.js';
import { isObject, type JsonObject } from '../../json/json.js';

/** The script of a hub: the replies of its agents to prompts. */
export const serverScript: ScriptOfRecording = scriptOfPrompts();

/** The script of a client: its session and role, what it prompts, and how its user decides. */
export const clientScript: ScriptOfRecording = ({ heard, asked }) => {
  const [prompt, ...more] = asked.filter(({ method }) => method === 'session/prompt').map(promptText);
  const loaded = asked.find(({ method }) => method === 'session/load');
  const { sessionId, _harn } = loaded ? paramsOf(loaded.request) : {};
  const { role, clientId } = isObject(_harn) ? _harn : ({} as JsonObject);
  const decisions = heard
    .filter(({ method }) => method === 'session/request_permission')
    .flatMap((exchange) => {
      const { result } = replyIn(exchange);
      return (isObject(result) && choiceIn(result, exchange.request)) || [];
    });
  const script = {
    ...(prompt === undefined ? {} : { prompt }),
    ...(typeof sessionId === 'string' ? { sessionId } : {}),
    ...(typeof role === 'string' ? { role } : {}),
    ...(typeof clientId === 'string' ? { clientId } : {}),
    ...(decisions[0] === undefined ? {} : { permission: decisions[0] }),
  };
  const left = more.map((text) => `the prompt ${JSON.stringify(text.slice(0, 60))}: the mock prompts once`);
  if (new Set(decisions).size > 1) left.push('other decisions about permissions: the first one counts');
  const known = ['initialize', 'session/new', 'session/load', 'session/prompt'];
  left.push(...unsaid(asked, known, 'the mock does not send it'));
  left.push(...unsaid(heard, ['session/request_permission'], 'the mock answers in its own way'));
  return { script, left };
};
