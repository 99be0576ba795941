/** The entries of a list one after the other, each as the list is when it is asked for: a script may change meanwhile. */
export function* inTurn<Entry>(list: () => readonly Entry[]): Generator<Entry> {
  for (let index = 0; index < list().length; index += 1) yield list()[index]!;
}
