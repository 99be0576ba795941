import { useEffect, useRef, useState } from 'preact/hooks';
import type { Editor } from './editor.js';

interface Props {
  text: string;
  label: string;
  change(text: string): void;
}

/** JSON that can be edited. The editor is loaded when the first one is shown. */
export function EditorField({ text, label, change }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | undefined>(undefined);
  const latest = useRef({ text, change });
  /** What the editor itself has said and the page may not have taken in yet. */
  const said = useRef<string[]>([]);
  const [problem, setProblem] = useState<string>();
  latest.current = { text, change };
  useEffect(() => {
    let gone = false;
    import('./editor.js').then(
      ({ openEditor }) => {
        if (gone || place.current === null) return;
        editor.current = openEditor(place.current, latest.current.text, label, (now) => {
          said.current.push(now);
          latest.current.change(now);
        });
      },
      (error: Error) => setProblem(error.message),
    );
    return () => {
      gone = true;
      editor.current?.close();
    };
  }, [label]);
  useEffect(() => {
    // Somebody who types is faster than the page: a text of theirs that comes back late must not undo what they typed since.
    const at = said.current.indexOf(text);
    said.current.splice(0, at < 0 ? said.current.length : at + 1);
    if (at < 0) editor.current?.set(text);
  }, [text]);
  return problem === undefined ? (
    <div class="editor" ref={place} />
  ) : (
    // The page is older than the program that serves it, or that has ended: a plain field does as well.
    <textarea
      class="field mono"
      aria-label={label}
      rows={12}
      value={text}
      onInput={(event) => change(event.currentTarget.value)}
    />
  );
}
