import type { MethodTable } from '../../../src/schemas/index.js';
import type { Change } from './change.js';
import type { Both } from './messages.js';

/** A method that only one version has, or that others send now. */
export interface MethodChange {
  method: string;
  change: 'added' | 'removed' | 'direction' | 'kind';
  direction: Change['direction'];
  effect: Change['effect'];
  note: string;
}

/** Methods that only one version has, and those that others send now, or that are answered now. */
export function methodChanges({ old, now }: Both<MethodTable>): MethodChange[] {
  const changes: MethodChange[] = [];
  for (const [method, entry] of Object.entries(old)) {
    const after = now[method];
    if (!after) {
      changes.push({
        method,
        change: 'removed',
        direction: 'received',
        effect: 'breaking',
        note: `removed ${entry.kind}: an older side still sends it, and a newer one does not know it`,
      });
      continue;
    }
    const gains = after.direction === 'both' && entry.direction !== 'both';
    if (after.direction !== entry.direction)
      changes.push({
        method,
        change: 'direction',
        direction: gains ? 'sent' : 'received',
        effect: gains ? 'compatible' : 'breaking',
        note: `${entry.direction}, now ${after.direction}`,
      });
    if (after.kind !== entry.kind)
      changes.push({
        method,
        change: 'kind',
        direction: 'received',
        effect: 'breaking',
        note: `${entry.kind}, now ${after.kind}`,
      });
  }
  for (const [method, entry] of Object.entries(now))
    if (!old[method]) {
      const gate =
        entry.capability && `behind the capability ${entry.capability.pointer} of the ${entry.capability.side}`;
      changes.push({
        method,
        change: 'added',
        direction: 'sent',
        effect: 'compatible',
        note: `added ${entry.kind}, ${gate ?? 'which an older side does not know'}`,
      });
    }
  return changes;
}
