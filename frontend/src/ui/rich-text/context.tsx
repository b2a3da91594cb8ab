import {
  IconAlignCenter,
  IconAlignLeft,
  IconAlignRight,
  IconColumnInsertRight,
  IconColumnRemove,
  IconLinkOff,
  IconRowInsertBottom,
  IconRowRemove,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callouts } from '../remark-callouts.ts';
import '../figures.ts';
import { alignColumn, around, setAttribute } from './commands.ts';

export interface ContextHandle {
  focus: () => void;
}

const languages = ['bash', 'css', 'html', 'java', 'javascript', 'json', 'markdown', 'python', 'sql', 'text', 'typescript', 'yaml'];
/** Allowed beginnings of a link. */
const addressed = /^(https?:\/\/|mailto:|tel:|\/|#)/i;
const within = (editor: Editor) => ({
  link: editor.isActive('link') ? String(editor.getAttributes('link')['href'] ?? '') : null,
  code: around(editor, 'codeBlock'),
  image: around(editor, 'image'),
  formula: around(editor, 'formula') ?? around(editor, 'formulaBlock'),
  callout: around(editor, 'callout'),
  task: around(editor, 'listItem'),
  table: around(editor, 'table') !== null,
});

interface ContextProps {
  ref: Ref<ContextHandle>;
  editor: Editor;
  /** A link is being created here. */
  linking: boolean;
  onLinked: () => void;
}

/** Options for the cursor's place: the address of a link, the language of code, rows of a table. Shown below the text. */
export function Context({ ref, editor, linking, onLinked }: ContextProps) {
  const { t } = useTranslation('richText');
  const { t: figures } = useTranslation('figures');
  const box = useRef<HTMLFieldSetElement>(null);
  const id = useId();
  useImperativeHandle(ref, () => ({ focus: () => box.current?.querySelector<HTMLElement>('input, select, button')?.focus() }));
  const at = useEditorState({ editor, selector: ({ editor: one }) => within(one) });
  const address = at.link ?? (linking ? '' : null);
  const task = at.task && at.task.attrs['checked'] !== null ? at.task : null;
  if (address === null && !at.code && !at.image && !at.formula && !at.callout && !at.table && !task) return null;
  const back = () => editor.commands.focus();
  const button = (
    name: 'rowAfter' | 'columnAfter' | 'removeRow' | 'removeColumn' | 'alignLeft' | 'alignCenter' | 'alignRight' | 'removeTable',
    icon: React.ReactNode,
    act: () => unknown,
  ) => (
    <button
      type="button"
      className="rich-tool"
      aria-label={t(name)}
      title={t(name)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={act}
    >
      {icon}
    </button>
  );
  const chain = () => editor.chain().focus();
  return (
    <fieldset
      ref={box}
      className="rich-context"
      aria-label={t('context')}
      onKeyDown={(event) => {
        if (
          event.key === 'Escape' ||
          (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.type !== 'checkbox')
        ) {
          // Must neither send nor close the surrounding form.
          event.preventDefault();
          event.stopPropagation();
          onLinked();
          back();
        }
      }}
    >
      {at.formula ? (
        <label className="rich-option" data-wide="">
          <span>{t('formulaSource')}</span>
          <input
            className="entry mono"
            spellCheck={false}
            maxLength={2_000}
            value={String(at.formula.attrs['source'])}
            onChange={({ target }) => setAttribute(editor, at.formula?.pos ?? 0, 'source', target.value.replaceAll('$', ''))}
          />
        </label>
      ) : null}
      {at.image ? (
        <label className="rich-option" data-wide="">
          <span>{t('alt')}</span>
          <input
            className="entry"
            maxLength={300}
            value={String(at.image.attrs['alt'])}
            onChange={({ target }) => setAttribute(editor, at.image?.pos ?? 0, 'alt', target.value)}
          />
        </label>
      ) : null}
      {address === null ? null : <LinkOption key={address} editor={editor} address={address} onDone={onLinked} />}
      {at.code ? (
        <label className="rich-option">
          <span>{t('language')}</span>
          <input
            className="entry mono"
            list={`${id}-languages`}
            spellCheck={false}
            maxLength={40}
            placeholder={t('languageHint')}
            value={String(at.code.attrs['language'] ?? '')}
            onChange={({ target }) => setAttribute(editor, at.code?.pos ?? 0, 'language', target.value.replaceAll(/[\s`~]/g, '') || null)}
          />
          <datalist id={`${id}-languages`}>
            {languages.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </label>
      ) : null}
      {at.callout ? (
        <label className="rich-option">
          <span>{t('kind')}</span>
          <select
            className="entry"
            value={String(at.callout.attrs['kind'])}
            onChange={({ target }) => setAttribute(editor, at.callout?.pos ?? 0, 'kind', target.value)}
          >
            {callouts.map((kind) => (
              <option key={kind} value={kind}>
                {figures(`callout.${kind}`)}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      {at.callout ? (
        <button
          type="button"
          className="rich-tool"
          aria-label={t('removeCallout')}
          title={t('removeCallout')}
          onClick={() => chain().lift('callout').run()}
        >
          <IconX size={18} aria-hidden="true" />
        </button>
      ) : null}
      {task ? (
        <label className="rich-option">
          <input
            type="checkbox"
            checked={task.attrs['checked'] === true}
            onChange={({ target }) => setAttribute(editor, task.pos, 'checked', target.checked)}
          />
          <span>{t('done')}</span>
        </label>
      ) : null}
      {at.table ? (
        <div className="rich-option">
          {button('rowAfter', <IconRowInsertBottom size={18} aria-hidden="true" />, () => chain().addRowAfter().run())}
          {button('columnAfter', <IconColumnInsertRight size={18} aria-hidden="true" />, () => chain().addColumnAfter().run())}
          {button('removeRow', <IconRowRemove size={18} aria-hidden="true" />, () => chain().deleteRow().run())}
          {button('removeColumn', <IconColumnRemove size={18} aria-hidden="true" />, () => chain().deleteColumn().run())}
          {button('alignLeft', <IconAlignLeft size={18} aria-hidden="true" />, () => alignColumn(editor, 'left'))}
          {button('alignCenter', <IconAlignCenter size={18} aria-hidden="true" />, () => alignColumn(editor, 'center'))}
          {button('alignRight', <IconAlignRight size={18} aria-hidden="true" />, () => alignColumn(editor, 'right'))}
          {button('removeTable', <IconTrash size={18} aria-hidden="true" />, () => chain().deleteTable().run())}
        </div>
      ) : null}
    </fieldset>
  );
}

/** The address of a link: set by Enter or the button, so that an incomplete address never is. */
function LinkOption({ editor, address, onDone }: { editor: Editor; address: string; onDone: () => void }) {
  const { t } = useTranslation('richText');
  const [typed, setTyped] = useState(address);
  const [wrong, setWrong] = useState(false);
  const apply = () => {
    const given = typed.trim();
    const href = addressed.test(given) ? given : /^[\w-]+(\.[\w-]+)+(\/|$)/.test(given) ? `https://${given}` : null;
    if (href === null) return setWrong(true);
    onDone();
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && !editor.isActive('link'))
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
  };
  return (
    <>
      <label className="rich-option" data-wide="">
        <span>{t('address')}</span>
        <input
          className="entry mono"
          type="url"
          spellCheck={false}
          maxLength={2_000}
          value={typed}
          aria-invalid={wrong || undefined}
          onChange={({ target }) => {
            setWrong(false);
            setTyped(target.value);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            event.stopPropagation();
            apply();
          }}
        />
      </label>
      <button type="button" className="btn alt" onClick={apply}>
        {t('apply')}
      </button>
      {address ? (
        <button
          type="button"
          className="rich-tool"
          aria-label={t('unlink')}
          title={t('unlink')}
          onClick={() => {
            onDone();
            editor.chain().focus().extendMarkRange('link').unsetLink().run();
          }}
        >
          <IconLinkOff size={18} aria-hidden="true" />
        </button>
      ) : null}
      {wrong ? (
        <p className="field-error" role="alert">
          {t('badAddress')}
        </p>
      ) : null}
    </>
  );
}
