/** Whether a text fits a pattern in which `*` is any text without a slash, `**` any text at all and `?` one character. */
export function matchesGlob(pattern: string, text: string): boolean {
  const source = pattern.replace(/\*\*\/?|\*|\?|[^*?]+/g, (part) => {
    if (part.startsWith('**')) return '.*';
    if (part === '*') return '[^/]*';
    return part === '?' ? '[^/]' : part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  });
  return new RegExp(`^${source}$`, 'su').test(text);
}
