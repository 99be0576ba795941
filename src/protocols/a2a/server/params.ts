import type { Json, JsonObject } from '../../../json/json.js';
import { loadValidators, paramsChecker } from '../../../schemas/index.js';
import { invalidParams } from '../errors.js';
import { VERSION } from '../version.js';

const checked = paramsChecker('a2a', VERSION);

/** What judges params that the method table names no definition of. */
const OTHERS: { readonly [method: string]: string } = {
  'tasks/pushNotificationConfig/get': 'GetTaskPushNotificationConfigParams',
};

/** The params of a request as an object. Rejects with RpcError -32602 where they do not fit. */
export async function checkedParams(method: string, params: Json | undefined): Promise<JsonObject> {
  const fitting = await checked(method, params);
  const definition = Object.hasOwn(OTHERS, method) ? OTHERS[method] : undefined;
  if (definition === undefined) return fitting;
  const [wrong] = (await loadValidators('a2a', VERSION)).validate(definition, fitting);
  if (wrong) throw invalidParams(`${wrong.path || 'the params'}: ${wrong.message}`);
  return fitting;
}
