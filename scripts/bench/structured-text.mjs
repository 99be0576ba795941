// A scan cycle of a thousand statements of Structured Text, against the same logic in plain JavaScript.
import { measured } from './bundled.mjs';

/** Returns microseconds per cycle of both, medians of rounds that alternate, and by how much the first takes longer. */
export const structuredText = () => measured('structured-text.entry.ts');
