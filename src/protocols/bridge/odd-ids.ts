/** Makes request ids that are legal and unusual: texts with quotes and characters beyond ASCII. */
export function oddIds(): () => string {
  let made = 0;
  return () => `größe ${++made} "😀"`;
}
