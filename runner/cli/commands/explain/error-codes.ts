import { builtGroups, errorsOf } from '../../../../src/schemas/index.js';

/** An error code of a protocol, as its method tables name it. */
export interface ErrorCode {
  name: string;
  code: number;
  meaning: string;
  protocol: string;
  /** The versions that have it so. */
  versions: string[];
}

/** Every error code of every protocol version that has a method table. */
export function errorCodes(): ErrorCode[] {
  const found = new Map<string, ErrorCode>();
  for (const group of builtGroups()) {
    const [protocol = '', version = ''] = group.split('/');
    for (const [name, { code, meaning }] of Object.entries(errorsOf(protocol, version))) {
      const key = [protocol, name, code, meaning].join('\0');
      const known = found.get(key);
      if (known) known.versions.push(version);
      else found.set(key, { name, code, meaning, protocol, versions: [version] });
    }
  }
  return [...found.values()];
}
