import type { Handlers } from '../../jsonrpc/serving.js';
import { methodNotFound } from './errors.js';

/**
 * What takes every request of an extension (its method begins with an underscore) and answers it with null; other methods
 * that nobody knows get -32601 (ACP, Extensibility: that an unknown extension is an error is advice).
 */
export const takesExtensions: NonNullable<Handlers['fallback']> = {
  request: (method) => {
    if (method.startsWith('_')) return null;
    throw methodNotFound(method);
  },
};
