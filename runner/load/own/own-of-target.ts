import { resolve } from 'node:path';
import type { TargetFile } from '../../../src/generated/types/target-v1.js';
import { listed } from '../../../src/json/listed.js';
import { protocolOf } from '../../profiles.js';
import type { Behavior } from '../../types.js';
import type { Source } from '../files/yaml.js';
import type { Own } from './own-corpus.js';
import type { Named } from './own-files.js';

/** What a target file names of the project's own: cases, requirements and schemas, and behaviors that it says in words. */
export function ownOf(data: TargetFile, source: Source, folder: string): Own {
  const named = (['requirements', 'schemas', 'cases'] as const).flatMap((as) => {
    const written = data[as];
    return listed(written).map((path, index): Named => {
      const at = typeof written === 'string' ? `/${as}` : `/${as}/${index}`;
      return {
        path: resolve(folder, path),
        as,
        problem: (message, suggestion) => source.problem(at, message, suggestion === undefined ? {} : { suggestion }),
      };
    });
  });
  const behaviors = Object.entries(data.behaviors ?? {}).flatMap(([name, { text, gives = {} }]): Behavior[] => {
    if (text === undefined) return [];
    const place = source.place(`/behaviors/${name}`, 'key');
    const values = Object.fromEntries(Object.keys(gives).map((key) => [key, true]));
    return [{ name, protocol: protocolOf(data.role), roles: [data.role], text, with: {}, gives: values, place }];
  });
  return { named, behaviors };
}

/** Folders and files of cases that stand on the command line. */
export function ownOfLine(paths: readonly string[]): Own {
  return {
    named: paths.map((path) => ({
      path: resolve(path),
      as: 'cases',
      problem: (message, suggestion) => ({
        file: path,
        message: `--cases: ${message}`,
        excerpt: '',
        ...(suggestion === undefined ? {} : { suggestion }),
      }),
    })),
  };
}
