import type { Content } from '@tiptap/core';
import { EditorContent, useEditor } from '@tiptap/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../figures.ts';
import { callouts } from '../remark-callouts.ts';
import { Context, type ContextHandle } from './context.tsx';
import { editorPropsOf } from './editor-props.ts';
import { formulaViews } from './formula-view.tsx';
import { useHeldText } from './held-text.ts';
import { ImageDialog, type KeepImage } from './image-dialog.tsx';
import { schemaExtensions } from './schema.ts';
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

export function Visual({ control, label, value, onChange, onImage, max, disabled, focused, onSay, onSource }: VisualProps) {
  const { t } = useTranslation('richText');
  const [images, setImages] = useState<readonly File[]>([]);
  const [linking, setLinking] = useState(false);
  const toolbar = useRef<ToolbarHandle>(null);
  const context = useRef<ContextHandle>(null);
  const now = useRef({ control, onSay, max, t });
  useEffect(() => {
    now.current = { control, onSay, max, t };
  });
  const { text, emit, emitSoon, flush, take } = useHeldText(value, onChange);
  const offer = (files: readonly File[]) => {
    if (files.length > 0) setImages((before) => [...before, ...files]);
    return files.length > 0;
  };
  /** Made before the editor is; what they are for comes with each rendering. */
  const link = useRef<() => void>(() => undefined);
  const flushNow = useRef((): void => undefined);
  const [editorProps] = useState(() =>
    editorPropsOf({
      control: () => now.current.control,
      max: () => now.current.max,
      say: (what) => {
        const { t, max, onSay } = now.current;
        onSay(what && (what === 'tooMuch' ? t('tooMuch', { max }) : t('imagesLeft')));
      },
      offer,
      flush: () => flushNow.current(),
      link: () => link.current(),
      toToolbar: () => toolbar.current?.focus(),
      toContext: () => context.current?.focus(),
    }),
  );

  const editor = useEditor({
    extensions: schemaExtensions(formulaViews),
    editable: !disabled,
    shouldRerenderOnTransaction: false,
    immediatelyRender: true,
    onBeforeCreate: ({ editor: made }) => {
      made.options.content = text.open(made.schema, value) as unknown as Content;
    },
    onUpdate: ({ editor: changed }) => emitSoon(changed),
    onBlur: ({ editor: left }) => emit(left),
    onSelectionUpdate: () => setLinking(false),
    editorProps,
  });
  const options = useCallback(() => void requestAnimationFrame(() => context.current?.focus()), []);
  useEffect(() => {
    link.current = () => {
      setLinking(true);
      options();
    };
  });
  useEffect(() => {
    flushNow.current = () => flush(editor);
    return () => flushNow.current();
  }, [editor, flush]);
  useEffect(() => take(editor, value), [value, editor, take]);
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
          emit(editor);
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
