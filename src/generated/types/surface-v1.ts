// Generated from schemas/ by `npm run generate`. Do not edit.

import type { JsonObject } from './json.js';

/** What a target offers, as `proctor surface --save` writes it for review. */
export type SurfaceFile = {
  /** What the target plays. */
  role: string;
  /** The version of the protocol that it spoke. */
  version: string;
  /** What it offers, by kind: tools, resources, prompts, modes, skills and others. */
  offers: {
    [k: string]: {
      [k: string]: Item;
    };
  };
};
/** One thing that a target offers. */
export type Item = {
  /** What only people read: a change is cosmetic. */
  says?: JsonObject;
  /** What programs go by: a change is breaking, a new one is not. */
  facts?: JsonObject;
  /** The JSON Schema of what the target takes for it. */
  takes?: JsonObject | boolean;
  /** The JSON Schema of what the target gives back. */
  gives?: JsonObject | boolean;
};
