import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordOf } from '../../../../src/recording/record-json.js';
import type { WireRecord } from '../../../../src/wire/record.js';
import type { RunEvent } from '../../../events.js';
import { type Exchange, ExchangeFinder, type Exchanges } from '../../../schemas/exchanges.js';
import type { Group } from '../../../schemas/types.js';
import { packageRoot } from '../../root.js';
import { saidIn } from '../../support/said-in.js';

/** What was really said in recordings and reports (json or ndjson), for each method that came. Throws UsageError for a file that is neither. */
export async function exchangesIn(files: readonly string[], groups: readonly Group[]): Promise<Exchanges> {
  const finder = new ExchangeFinder(groups);
  for (const file of files) {
    const said = await saidIn(file);
    if ('events' in said) addRun(finder, said.events);
    else {
      const { roles, protocolVersion } = said.header;
      const records = said.messages.flatMap((one) => ('dropped' in one ? [] : [recordOf(one.record)]));
      finder.add({ role: roles.target, version: protocolVersion }, records);
    }
  }
  return finder.exchanges;
}

/** Each case of a run is a conversation. */
function addRun(finder: ExchangeFinder, events: readonly RunEvent[]): void {
  const started = events.find((event) => event.type === 'run.started');
  const { role = '', version = '' } = started?.type === 'run.started' ? (started.target ?? {}) : {};
  const byCase = new Map<string, WireRecord[]>();
  for (const event of events)
    if (event.type === 'message') byCase.set(event.case, [...(byCase.get(event.case) ?? []), event.record]);
  for (const records of byCase.values()) finder.add({ role, version }, records);
}

/** Those of the references, which come with the package. */
export function packagedExchanges(): Exchanges {
  const folder = join(packageRoot, 'exchanges');
  const protocols = existsSync(folder) ? readdirSync(folder) : [];
  return new Map(
    protocols.flatMap((protocol) =>
      readdirSync(join(folder, protocol)).map((file): [string, Map<string, Exchange>] => {
        const methods = JSON.parse(readFileSync(join(folder, protocol, file), 'utf8')) as { [name: string]: Exchange };
        return [`${protocol}/${file.replace(/\.json$/, '')}`, new Map(Object.entries(methods))];
      }),
    ),
  );
}
