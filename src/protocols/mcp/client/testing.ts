import { PassThrough } from 'node:stream';
import { streamPipes } from '../../../conversation/lanes/stream-pipes.js';
import { type JsonObject, parseJson } from '../../../json/json.js';
import { defaultLimits } from '../../../wire/limits.js';
import type { PeerProgram } from '../../../wire/process/stdio.js';
import { startMcpServer } from '../server/start.js';
import type { ClientProfile } from './profile.js';
import { startMcpClient } from './start.js';

/** The outcome of a client, as it prints it. */
export interface Told {
  ok: boolean;
  value: { server: string; results: JsonObject[] };
  error?: string;
}

/** What a reference client told at its end that had a reference server to speak with, each of its revision. */
export async function paired(
  transport: 'http' | 'stdio',
  versions: { client: string; server: string },
  script: JsonObject,
  serverScript: JsonObject = {},
  profile?: ClientProfile,
): Promise<Told> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const server = await startMcpServer({ transport, version: versions.server, script: serverScript, input, output });
  const lines: string[] = [];
  const spawned: PeerProgram = {
    pipes: streamPipes(input, output, defaultLimits),
    stderr: () => '',
    stop: async () => {
      input.end();
      await server.done;
      return { code: 0, signal: null };
    },
  };
  try {
    const client = await startMcpClient({
      ...(transport === 'http' ? { url: server.url! } : { command: ['server'], spawn: async () => spawned }),
      version: versions.client,
      script,
      ...(profile && { profile }),
      cwd: '/tmp',
      print: (line) => void lines.push(line),
    });
    await client.done;
    return parseJson(lines[0]!) as unknown as Told;
  } finally {
    await server.close();
  }
}
