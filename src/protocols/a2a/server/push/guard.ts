import { ScriptError } from '../../../../conversation/script-error.js';
import { AddressGuard } from '../../../../wire/http/address-guard.js';
import { stderr } from '../../../../wire/output.js';

/**
 * Where a server posts for its callers: to the internet, to loopback, and to these origins (A2A 0.3.0, Streaming and Asynchronous
 * Operations, Security). `warn` is told of names that lead elsewhere. Throws ScriptError for an origin that is none.
 */
export function guardOf(
  webhooks: readonly string[],
  warn: (text: string) => void = (text) => stderr.write(text),
): AddressGuard {
  const bad = webhooks.findIndex((url) => !URL.canParse(url));
  if (bad >= 0)
    throw ScriptError.of([{ path: `/webhooks/${bad}`, message: 'is not an address, such as http://10.0.0.5:8080' }]);
  return new AddressGuard({ allowed: webhooks, refused: (problem) => warn(`${problem}\n`) });
}
