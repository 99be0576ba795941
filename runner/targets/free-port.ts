import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { PortError } from '../../src/wire/port-error.js';
import { listenOn } from '../../src/wire/sockets.js';

/** Below the ports that systems hand out by themselves (Linux from 32768, others from 49152): only who asks for one gets it. */
const RANGE = { from: 10_000, to: 32_768 };
const TRIES = 50;

/**
 * A loopback port that is free and stays so but for those who pick theirs in the same way: between now and the moment
 * when a target listens, no other program gets it by asking for any port. Rejects where every try was taken.
 */
export async function freePort(): Promise<number> {
  for (let count = 0; count < TRIES; count++) {
    const port = randomInt(RANGE.from, RANGE.to);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port in ${TRIES} tries between ${RANGE.from} and ${RANGE.to}`);
}

async function isFree(port: number): Promise<boolean> {
  try {
    await (await listenOn(createServer(), port)).close();
    return true;
  } catch (error) {
    if (error instanceof PortError) return false;
    throw error;
  }
}
