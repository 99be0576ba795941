import type { HttpPart } from '../../../conversation/codec/codec.js';
import type { OtherForm } from '../../../conversation/codec/codec-carrier.js';
import { isObject, type Json, type JsonObject } from '../../../json/json.js';
import { EVENT_STREAM } from '../../../wire/http/sse.js';
import { pathOf } from '../bindings/routes.js';
import { requestFromCore } from './from-core.js';
import { writeRequest } from './rest.js';

/** Statuses of a server that has nothing at a path, or not by this verb. */
const MISSING = [404, 405, 501];

/** What a server of HTTP+JSON may have in place of the usual requests. */
export const otherRequests: OtherForm = {
  write: (message) => subscribingByGet.write(message) ?? withTenantInside(message),
  isMissing: (status, body) => subscribingByGet.isMissing(status, body),
};

/** The proto file has paths that begin with the tenant, and the text (11.3; 11.5) paths without one, with params in the query or the body. */
function withTenantInside(message: JsonObject): HttpPart | undefined {
  const request = requestFromCore(message);
  const { params } = request;
  return isObject(params) && params.tenant !== undefined ? writeRequest(request, true) : undefined;
}

/**
 * Subscriptions by GET: the text of A2A 1.0.1 has POST for them (5.3; 11.3.2), the proto file GET, and a server may have either. A failure
 * that names an error of A2A is an answer: the task is not there, and the path is.
 */
export const subscribingByGet: OtherForm = {
  write: (message) => {
    const { method, params } = requestFromCore(message);
    if (method !== 'SubscribeToTask' || !isObject(params)) return undefined;
    const { tenant, ...rest } = params;
    const base = typeof tenant === 'string' && tenant !== '' ? `/${encodeURIComponent(tenant)}` : '';
    return { method: 'GET', path: base + pathOf('/tasks/{id}:subscribe', rest), headers: { accept: EVENT_STREAM } };
  },
  isMissing: (status, body) => MISSING.includes(status) && !namesError(body),
};

/** Whether a body has details with a reason (11.6). */
function namesError(body: Json | undefined): boolean {
  const error = isObject(body) ? body.error : undefined;
  const details = isObject(error) ? error.details : undefined;
  return Array.isArray(details) && details.some((detail) => isObject(detail) && detail.reason !== undefined);
}
