/** The events of a stream, each as its lines. A line may end in LF, CR or both. */
export async function* eventsOf(body, decode) {
  let [left, lines, isAfterReturn] = ['', [], false];
  for await (const chunk of body) {
    let text = decode(Buffer.from(chunk));
    if (isAfterReturn && text.startsWith('\n')) text = text.slice(1);
    if (text !== '') isAfterReturn = text.endsWith('\r');
    const ended = (left + text).split(/\r\n|\n|\r/);
    left = ended.pop();
    for (const line of ended) {
      if (line !== '') lines.push(line.replace(/^\uFEFF/, ''));
      else if (lines.length > 0) {
        yield lines;
        lines = [];
      }
    }
  }
}

/** What the data lines of an event say together. */
export const dataOf = (lines) =>
  lines
    .filter((line) => /^data(:|$)/.test(line))
    .map((line) => line.slice(5).replace(/^ /, ''))
    .join('\n');
