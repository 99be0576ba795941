// Generated from schemas/ by `npm run generate`. Do not edit.

/** What the reference server of A2A serves in Harn's profile. Every member is optional. */
export type A2AHarnScriptFile = {
  /** Origins of webhooks that it posts to although they are neither on the internet nor on loopback, such as one in a private network. Default: none. */
  webhooks?: string[];
  /**
   * Names of the functions that it exports. Default: all that it has but `hidden`.
   *
   * @minItems 1
   */
  exports?: string[];
  /** Wants credentials with every request. Default: false. */
  secured?: boolean;
  /** Signs its card with this secret. Default: it does not. */
  cardSecret?: string;
  /** The folder that has the state of workflows below `.harn`. Default: a folder of its own, which goes with it. */
  workspace?: string;
  /** Origins besides those of this machine that browsers may come from; `*` for any. Others are answered 403. */
  origins?: string[];
  /** Names besides those of this machine that a Host header may hold; `*` for any. Others are answered 403. */
  hosts?: string[];
  /** What it does as the guide permits but others do not, by name. */
  permissive?: string[];
};
