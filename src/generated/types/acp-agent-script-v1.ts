// Generated from schemas/ by `npm run generate`. Do not edit.

/**
 * What the reference agent of ACP can do. Every member is optional.
 */
export interface AcpAgentScriptFile {
  abilities?: Abilities;
  /**
   * Sessions on one page of session/list. Default: 3.
   */
  pageSize?: number;
  /**
   * What it does as the spec permits but others do not, by name.
   */
  permissive?: string[];
}
/**
 * What an agent may be able to do; each is there unless it is false.
 */
export interface Abilities {
  /**
   * Takes up a session and repeats what was said: session/load.
   */
  load?: boolean;
  /**
   * Tells its sessions: session/list.
   */
  list?: boolean;
  /**
   * Takes up a session without a word: session/resume.
   */
  resume?: boolean;
  /**
   * Ends sessions: session/close.
   */
  close?: boolean;
  /**
   * Takes images in prompts.
   */
  image?: boolean;
  /**
   * Takes audio in prompts.
   */
  audio?: boolean;
  /**
   * Takes embedded resources in prompts.
   */
  embeddedContext?: boolean;
  /**
   * Sessions have modes.
   */
  modes?: boolean;
  /**
   * Sessions have settings.
   */
  settings?: boolean;
}
