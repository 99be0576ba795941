import { errorOf, paramsOf, replyIn, type ScriptOfRecording } from '../../conversation/recorded-script.js';
import { isObject, type JsonObject } from '../../json/json.js';

/** The script of a server: what it answered to each request. */
export const serverScript: ScriptOfRecording = ({ heard }) => {
  const left: string[] = [];
  const replies: JsonObject[] = [];
  for (const exchange of heard.filter(({ isComplete }) => isComplete)) {
    const { method, request } = exchange;
    const { result, error } = replyIn(exchange);
    const params = paramsOf(request);
    const asked = { method, ...(Object.keys(params).length > 0 ? { params: patternOf(params) } : {}) };
    if (error !== undefined) replies.push({ ...asked, error: errorOf(error) });
    else if (isObject(result)) replies.push({ ...asked, result });
    else left.push(`the result of ${method}: a script has objects alone`);
  }
  return { script: { replies: lastForGood(replies) }, left };
};

/** A pattern for these params: what looks like a matcher is meant as it is. */
const patternOf = (params: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      const text = JSON.stringify(value);
      return [name, text.includes('"$') || text.includes('${') ? { $lit: value } : value];
    }),
  );

/** Of the replies to the same request each holds once, the last one from then on. */
function lastForGood(replies: readonly JsonObject[]): JsonObject[] {
  const keyOf = ({ method, params }: JsonObject) => JSON.stringify([method, params ?? null]);
  const last = new Map(replies.map((reply, at) => [keyOf(reply), at]));
  return replies.map((reply, at) => (last.get(keyOf(reply)) === at ? reply : { ...reply, times: 1 }));
}

/** The requests of a client that have a step, by their methods. */
const STEPS = [
  ...['workspace.read', 'workspace.write', 'workspace.project_info', 'lsp.diagnostics', 'lsp.format'],
  ...['runtime.build', 'runtime.compile_reload', 'runtime.validate', 'runtime.test', 'runtime.reload'],
];

/** The script of a client: what it asks, in that order. */
export const clientScript: ScriptOfRecording = ({ asked }) => {
  const left: string[] = [];
  const steps = asked.flatMap(({ method, request }): JsonObject[] => {
    if (STEPS.includes(method)) return [{ [method.slice(method.indexOf('.') + 1)]: paramsOf(request) }];
    if (method !== 'agent.describe') left.push(`${method}: no step of a script asks for it alone`);
    return [];
  });
  return { script: { steps }, left };
};
