/**
 * Tells the texts that fit a pattern in which `*` stands for any text. Costs no more than the text is long, for each star: the parts
 * between stars are looked for one after the other, each as early as it comes.
 */
export function wildcard(pattern: string): (text: string) => boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return (text) => text === pattern;
  const shortest = pattern.length - others.length - 1;
  const parts = others.filter((part) => part !== '');
  return (text) => {
    if (text.length < shortest || !text.startsWith(first) || !text.endsWith(last)) return false;
    const end = text.length - last.length;
    let at = first.length;
    for (const part of parts) {
      const found = text.indexOf(part, at);
      if (found < 0 || found + part.length > end) return false;
      at = found + part.length;
    }
    return true;
  };
}
