import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBold,
  IconCode,
  IconH2,
  IconH3,
  IconInfoCircle,
  IconItalic,
  IconLink,
  IconList,
  IconListCheck,
  IconListNumbers,
  IconMarkdown,
  IconMath,
  IconPhoto,
  IconQuote,
  IconSeparatorHorizontal,
  IconSourceCode,
  IconStrikethrough,
  IconTable,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { redoDepth, undoDepth } from '@tiptap/pm/history';
import { useEditorState } from '@tiptap/react';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { insertFormula, toggleTasks } from './commands.ts';

export interface ToolbarHandle {
  focus: () => void;
}
interface Props {
  ref: Ref<ToolbarHandle>;
  editor: Editor;
  label: string;
  /** The id of the edited text. */
  controls: string;
  disabled: boolean;
  onImage: (image: File) => void;
  /** Something with options to fill in was inserted. */
  onOptions: () => void;
  onLink: () => void;
  onSource: () => void;
}

const tools = [
  { id: 'bold', icon: IconBold, keys: 'Ctrl+B' },
  { id: 'italic', icon: IconItalic, keys: 'Ctrl+I' },
  { id: 'strike', icon: IconStrikethrough, keys: 'Ctrl+Shift+S' },
  { id: 'code', icon: IconCode, keys: 'Ctrl+E' },
  { id: 'link', icon: IconLink, keys: 'Ctrl+K' },
  { id: 'heading', icon: IconH2, keys: 'Ctrl+Alt+2' },
  { id: 'subheading', icon: IconH3, keys: 'Ctrl+Alt+3' },
  { id: 'bulletList', icon: IconList, keys: 'Ctrl+Shift+8' },
  { id: 'orderedList', icon: IconListNumbers, keys: 'Ctrl+Shift+7' },
  { id: 'taskList', icon: IconListCheck, keys: 'Ctrl+Shift+9' },
  { id: 'blockquote', icon: IconQuote, keys: 'Ctrl+Shift+B' },
  { id: 'callout', icon: IconInfoCircle, keys: null },
  { id: 'codeBlock', icon: IconSourceCode, keys: 'Ctrl+Alt+C' },
  { id: 'table', icon: IconTable, keys: null },
  { id: 'formula', icon: IconMath, keys: null },
  { id: 'image', icon: IconPhoto, keys: null },
  { id: 'rule', icon: IconSeparatorHorizontal, keys: null },
  { id: 'undo', icon: IconArrowBackUp, keys: 'Ctrl+Z' },
  { id: 'redo', icon: IconArrowForwardUp, keys: 'Ctrl+Y' },
  { id: 'markdown', icon: IconMarkdown, keys: null },
] as const;
type Tool = (typeof tools)[number]['id'];
/** Buttons that begin a group. */
const groups: readonly Tool[] = ['heading', 'bulletList', 'codeBlock', 'undo', 'markdown'];

const pressed = (editor: Editor): Partial<Record<Tool, boolean>> => ({
  bold: editor.isActive('bold'),
  italic: editor.isActive('italic'),
  strike: editor.isActive('strike'),
  code: editor.isActive('code'),
  link: editor.isActive('link'),
  heading: editor.isActive('heading', { level: 2 }) || editor.isActive('heading', { level: 1 }),
  subheading: editor.isActive('heading', { level: 3 }),
  bulletList: editor.isActive('bulletList'),
  orderedList: editor.isActive('orderedList'),
  taskList: editor.isActive('listItem', { checked: true }) || editor.isActive('listItem', { checked: false }),
  blockquote: editor.isActive('blockquote'),
  callout: editor.isActive('callout'),
  codeBlock: editor.isActive('codeBlock'),
});

/** The toolbar above the text: one tab stop; arrows, Home and End move in it. */
export function Toolbar({ ref, editor, label, controls, disabled, onImage, onOptions, onLink, onSource }: Props) {
  const { t } = useTranslation('richText');
  const bar = useRef<HTMLDivElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const [at, setAt] = useState(0);
  const state = useEditorState({
    editor,
    selector: ({ editor: one }) => ({ pressed: pressed(one), undo: undoDepth(one.state) > 0, redo: redoDepth(one.state) > 0 }),
  });
  const go = (to: number) => {
    setAt(to);
    bar.current?.querySelectorAll('button')[to]?.focus();
  };
  useImperativeHandle(ref, () => ({ focus: () => go(at) }));
  const run = (tool: Tool) => {
    const chain = editor.chain().focus();
    const acts: Record<Tool, () => void> = {
      bold: () => chain.toggleBold().run(),
      italic: () => chain.toggleItalic().run(),
      strike: () => chain.toggleStrike().run(),
      code: () => chain.toggleCode().run(),
      link: onLink,
      heading: () => chain.toggleHeading({ level: 2 }).run(),
      subheading: () => chain.toggleHeading({ level: 3 }).run(),
      bulletList: () => chain.toggleBulletList().run(),
      orderedList: () => chain.toggleOrderedList().run(),
      taskList: () => toggleTasks(editor),
      blockquote: () => chain.toggleBlockquote().run(),
      callout: () => (editor.isActive('callout') ? chain.lift('callout').run() : chain.wrapIn('callout').run()),
      codeBlock: () => chain.toggleCodeBlock().run(),
      table: () => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
      formula: () => {
        insertFormula(editor);
        onOptions();
      },
      image: () => file.current?.click(),
      rule: () => chain.setHorizontalRule().run(),
      undo: () => chain.undo().run(),
      redo: () => chain.redo().run(),
      markdown: onSource,
    };
    acts[tool]();
  };
  return (
    <div
      ref={bar}
      className="rich-bar"
      role="toolbar"
      aria-label={t('toolbar', { label })}
      aria-controls={controls}
      onKeyDown={(event) => {
        const to = {
          ArrowRight: (at + 1) % tools.length,
          ArrowLeft: (at + tools.length - 1) % tools.length,
          Home: 0,
          End: tools.length - 1,
        }[event.key];
        if (event.key === 'Escape') {
          event.stopPropagation();
          editor.commands.focus();
        }
        if (to === undefined) return;
        event.preventDefault();
        go(to);
      }}
    >
      {tools.map(({ id, icon: Icon, keys }, index) => {
        const name = t(id);
        const cannot = disabled ? id !== 'markdown' : (id === 'undo' && !state.undo) || (id === 'redo' && !state.redo);
        const is = state.pressed[id];
        return (
          <button
            key={id}
            type="button"
            className="rich-tool"
            data-group={groups.includes(id) ? '' : undefined}
            tabIndex={index === at ? 0 : -1}
            aria-label={name}
            aria-pressed={is}
            aria-disabled={cannot || undefined}
            aria-keyshortcuts={keys?.replace('Ctrl', 'Control') ?? undefined}
            title={keys ? t('keys', { label: name, keys }) : name}
            // The text keeps its selection.
            onMouseDown={(event) => event.preventDefault()}
            onFocus={() => setAt(index)}
            onClick={() => {
              if (!cannot) run(id);
            }}
          >
            <Icon size={19} aria-hidden="true" />
          </button>
        );
      })}
      <input
        ref={file}
        className="sr"
        type="file"
        accept="image/jpeg,image/png,image/webp"
        tabIndex={-1}
        aria-label={t('imageDialog.file')}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = '';
          if (chosen) onImage(chosen);
        }}
      />
    </div>
  );
}
