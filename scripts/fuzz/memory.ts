/** Bytes in use after so many frames. */
export interface Sample {
  frames: number;
  bytes: number;
}

/**
 * Whether memory grows with the frames by more than `slack` bytes: in words, or undefined. Compared are the lowest samples of the second quarter and of
 * the last, since a sample may hold what is about to be let go of.
 */
export function growth(samples: readonly Sample[], slack: number): string | undefined {
  if (samples.length < 8) return undefined;
  const quarter = Math.floor(samples.length / 4);
  const before = lowest(samples.slice(quarter, 2 * quarter));
  const after = lowest(samples.slice(-quarter));
  if (after - before <= slack) return undefined;
  return `its memory grows: from ${mib(before)} to ${mib(after)} MiB between ${samples[quarter]!.frames} and ${samples.at(-1)!.frames} frames`;
}

const lowest = (samples: readonly Sample[]): number => Math.min(...samples.map(({ bytes }) => bytes));

const mib = (bytes: number): number => Math.round(bytes / 1024 / 1024);
