import { tables } from '../../src/generated/methods/index.js';

/** An error code of a protocol version, as its method table names it. */
export interface ErrorCode {
  name: string;
  code: number;
  meaning: string;
  protocol: string;
  version: string;
}

/** Every error code of every protocol version that has a method table. */
export function errorCodes(): ErrorCode[] {
  return Object.values(tables).flatMap(({ protocol, version, errors }) =>
    Object.entries(errors).map(([name, { code, meaning }]) => ({ name, code, meaning, protocol, version })),
  );
}
