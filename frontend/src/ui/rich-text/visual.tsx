import type { Content, Editor } from '@tiptap/core';
import { Fragment, Slice } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { EditorContent, useEditor } from '@tiptap/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../figures.ts';
import { callouts } from '../remark-callouts.ts';
import { Context, type ContextHandle } from './context.tsx';
import { formulaViews } from './formula-view.tsx';
import { contentOf } from './from-markdown.ts';
import { ImageDialog, type KeepImage } from './image-dialog.tsx';
import { MarkdownText } from './markdown.ts';
import { cleanPasted, LONGEST_HTML } from './paste.ts';
import { schemaExtensions } from './schema.ts';
import { markdownOf } from './to-markdown.ts';
import { Toolbar, type ToolbarHandle } from './toolbar.tsx';

export interface VisualProps {
  label: string;
  /** Markdown. */
  value: string;
  /** Called a moment after the last key, and at once when the field is left; never for an unchanged text. */
  onChange: (markdown: string) => void;
  onImage: KeepImage;
  control: { id: string; 'aria-labelledby': string; 'aria-describedby': string; 'aria-invalid': 'true' | undefined };
  max: number;
  disabled: boolean;
  /** Focused from the start. */
  focused: boolean;
  onSay: (sentence: string | null) => void;
  onSource: () => void;
}

/** The Markdown is written after this pause in typing. */
const REST_MS = 200;

const imagesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));

export function Visual({ control, label, value, onChange, onImage, max, disabled, focused, onSay, onSource }: VisualProps) {
  const { t } = useTranslation('richText');
  const [text] = useState(() => new MarkdownText());
  const [images, setImages] = useState<readonly File[]>([]);
  const [linking, setLinking] = useState(false);
  const toolbar = useRef<ToolbarHandle>(null);
  const context = useRef<ContextHandle>(null);
  /** The value from the host, or reported to it last; and the one reported that has not come back yet. */
  const held = useRef(value);
  const emitted = useRef<string[]>([]);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const now = useRef({ onChange, onSay, max, t });
  useEffect(() => {
    now.current = { onChange, onSay, max, t };
  });

  const tell = useCallback(
    (editor: Editor) => {
      clearTimeout(rest.current);
      rest.current = undefined;
      const next = text.write(editor.state.doc);
      if (next === held.current) return;
      held.current = next;
      emitted.current.push(next);
      now.current.onChange(next);
    },
    [text],
  );
  const offer = (files: readonly File[]) => {
    if (files.length > 0) setImages((before) => [...before, ...files]);
    return files.length > 0;
  };
  /** Esc was pressed: the next Tab leaves the editor. */
  const leaving = useRef(false);

  const editor = useEditor({
    extensions: schemaExtensions(formulaViews),
    editable: !disabled,
    shouldRerenderOnTransaction: false,
    immediatelyRender: true,
    onBeforeCreate: ({ editor: made }) => {
      made.options.content = text.open(made.schema, value) as unknown as Content;
    },
    onUpdate: ({ editor: changed }) => {
      // Its first key at once: before the host knows of it, a text from outside would take its place.
      if (rest.current === undefined) tell(changed);
      clearTimeout(rest.current);
      rest.current = setTimeout(() => tell(changed), REST_MS);
    },
    onBlur: ({ editor: left }) => tell(left),
    onSelectionUpdate: () => setLinking(false),
    editorProps: {
      attributes: () => ({
        ...attributesOf(control),
        class: 'text rich-text',
        lang: 'es',
        role: 'textbox',
        'aria-multiline': 'true',
        spellcheck: 'true',
      }),
      handleDOMEvents: {
        keydown: (view, event) => {
          // A shortcut of the host, such as saving, must see the present text.
          if (event.ctrlKey || event.metaKey) if (event.key === 's' || event.key === 'Enter') flush.current();
          if (event.altKey && event.key === 'F10') return take(event, () => toolbar.current?.focus());
          if (event.altKey && event.key === 'F9') return take(event, () => context.current?.focus());
          if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') return take(event, () => link.current());
          // Where Tab has a meaning in the text, Esc makes it leave the editor.
          if (event.key === 'Escape' && holdsTab(view) && !leaving.current) {
            leaving.current = true;
            return take(event, () => undefined);
          }
          if (event.key === 'Tab' && leaving.current) return true;
          if (event.key !== 'Shift') leaving.current = false;
          return false;
        },
        // Checked first: a text that is too long would block the page.
        paste: (_, event) => {
          const html = event.clipboardData?.getData('text/html') ?? '';
          const plain = event.clipboardData?.getData('text/plain') ?? '';
          now.current.onSay(null);
          if (plain.length > now.current.max || html.length > LONGEST_HTML) {
            event.preventDefault();
            now.current.onSay(now.current.t('tooMuch', { max: now.current.max }));
            return true;
          }
          // Word sends a picture of the text with the text; a web page, its address with the image.
          if (html.replaceAll(/<[^>]*>/g, '').trim() !== '' || plain !== '' || !offer(imagesOf(event.clipboardData))) return false;
          event.preventDefault();
          return true;
        },
      },
      handleDrop: (view, event, _, moved) => {
        const files = moved ? [] : imagesOf(event.dataTransfer);
        if (files.length === 0) return false;
        event.preventDefault();
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
        if (at) view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(at.pos))));
        return offer(files);
      },
      transformPastedHTML: (html) => {
        const { html: cleaned, imagesLeft } = cleanPasted(html);
        if (imagesLeft > 0) now.current.onSay(now.current.t('imagesLeft'));
        return cleaned;
      },
      clipboardTextParser: (pasted, $at, plain, view) => {
        const content = plain || $at.parent.type.spec.code ? [] : contentOf(pasted);
        // A text without any Markdown keeps its lines.
        const signs = content.some((one) => one.type !== 'paragraph' || one.content?.some(({ type, marks }) => type !== 'text' || marks));
        return (signs ? Slice.maxOpen(Fragment.fromJSON(view.state.schema, content)) : undefined) as Slice;
      },
      clipboardTextSerializer: (slice) => {
        const content = slice.content.toJSON() as { type: string; text?: string }[] | null;
        if (!content) return '';
        if (slice.content.childCount === 1 && slice.content.firstChild?.type.spec.code) return slice.content.firstChild.textContent;
        return markdownOf(slice.content.firstChild?.isInline ? [{ type: 'paragraph', content }] : content);
      },
    },
  });
  const options = useCallback(() => void requestAnimationFrame(() => context.current?.focus()), []);
  const link = useRef<() => void>(() => undefined);
  useEffect(() => {
    link.current = () => {
      setLinking(true);
      options();
    };
  });
  const flush = useRef((): void => undefined);
  useEffect(() => {
    flush.current = () => (rest.current === undefined ? undefined : tell(editor));
    return () => flush.current();
  }, [editor, tell]);

  // A new text from outside: an undo, or another person's change.
  useEffect(() => {
    const at = emitted.current.indexOf(value);
    if (at >= 0) emitted.current.splice(0, at + 1);
    else if (value !== held.current) {
      clearTimeout(rest.current);
      rest.current = undefined;
      held.current = value;
      emitted.current = [];
      const doc = text.open(editor.schema, value);
      const { tr } = editor.state;
      editor.view.dispatch(
        tr.replaceWith(0, tr.doc.content.size, doc.content).setMeta('addToHistory', false).setMeta('preventUpdate', true),
      );
    }
  }, [value, editor, text]);
  useEffect(() => {
    if (editor.isEditable === disabled) editor.setEditable(!disabled, false);
  }, [editor, disabled]);
  const attributes = JSON.stringify(control);
  useEffect(() => {
    const { 'aria-invalid': invalid, 'aria-describedby': described } = JSON.parse(attributes) as VisualProps['control'];
    const put = () => {
      const { dom } = editor.view;
      if (invalid) dom.setAttribute('aria-invalid', invalid);
      else dom.removeAttribute('aria-invalid');
      dom.setAttribute('aria-describedby', described);
    };
    // Until it is rendered there is nothing to label.
    if (editor.isInitialized) put();
    editor.on('create', put);
    return () => {
      editor.off('create', put);
    };
  }, [editor, attributes]);
  useEffect(() => {
    if (focused) editor.commands.focus('start');
  }, [editor, focused]);

  const { t: figures } = useTranslation('figures');
  const names = Object.fromEntries(callouts.map((kind) => [`--callout-${kind}`, JSON.stringify(figures(`callout.${kind}`))]));
  const [image] = images;
  const next = () => setImages(([, ...others]) => others);
  return (
    <>
      <Toolbar
        ref={toolbar}
        editor={editor}
        label={label}
        controls={control.id}
        disabled={disabled}
        onImage={(file) => void offer([file])}
        onOptions={options}
        onLink={() => link.current()}
        onSource={() => {
          tell(editor);
          onSource();
        }}
      />
      <EditorContent editor={editor} className="rich-content" style={names as React.CSSProperties} />
      {disabled ? null : <Context ref={context} editor={editor} linking={linking} onLinked={() => setLinking(false)} />}
      {image ? (
        <ImageDialog
          key={`${image.name}${image.size}${images.length}`}
          image={image}
          onImage={onImage}
          onClose={() => {
            next();
            editor.commands.focus();
          }}
          onInsert={(src, alt) => {
            editor.chain().focus().insertContent({ type: 'image', attrs: { src, alt } }).run();
            next();
          }}
        />
      ) : null}
    </>
  );
}

const attributesOf = (control: VisualProps['control']): Record<string, string> =>
  Object.fromEntries(Object.entries(control).filter((entry): entry is [string, string] => entry[1] !== undefined));
const take = (event: Event, act: () => void): true => {
  event.preventDefault();
  event.stopPropagation();
  act();
  return true;
};
const holdsTab = ({ state }: EditorView): boolean => {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) if (/listItem|table/i.test($from.node(depth).type.name)) return true;
  return false;
};
