import type { Header } from '../../../../src/generated/types/recording-v1.js';
import { summariesOf } from '../../../../src/protocols/index.js';
import type { ExitInfo } from '../../../../src/wire/carried.js';
import { realClock } from '../../../../src/wire/clock/clock.js';
import { secrets } from '../../../../src/wire/output.js';
import type { MockMessage } from '../../../live/mock-message.js';
import { Lines } from '../../../live/session/lines.js';
import { SwitchedFaults } from '../../../live/session/ready-faults.js';
import { SteeredSession } from '../../../live/session/steered-session.js';
import type { Corpus } from '../../../types.js';
import { shellWords } from '../../support/print.js';
import { saverOf } from '../inspect/save.js';
import { type InspectArguments, serveInspector } from '../inspect/serve-inspector.js';
import type { Faults } from '../mock/mock-faults.js';

/** The page of a proxy. */
export interface ProxyInspection {
  message(message: MockMessage): void;
  /** The proxy runs, and over HTTP listens. */
  listening(url: string | undefined): void;
  /** Both sides are done. Unless a signal said so, resolves when no page looks at it any more. */
  ended(exit: ExitInfo, bySignal: boolean): Promise<void>;
}

interface Proxied {
  corpus: Corpus;
  rules(): { judged: number; total: number };
  live?: Faults['live'];
}

/** Serves the page of a proxy. Throws UsageError, and rejects with PortError. */
export async function inspectProxy(
  header: Header,
  options: InspectArguments,
  { corpus, rules, live: faults }: Proxied,
): Promise<ProxyInspection> {
  const began = realClock.now();
  const { roles, protocolVersion, transport, proctor = '', startedAt = '' } = header;
  const again = shellWords(['npx', 'proctor', ...process.argv.slice(2)]);
  const command = header.command?.map((word) => secrets.text(word));
  const live = new SteeredSession({
    facts: {
      ...{ by: 'proxy', title: secrets.text(`proxy ${command?.join(' ') ?? header.url ?? ''}`), proctor, startedAt },
      ...{ roles, protocolVersion, transport, clock: 'real', again: secrets.text(again) },
      ...(command ? { command } : {}),
    },
    ...{ corpus, rules, now: () => realClock.now() - began },
    lines: new Lines({ corpus, secrets, summaries: await summariesOf(roles.target) }),
    ...(faults ? { faults: new SwitchedFaults(faults.faults, faults.rules) } : {}),
    save: await saverOf(header),
  });
  const served = await serveInspector(live, options);
  return {
    message: (message) => live.message(message),
    listening: (url) => {
      if (url !== undefined) live.listening(secrets.text(url));
    },
    ended: async ({ code, signal }, bySignal) => {
      const how = signal === null ? `with exit code ${code ?? 0}` : `by ${signal}`;
      const text = bySignal ? 'the proxy was stopped' : `${roles.target} ended ${how}`;
      live.end({ text, ...(code === 0 || bySignal ? {} : { early: true }) });
      if (!bySignal) await served.left();
      await served.close();
    },
  };
}
