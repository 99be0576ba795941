// Generated from schemas/ by `npm run generate`. Do not edit.

/** How the reference server of A2A works. Every member is optional. */
export type A2AServerScriptFile = {
  /** Origins of webhooks that it posts to although they are neither on the internet nor on loopback, such as one in a private network. Default: none. */
  webhooks?: string[];
  /** The folder in which tasks are kept, so that they outlive the process. Default: none; they are kept in memory. */
  state?: string;
  /** Each change is on the disk before it is answered, so that it outlives a loss of power. Default: false; it outlives the process alone. */
  sync?: boolean;
  /** Origins besides those of this machine that browsers may come from; `*` for any. Others are answered 403. */
  origins?: string[];
  /** Names besides those of this machine that a Host header may hold; `*` for any. Others are answered 403. */
  hosts?: string[];
};
