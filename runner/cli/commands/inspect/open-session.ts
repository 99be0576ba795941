import type { Header } from '../../../../src/generated/types/recording-v1.js';
import { summariesOf } from '../../../../src/protocols/index.js';
import { recordOf } from '../../../../src/recording/record-json.js';
import { secrets } from '../../../../src/wire/output.js';
import type { RunEvent } from '../../../events.js';
import { Lines } from '../../../live/session/lines.js';
import { ReadSession } from '../../../live/session/read-session.js';
import type { Facts } from '../../../live/session/steered-session.js';
import { packageCorpus } from '../../support/package-corpus.js';
import { saidIn } from '../../support/said-in.js';
import { version } from '../../support/version.js';
import { saverOf } from './save.js';

/** A recording, or a report of a run (json or ndjson), as a session that can be read. Throws UsageError for a file that is neither. */
export async function openSession(file: string): Promise<ReadSession> {
  const opened = await saidIn(file);
  const { corpus } = await packageCorpus();
  const started = 'events' in opened ? opened.events.find((event) => event.type === 'run.started') : undefined;
  const header: Header = 'header' in opened ? opened.header : headerOf(started);
  const { roles, protocolVersion, transport, proctor = version, startedAt = '' } = header;
  const facts: Facts = {
    ...{ by: 'file', title: file, proctor, startedAt, roles, protocolVersion, transport, clock: 'real' },
    ...(header.command ? { command: header.command } : {}),
  };
  const lines = new Lines({ corpus, secrets, summaries: await summariesOf(roles.target) });
  const session = new ReadSession({ facts, corpus, lines, save: await saverOf(header) });
  if ('events' in opened) for (const event of opened.events) session.event(event);
  else {
    for (const one of opened.messages)
      if ('dropped' in one) session.missing(one.dropped);
      else session.recorded(lines.addRecorded(one, recordOf(one.record)));
    session.end({ text: 'the recording ends here' });
  }
  return session;
}

/** What the beginning of a run says of both sides. */
function headerOf(started: RunEvent | undefined): Header {
  const { proctor, startedAt, target } =
    started?.type === 'run.started' ? started : { proctor: version, startedAt: '', target: undefined };
  const role = target?.role ?? 'mcp/server';
  return {
    ...{ type: 'header', format: 'proctor-recording', version: 1, proctor, startedAt },
    roles: { kit: 'proctor', target: role },
    protocolVersion: target?.version ?? '',
    transport: (['stdio', 'http', 'ws', 'rest'] as const).find((one) => one === target?.transport) ?? 'stdio',
  };
}
