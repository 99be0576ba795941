import type { Codec } from '../../../../conversation/codec/codec.js';
import { isObject } from '../../../../json/json.js';
import { nameOf, statusOf } from '../../bindings/rest-status.js';

/** What Google's APIs call the class of an error, by its status of HTTP. */
const CLASSES: { readonly [status: number]: string } = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  404: 'NOT_FOUND',
  409: 'FAILED_PRECONDITION',
  415: 'INVALID_ARGUMENT',
};

/** REST with errors in the form of Google's APIs: the status of HTTP is the code, and the name of the error is in its details. */
export const withGoogleErrors = (codec: Codec): Codec => ({
  ...codec,
  write: (message, asked) => {
    const { error } = message;
    const part = codec.write(message, asked);
    if (!asked || !isObject(error)) return part;
    const status = statusOf(error.code);
    const reason = nameOf(error.code);
    const type = 'type.googleapis.com/google.rpc.ErrorInfo';
    const details = reason === undefined ? [] : [{ '@type': type, reason, domain: 'a2a-protocol.org' }];
    const body = {
      error: { code: status, status: CLASSES[status] ?? 'INTERNAL', message: error.message ?? '', details },
    };
    return { ...part, body };
  },
});
