import { type LookupAddress, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopbackAddress, isLoopbackHost, isPublicAddress } from '../addresses.js';

/** Resolves a name to all of its addresses. */
export type Resolve = (name: string, then: (error: Error | null, addresses: readonly LookupAddress[]) => void) => void;

const system: Resolve = (name, then) => lookup(name, { all: true }, then);

export interface AddressGuardOptions {
  /** URLs whose origins may be asked wherever they are. Default: none. */
  allowed?: readonly string[];
  /** Told why nothing was sent to a name, which is known only once it was resolved. */
  refused?(problem: string): void;
  /** Default: as the system does. */
  resolve?: Resolve;
}

/**
 * Which addresses a request may go to whose URL somebody else has named: those of hosts on the internet, and loopback where the URL says
 * so itself. What lies between, such as a private network or the metadata service of a cloud, is reached by nobody from outside, and
 * must not be reached through us.
 */
export class AddressGuard {
  private readonly allowed: ReadonlySet<string>;

  constructor(private readonly options: AddressGuardOptions = {}) {
    this.allowed = new Set((options.allowed ?? []).map((url) => new URL(url).origin));
  }

  /** Why nothing is sent to a URL, as far as it says that itself; undefined where it may be. */
  problemOf(url: URL): string | undefined {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (this.allowed.has(url.origin) || isIP(host) === 0 || mayBe(host, host)) return undefined;
    return refusal(host, host);
  }

  /**
   * What a socket resolves the name of a URL with: it connects to an address that was judged, whatever the name resolves to the next
   * time. Undefined where any address will do. An address in place of a name is not resolved: `problemOf` judges that.
   */
  lookupFor(url: URL): LookupFunction | undefined {
    if (this.allowed.has(url.origin)) return undefined;
    const { resolve = system, refused } = this.options;
    return (name, options, then) =>
      resolve(name, (error, found = []) => {
        const problem = problemOf(name, found);
        if (problem !== undefined) refused?.(problem);
        const [first] = found;
        if (error || problem !== undefined || !first)
          then(error ?? new Error(problem ?? `${name} has no address`), '', 0);
        else if (options.all) then(null, [...found]);
        else then(null, first.address, first.family);
      });
  }
}

/** Of several addresses each must be one: which of them is connected to is nothing that the name decides. */
function problemOf(name: string, found: readonly LookupAddress[]): string | undefined {
  const bad = found.find(({ address }) => !mayBe(name, address));
  return bad && refusal(name, bad.address);
}

const mayBe = (name: string, address: string) =>
  isPublicAddress(address) || (isLoopbackHost(name) && isLoopbackAddress(address));

function refusal(name: string, address: string): string {
  const what = name === address ? address : `${name} (${address})`;
  return `nothing is sent to ${what}: it is neither an address on the internet nor loopback`;
}
