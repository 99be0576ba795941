import { oneLine } from '../../../../src/json/visible.js';
import { stderr, stdout } from '../../../../src/wire/output.js';
import { SIGNALS } from '../../ending/signals.js';
import { UsageError } from '../../support/usage-error.js';
import { openSession } from './open-session.js';
import { runningInspectors } from './running.js';
import { type InspectArguments, serveInspector } from './serve-inspector.js';

/**
 * `proctor inspect [FILE]`: without a file, says where pages are open. With one, shows a recording, or a report of a run (json or ndjson), on a page, until a signal ends it. Resolves with the exit
 * code, 2 for a file that is neither.
 */
export async function inspectCommand(file: string | undefined, options: InspectArguments): Promise<number> {
  try {
    return file === undefined ? listed() : await shown(file, options);
  } catch (error) {
    if (!(error instanceof Error && ['UsageError', 'PortError'].includes(error.name))) throw error;
    stderr.write(`proctor: ${error.message}\n`);
    return 2;
  }
}

/** Says where the pages are that are open now, such as those of proxies that a host has started. */
function listed(): number {
  const pages = runningInspectors();
  if (pages.length === 0)
    throw new UsageError(
      'no page is open: add --inspect to a mock, a proxy or a run, or name a recording or a report to look at',
    );
  for (const { title, url } of pages) stdout.reveal(`${oneLine(title)}\n    ${url}\n`);
  return 0;
}

async function shown(file: string, options: InspectArguments): Promise<number> {
  const served = await serveInspector(await openSession(file), options);
  await new Promise<void>((settle) => {
    for (const name of SIGNALS) process.once(name, () => settle());
  });
  await served.close();
  return 0;
}
