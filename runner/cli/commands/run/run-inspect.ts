import { redact } from '../../../../reports/redact.js';
import type { Header } from '../../../../src/generated/types/recording-v1.js';
import { summariesOf } from '../../../../src/protocols/index.js';
import { secrets } from '../../../../src/wire/output.js';
import type { Reporter, RunEvent } from '../../../events.js';
import { Lines } from '../../../live/session/lines.js';
import { ReadSession } from '../../../live/session/read-session.js';
import type { Corpus } from '../../../types.js';
import { version } from '../../support/version.js';
import { saverOf } from '../inspect/save.js';
import { type InspectArguments, serveInspector } from '../inspect/serve-inspector.js';

/** What a run tests, as its page says it. */
export interface InspectedRun {
  role: string;
  /** The command that repeats it. */
  again: string;
}

/**
 * A reporter that shows a run on a page, too; `close` resolves when no page looks at it any more. Throws UsageError, and rejects with
 * PortError.
 */
export async function inspected(
  reporter: Reporter,
  { role, again }: InspectedRun,
  corpus: Corpus,
  options: InspectArguments,
): Promise<Reporter> {
  const startedAt = new Date().toISOString();
  const header: Header = {
    ...{ type: 'header', format: 'proctor-recording', version: 1, proctor: version, startedAt },
    roles: { kit: 'proctor', target: role },
    // What the run says when it begins takes their place.
    ...{ protocolVersion: '', transport: 'stdio' },
  };
  const session = new ReadSession({
    facts: {
      ...{ by: 'run', title: secrets.text(again), proctor: version, startedAt, roles: header.roles },
      ...{ protocolVersion: '', transport: header.transport, clock: 'real', again: secrets.text(again) },
    },
    ...{
      corpus,
      lines: new Lines({ corpus, secrets, summaries: await summariesOf(role) }),
      save: await saverOf(header),
    },
  });
  const served = await serveInspector(session, options);
  const page = redact(secrets, { event: (event: RunEvent) => session.event(event), close: () => Promise.resolve() });
  return {
    event: (event) => {
      reporter.event(event);
      page.event(event);
    },
    close: async () => {
      await reporter.close();
      await served.left();
      await served.close();
    },
  };
}
