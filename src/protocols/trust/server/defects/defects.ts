import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Change, changed } from '../../../../conversation/parts.js';
import type { Handlers } from '../../params.js';
import type { ServerParts, Surroundings } from '../parts.js';
import { followingLinks, writingOutside } from './paths.js';
import { Ports } from './ports.js';
import { lineOf, sending, sendsLines } from './reloading.js';

const handlers =
  (change: (handlers: Handlers, around: Surroundings) => Partial<Handlers>): Change<ServerParts> =>
  (parts) => ({
    ...parts,
    handlers: (usual, around) => {
      const inner = parts.handlers(usual, around);
      return { ...inner, ...change(inner, around) };
    },
  });

const running =
  (change: (...mock: Parameters<ServerParts['running']>) => ReturnType<ServerParts['running']>): Change<ServerParts> =>
  (parts) => ({ ...parts, running: async (mock) => change(await parts.running(mock)) });

/** Defects of the server that no message shows, by name. */
const DEFECTS = {
  'writes-outside': handlers((usual, { workspace }) => writingOutside(usual, workspace)),
  'follows-links': handlers((usual, { workspace }) => followingLinks(usual, workspace)),
  'format-writes': handlers((usual) => ({
    'lsp.format': async (params) => {
      const result = await usual['lsp.format'](params);
      if (existsSync(result.file)) writeFileSync(result.file, result.content);
      return result;
    },
  })),
  'content-writes': handlers((usual) => ({
    'lsp.diagnostics': async (params) => {
      const result = await usual['lsp.diagnostics'](params);
      if (params.content !== undefined) writeFileSync(result.target, params.content);
      return result;
    },
  })),
  'builds-despite-errors': handlers((usual) => ({
    'runtime.compile_reload': async (params) => {
      const result = await usual['runtime.compile_reload'](params);
      if (result.errors !== 0) writeFileSync(resolve(result.target, 'program.stbc'), 'built anyway');
      return result;
    },
  })),
  'reloads-despite-errors': handlers((usual, around) => ({
    'runtime.compile_reload': async (params) => {
      const result = await usual['runtime.compile_reload'](params);
      // Nobody answers: it is enough that the line is on its way.
      if (result.errors !== 0) await sendsLines(around, params, [lineOf('')], false);
      return result;
    },
  })),
  'sends-nothing': handlers((usual, around) => sending(usual, around, () => [])),
  'sends-twice': handlers((usual, around) =>
    sending(usual, around, (bytes, token) => [lineOf(bytes, token), lineOf(bytes, token)]),
  ),
  'sends-before-build': handlers((usual, around) =>
    sending(usual, around, (bytes, token) => [lineOf(bytes, token)], true),
  ),
  'sends-other-bytes': handlers((usual, around) => sending(usual, around, (_bytes, token) => [lineOf('a2l0', token)])),
  'sends-no-token': handlers((usual, around) => sending(usual, around, (bytes) => [lineOf(bytes)])),
  'wall-clock': handlers((usual, { control: { clock } }) => {
    let since: number | undefined;
    return {
      'harness.load': (params) => {
        since = clock.now();
        return usual['harness.load'](params);
      },
      'harness.cycle': async (params) => {
        const now = clock.now();
        if (since !== undefined)
          await usual['harness.advance_time']({ duration_ms: Math.max(0, Math.round(now - since)) });
        since = now;
        return usual['harness.cycle'](params);
      },
    };
  }),
  unrepeatable: handlers((usual) => ({
    'harness.cycle': async (params) => {
      const result = await usual['harness.cycle'](params);
      return { ...result, elapsed_ms: Math.floor(Math.random() * 1e12) };
    },
  })),
  'listens-later': (parts) => {
    const ports = new Ports();
    const opening = handlers((usual) => ({
      'harness.load': async (params) => {
        await ports.open();
        return usual['harness.load'](params);
      },
    }));
    return running((mock) => ports.of(mock))(opening(parts));
  },
  listens: running(async (mock) => {
    const ports = new Ports();
    await ports.open();
    return ports.of(mock);
  }),
  'fails-at-end': running((mock) => ({ ...mock, exitCode: () => 3 })),
} as const satisfies Record<string, Change<ServerParts>>;

/** The names by which `--mutant` has them. */
export const SWITCHES = Object.keys(DEFECTS);

/** The parts with these defects. */
export const withDefects = (parts: ServerParts, switches: Iterable<string>): ServerParts =>
  changed(parts, DEFECTS, switches);
