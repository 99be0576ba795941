import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Colours of the page. They come from its tokens, which reach into the editor. */
const look = EditorView.theme({
  '&': { background: 'var(--surface)', color: 'var(--ink)', fontSize: 'var(--t-1)' },
  '&.cm-focused': { outline: '2px solid var(--accent)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '19px', maxHeight: '50vh', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { background: 'var(--sunken)', color: 'var(--json-mark)', border: 'none' },
  '&.cm-focused .cm-matchingBracket': { background: 'var(--accent-soft)' },
});
const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.propertyName, color: 'var(--json-key)' },
    { tag: tags.string, color: 'var(--json-string)' },
    { tag: [tags.number, tags.bool, tags.null], color: 'var(--json-number)' },
    { tag: tags.punctuation, color: 'var(--json-mark)' },
  ]),
);

/** An editor of JSON below an element. */
export interface Editor {
  /** Puts a text in place of what is there, unless it is the same. */
  set(text: string): void;
  focus(): void;
  close(): void;
}

/**
 * Opens one. It lives in a shadow tree, where its styles need no element of their own: the page allows none. `changed` is called with each
 * text that the person makes.
 */
export function openEditor(parent: HTMLElement, text: string, label: string, changed: (text: string) => void): Editor {
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
  let quiet = false;
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        json(),
        bracketMatching(),
        // Tab leaves the editor, as everywhere on the page.
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !quiet) changed(update.state.doc.toString());
        }),
        look,
        colours,
      ],
    }),
  });
  return {
    set: (next) => {
      if (view.state.doc.toString() === next) return;
      quiet = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
      quiet = false;
    },
    focus: () => view.focus(),
    close: () => view.destroy(),
  };
}
