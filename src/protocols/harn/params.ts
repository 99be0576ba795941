import { RpcError } from '../../jsonrpc/rpc-error.js';
import { paramsChecker } from '../../schemas/index.js';
import { invalidParams } from './errors.js';
import { VERSION } from './version.js';

/** What a reminder that does not fit is refused with (Harn guide, session/remind). */
const MALFORMED_REMINDER = 'HARN-RMD-002';

export const malformedReminder = (why: string) =>
  invalidParams(`${MALFORMED_REMINDER}: ${why}`, { reason: MALFORMED_REMINDER });

const check = paramsChecker('harn', VERSION);

export const checkedParams: typeof check = async (method, params) => {
  try {
    return await check(method, params);
  } catch (error) {
    if (method !== 'session/remind' || !(error instanceof RpcError)) throw error;
    throw malformedReminder(error.message);
  }
};
