import { useState } from 'preact/hooks';
import { visibleLines } from '../model/visible.js';

/** Puts a text on the clipboard. Resolves with whether the browser let us. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** A text to copy, with the button that does. In a page that is rendered once, the script of the page listens to the button. */
export function Command({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState('');
  const run = async () => setCopied((await copy(text)) ? 'Copied' : 'Select it and copy it by hand');
  return (
    <div class="cmd">
      <pre tabIndex={0} role="group" aria-label={label}>
        {visibleLines(text)}
      </pre>
      <button type="button" class="btn quiet" onClick={run}>
        {copied === '' ? 'Copy' : copied}
        <span class="sr"> {label}</span>
      </button>
    </div>
  );
}
