import { randomUUID } from 'node:crypto';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { AcquireOptions } from '../../src/conversation/target.js';
import { listenHttp } from '../../src/wire/http/server.js';
import { defaultLimits } from '../../src/wire/limits.js';

/** How the pages that a process shows its user come to us. */
export interface ShownPages {
  /** Variables that lead it to us. */
  env: Record<string, string>;
  /** Told of what it writes. */
  output?: (from: 'stdout' | 'stderr', chunk: Uint8Array) => void;
  close?(): Promise<void>;
}

/** Programs that open a page for a user. */
const PROGRAMS = ['browser', 'xdg-open', 'open', 'sensible-browser', 'x-www-browser', 'www-browser'];
/** Bytes of a line that may name a page, and of an address. */
const LONGEST = 64 * 1024;

type Opens = NonNullable<AcquireOptions['opens']>;

/**
 * Watches for the pages that a process shows: those that it prints, or those that it opens with a program, for which ours are first on its
 * PATH, in a folder of the case.
 *
 * @param env with what the process is started otherwise
 */
export async function shownPages(
  { how, visit }: Opens,
  dir: () => string,
  env: Record<string, string>,
): Promise<ShownPages> {
  return how === 'program' ? opened(visit, join(dir(), '.browser'), env) : printed(new RegExp(how.printed), visit);
}

function printed(address: RegExp, visit: Opens['visit']): ShownPages {
  const rests = { stdout: '', stderr: '' };
  return {
    env: {},
    output: (from, chunk) => {
      const lines = (rests[from] + Buffer.from(chunk).toString('utf8')).split('\n');
      rests[from] = lines.pop()!.slice(-LONGEST);
      for (const line of lines) {
        const page = address.exec(line.slice(0, LONGEST))?.[1];
        if (page !== undefined) visit(page);
      }
    },
  };
}

async function opened(
  visit: Opens['visit'],
  folder: string,
  { PATH = '' }: Record<string, string>,
): Promise<ShownPages> {
  const listener = await listenHttp({
    limits: { ...defaultLimits, message: LONGEST },
    token: randomUUID(),
    onExchange: (exchange) => {
      visit(Buffer.from(exchange.body).toString('utf8'));
      exchange.head(204);
      exchange.end();
    },
  });
  await mkdir(folder, { recursive: true });
  const tell = `fetch(${JSON.stringify(listener.url)}, { method: 'POST', body: process.argv.at(-1) }).then(() => process.exit(0), () => process.exit(1))`;
  await writeFile(join(folder, 'tell.cjs'), tell);
  for (const program of PROGRAMS) {
    const path = join(folder, program);
    await writeFile(path, `#!/bin/sh\nexec ${quoted(process.execPath)} ${quoted(join(folder, 'tell.cjs'))} "$@"\n`);
    await chmod(path, 0o700);
  }
  return {
    env: { BROWSER: join(folder, 'browser'), PATH: `${folder}${delimiter}${PATH}` },
    close: () => listener.close(),
  };
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
