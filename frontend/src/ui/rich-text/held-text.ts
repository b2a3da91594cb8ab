import type { Editor } from '@tiptap/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { MarkdownText } from './markdown.ts';

/** The Markdown is written after this pause in typing. */
const REST_MS = 200;

/** Keeps the host's text and the editor's the same, whichever of them changes. `onChange`: with the Markdown of what was typed. */
export const useHeldText = (value: string, onChange: (markdown: string) => void) => {
  const [text] = useState(() => new MarkdownText());
  /** The value from the host, or reported to it last; and those reported that have not come back yet. */
  const held = useRef(value);
  const emitted = useRef<string[]>([]);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const report = useRef(onChange);
  useEffect(() => {
    report.current = onChange;
  });
  const stop = useCallback(() => {
    clearTimeout(rest.current);
    rest.current = undefined;
  }, []);

  /** At once; an unchanged text is not reported. */
  const emit = useCallback(
    (editor: Editor) => {
      stop();
      const next = text.write(editor.state.doc);
      if (next === held.current) return;
      held.current = next;
      emitted.current.push(next);
      report.current(next);
    },
    [text, stop],
  );
  const emitSoon = (editor: Editor) => {
    // Its first key at once: before the host knows of it, a text from outside would take its place.
    if (rest.current === undefined) emit(editor);
    clearTimeout(rest.current);
    rest.current = setTimeout(() => emit(editor), REST_MS);
  };
  /** What was typed and not reported yet. */
  const flush = useCallback((editor: Editor) => (rest.current === undefined ? undefined : emit(editor)), [emit]);
  /** A new text from outside: an undo, or another person's change. */
  const take = useCallback(
    (editor: Editor, given: string) => {
      const at = emitted.current.indexOf(given);
      if (at >= 0) emitted.current.splice(0, at + 1);
      else if (given !== held.current) {
        stop();
        held.current = given;
        emitted.current = [];
        const doc = text.open(editor.schema, given);
        const { tr } = editor.state;
        editor.view.dispatch(
          tr.replaceWith(0, tr.doc.content.size, doc.content).setMeta('addToHistory', false).setMeta('preventUpdate', true),
        );
      }
    },
    [text, stop],
  );
  return { text, emit, emitSoon, flush, take };
};
