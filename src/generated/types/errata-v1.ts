// Generated from schemas/ by `npm run generate`. Do not edit.

import type { Json } from './json.js';

/** Where our schemas differ from upstream's on purpose, because upstream's schema contradicts its own prose. */
export type ErrataFile = {
  /** Ids of errata of the version that this one extends, which hold here too. */
  keeps?: string[];
  /** The errata. */
  errata: Erratum[];
};
/** One difference, its reason, and an instance that the two judge differently. */
export type Erratum = {
  /** Short name. */
  id: string;
  /** Name of the definition. */
  definition: string;
  /** JSON Pointer into the definition. */
  path: string;
  /** What upstream has at that place. Left out where it has nothing there. */
  upstream?: Json;
  /** What we have at that place. */
  ours: Json;
  /** What the prose says, in our words. */
  why: string;
  /** Where the prose says it. */
  source: string;
  /** An instance of the definition that the two judge differently. */
  instance: Json;
  /** How each judges the instance. */
  verdicts: {
    /** Upstream's schema. */
    upstream: 'accepts' | 'rejects';
    /** Ours. */
    ours: 'accepts' | 'rejects';
  };
};
