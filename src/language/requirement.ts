/** How strongly a specification asks for something; `derived` if the sentence is ours. */
export type Level = 'must' | 'should' | 'may' | 'derived';

/** What a case is told of a requirement; the registry knows more. */
export interface Requirement {
  id: string;
  level: Level;
  /** The roles that it binds. */
  roles: string[];
  text: string;
  /** The document that says it, and where. */
  source: string;
  /** The page and anchor that has it, if the document is published. */
  url?: string;
  /** What happens where it is broken, in a few words. */
  broken?: string;
  /** Why no case can prove it. */
  excluded?: string;
  /** Last protocol version that asks for it. */
  until?: string;
}
