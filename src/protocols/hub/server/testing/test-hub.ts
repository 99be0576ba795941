import { realClock } from '../../../../wire/clock/clock.js';
import { Confinement } from '../../../../workspace/confinement.js';
import { startAgent } from '../../agent/agent.js';
import { MemoryLog } from '../event-log.js';
import { Hub, type HubOptions } from '../hub.js';
import { RULES } from '../rules.js';

/** A hub that keeps its frames in memory and its workers for a second. */
export function testHub(options: Partial<HubOptions>): Hub {
  const confinement = new Confinement({ cwd: '/', overStdio: false });
  let asked = 0;
  const ids = () => `host-${++asked}`;
  return new Hub({
    log: new MemoryLog(),
    clock: realClock,
    retain: 1000,
    cwd: '/',
    sendBuffer: 1e6,
    rules: RULES,
    startAgent: () => startAgent({ clock: realClock, cwd: '/', confinement, ids }),
    warn: () => undefined,
    ...options,
  });
}
