import type { AgentCard, AgentInterface } from '../../../../generated/types/a2a-1.0.1.js';
import type { Remark } from '../../../../language/remark.js';
import { absoluteUrl, KNOWN, knownTransport, plainHttp } from '../transports.js';

/** Whether the addresses, bindings and versions of a card can be used. */
export function aboutInterfaces({ supportedInterfaces }: AgentCard): Remark[] {
  return supportedInterfaces.flatMap((one, index) => {
    const at = `/supportedInterfaces/${index}`;
    return [...aboutUrl(one, at), ...aboutBinding(one, at), ...aboutVersion(one, at)];
  });
}

/** In production an address is an absolute https URL (4.4.6). That of gRPC can be a host and a port, and other bindings have other schemes. */
function aboutUrl({ url, protocolBinding }: AgentInterface, at: string): Remark[] {
  if (protocolBinding === 'GRPC' || !KNOWN.includes(protocolBinding)) return [];
  const parsed = absoluteUrl(url);
  if (parsed === undefined) {
    const message = `expected an absolute http or https address, got ${JSON.stringify(url)}`;
    return [{ path: `${at}/url`, message, severity: 'error' }];
  }
  const message = plainHttp(parsed);
  return message === undefined ? [] : [{ path: `${at}/url`, message, severity: 'warning' }];
}

/** A binding that is not one of the three has a URI as its name (5.8). */
function aboutBinding({ protocolBinding }: AgentInterface, at: string): Remark[] {
  if (KNOWN.includes(protocolBinding) || URL.canParse(protocolBinding)) return [];
  const meant = knownTransport(protocolBinding);
  const advice = meant === undefined ? 'the name of another binding is a URI' : `did you mean \`${meant}\`?`;
  const message = `the binding ${JSON.stringify(protocolBinding)} is none that clients know; ${advice}`;
  return [{ path: `${at}/protocolBinding`, message, severity: 'warning' }];
}

/** A version is given as major and minor number, without the patch (3.6). */
function aboutVersion({ protocolVersion }: AgentInterface, at: string): Remark[] {
  if (/^(0\.3|1\.0)$/.test(protocolVersion)) return [];
  const short = /^(\d+\.\d+)\.\d/.exec(protocolVersion)?.[1];
  const message =
    short === undefined
      ? `the version ${JSON.stringify(protocolVersion)} is neither 0.3 nor 1.0; the card is judged by 1.0.1`
      : `the version is ${JSON.stringify(protocolVersion)}; clients compare "${short}", without the patch`;
  return [{ path: `${at}/protocolVersion`, message, severity: 'warning' }];
}
