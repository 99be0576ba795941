/** Something in a message that its sender has made up. */
export interface UndeclaredExtension {
  what: 'method' | 'member' | 'variant';
  /** The method, the member, or the value that names the variant. */
  name: string;
  /** JSON Pointer from the root of the message. */
  path: string;
  /** The definition that lacks it, where one does. */
  definition?: string;
  /** Set if another version of the protocol, which Proctor does not judge, defines it. */
  elsewhere?: true;
}
