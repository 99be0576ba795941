// Shapes that a large JSON value may have: each of them is cheap to send, and dear to whoever handles it carelessly.

/** `count` times what `make` gives for the index, with commas. */
const list = (bytes, one, make = () => one) => {
  const parts = [];
  for (let size = 0, at = 0; size < bytes; at += 1) {
    const part = make(at);
    parts.push(part);
    size += part.length + 1;
  }
  return parts.join(',');
};

/** By name: the JSON text of a value of about so many bytes. */
export const shapes = {
  'one string': (bytes) => `"${'x'.repeat(bytes)}"`,
  'escapes and astral characters': (bytes) => `"${'\\n\\u00e9😀'.repeat(bytes / 12)}"`,
  'small numbers': (bytes) => `[${'0,'.repeat(bytes / 2)}0]`,
  'long integers': (bytes) => `[${list(bytes, '', (at) => String(10n ** 17n + BigInt(at)))}]`,
  'empty objects': (bytes) => `[${'{},'.repeat(bytes / 3)}{}]`,
  'short strings': (bytes) => `[${list(bytes, '', (at) => `"${at.toString(36)}"`)}]`,
  nesting: (bytes) => `[${list(bytes, `${'['.repeat(900)}${']'.repeat(900)}`)}]`,
  'many members': (bytes) => `{${list(bytes, '', (at) => `"member ${at}":"${at % 10}"`)}}`,
  'alike objects': (bytes) =>
    `[${list(bytes, '', (at) => `{"uri":"file:///${at}","name":"file ${at}","mimeType":"text/plain","size":${at}}`)}]`,
};
