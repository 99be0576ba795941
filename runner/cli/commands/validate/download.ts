import { JsonProblem, parseJson } from '../../../../src/json/json.js';
import type { Carried } from '../../../../src/wire/carried.js';
import { type Clock, realClock } from '../../../../src/wire/clock/clock.js';
import { HttpClient } from '../../../../src/wire/http/client.js';
import { isJsonType, mediaType } from '../../../../src/wire/http/headers.js';
import { defaultLimits } from '../../../../src/wire/limits.js';
import { UsageError } from '../../support/print.js';

/** How much is read, in bytes, and for how long all of it may take, in ms. */
const LARGEST = 1024 * 1024;
const LONGEST = 10_000;

/** Whether a name on the command line is an address and not a file. */
export const isAddress = (name: string): boolean => /^https?:\/\//i.test(name);

/**
 * Gets a JSON document from a server, at most 1 MiB within 10 s. Redirects are not followed.
 *
 * @param wellKnown the path that is asked where the address has none
 * @returns the address that was asked, and the text
 * @throws UsageError where nothing comes that could be judged
 */
export async function download(
  address: string,
  wellKnown: string,
  { clock = realClock }: { clock?: Clock } = {},
): Promise<{ name: string; text: string }> {
  if (!URL.canParse(address)) throw new UsageError(`${address} is not an address`);
  const url = new URL(address);
  if (url.pathname === '/') url.pathname = wellKnown;
  const limits = { ...defaultLimits, message: LARGEST, stream: LARGEST };
  const client = new HttpClient({ limits, clock, connectWithin: LONGEST });
  const came: Carried[] = [];
  const headers = { accept: 'application/json' };
  const exchange = client.exchange({ method: 'GET', url: url.href, headers, stream: 'document' }, (carried) =>
    came.push(carried),
  );
  let late = false;
  const cancel = clock.after(LONGEST, () => {
    late = true;
    exchange.reset();
  });
  await exchange.done;
  cancel();
  await client.close();
  const fail = (why: string) => new UsageError(`${url.href} ${why}`);
  if (late) throw fail(`did not answer in full within ${LONGEST / 1000} s`);
  return { name: url.href, text: textOf(came, fail) };
}

function textOf(came: readonly Carried[], fail: (why: string) => UsageError): string {
  const closed = came.find(({ kind }) => kind === 'closed');
  const { status, headers = {} } = came.find(({ kind }) => kind === 'http')?.http ?? {};
  if (status === undefined) throw fail(`can't be read: ${closed?.closed?.problem ?? 'no answer'}`);
  if (status >= 300 && status < 400)
    throw fail(`answers ${status} and leads to ${headers.location ?? 'nowhere'}; redirects are not followed`);
  if (status !== 200) throw fail(`answers ${status}`);
  if (closed?.closed?.how !== 'end')
    throw fail(`can't be read: ${closed?.closed?.problem ?? 'the answer was cut off'}`);
  const { body } = closed;
  if (typeof body !== 'string') throw fail('answers with no document');
  const type = mediaType(headers);
  if (!isJsonType(type) && !isJson(body))
    throw fail(`answers with ${type === '' ? 'no content type' : type} and not with JSON`);
  return body;
}

function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch (error) {
    if (error instanceof JsonProblem) return false;
    throw error;
  }
}
