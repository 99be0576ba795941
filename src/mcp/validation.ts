import type { Json, JsonObject } from '../jsonrpc/json.js';
import { isObject } from '../jsonrpc/messages.js';
import { invalidParams } from './errors.js';

export async function checkParams(_method: string, params: Json | undefined): Promise<void> {
  if (params !== undefined && !isObject(params)) throw invalidParams('params must be an object');
}

export async function describeResult(_method: string, _result: JsonObject): Promise<string | undefined> {
  return undefined;
}
