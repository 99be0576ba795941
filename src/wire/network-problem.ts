import type { Closed } from './carried.js';

/** What an error of a socket or of the HTTP parser means, in plain words. */
export function problemOf(error: NodeJS.ErrnoException): Closed {
  const code = error.code ?? '';
  if (code === 'ECONNRESET' || code === 'EPIPE') return { how: 'reset', problem: 'the peer reset the connection' };
  if (code === 'HPE_HEADER_OVERFLOW') return { how: 'error', problem: 'the headers are too long' };
  if (code.startsWith('HPE_'))
    return { how: 'error', problem: `not HTTP: ${error.message.replace(/^Parse Error: /, '')}` };
  return { how: 'error', problem: words[code] ?? messageOf(error) };
}

const words: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'no such host',
  EHOSTUNREACH: 'the host can not be reached',
  ENETUNREACH: 'the network can not be reached',
};

/** Where several addresses were tried, the error itself has no message. */
function messageOf(error: Error): string {
  if (error.message !== '') return error.message;
  const [first] = error instanceof AggregateError ? (error.errors as Error[]) : [];
  return first?.message ?? error.name;
}
