interface Run {
  /** Peak of the memory, in MiB. */
  mib: number;
  /** ms. */
  cpu: number;
  exit: number | string;
  cases: { id: string; verdict: string; reason?: string }[];
}

type Transport = 'stdio' | 'http' | 'sse' | 'ws';

export function costOf(transport: Transport, shape: string, bytes: number, options?: { chunk?: number }): Promise<Run>;
export function costPerByte(
  transport: Transport,
  shape: string,
): Promise<{ memory: number; growth: number; runs: Run[] }>;
export const shapeNames: string[];
