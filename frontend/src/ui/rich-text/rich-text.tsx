import './texts.ts';
import { Component, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../lib/lazy-route.ts';
import { uploadFile } from '../../lib/upload.ts';
import '../field.css';
import '../markdown.css';
import './rich-text.css';
import type { KeepImage } from './image-dialog.tsx';
import type { VisualProps } from './visual.tsx';

export interface RichTextProps extends Pick<VisualProps, 'label' | 'value' | 'onChange'> {
  /** Of what is typed into. */
  id?: string | undefined;
  error?: string | undefined;
  hint?: ReactNode;
  /** The most characters of the Markdown that the call accepts. */
  max?: number | undefined;
  /** Stores an image and returns its address; by default among the files of courses. */
  onImage?: KeepImage | undefined;
  disabled?: boolean | undefined;
}

/** Content for texts that are read in a course. */
const keepImage: KeepImage = async (image, options) => {
  const { urls } = await uploadFile(image, 'recursos', options);
  return urls[0] ?? '';
};

// The editor's library is half as large as the page around it.
const Visual = lazyPart<VisualProps>(() => import('./visual.tsx').then((module) => module.Visual));

/** Without the library the text is edited as Markdown. */
class OrSource extends Component<{ onMissing: () => void; children: ReactNode }, { missing: boolean }> {
  override state = { missing: false };
  static getDerivedStateFromError = () => ({ missing: true });
  override componentDidCatch(): void {
    this.props.onMissing();
  }
  override render(): ReactNode {
    return this.state.missing ? null : this.props.children;
  }
}

/** A long text of a course with headings, lists, tables, code, formulas and images; stored as Markdown, which can be viewed and edited too. */
export function RichText({ label, id, value, onChange, error, hint, max = 100_000, onImage = keepImage, disabled = false }: RichTextProps) {
  const { t } = useTranslation('richText');
  const own = useId();
  const field = id ?? own;
  const [asSource, setAsSource] = useState(false);
  const [missing, setMissing] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const source = useRef<HTMLTextAreaElement>(null);
  const switched = useRef(false);
  useEffect(() => {
    if (asSource && switched.current) source.current?.focus();
  }, [asSource]);
  const left = max - value.length;
  const described = [error ? `${field}-error` : '', hint ? `${field}-hint` : '', `${field}-help`].filter(Boolean).join(' ');
  const view = (markdown: boolean) => {
    switched.current = true;
    setSaid(null);
    setAsSource(markdown);
  };
  const control = {
    id: field,
    'aria-labelledby': `${field}-label`,
    'aria-describedby': described,
    'aria-invalid': error ? ('true' as const) : undefined,
  };
  return (
    <div className="field">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a label of what is no input of HTML; the keyboard goes there by Tab */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <span className="field-label" id={`${field}-label`} onClick={() => document.getElementById(field)?.focus()}>
        {label}
      </span>
      <div className="rich-box" data-invalid={error ? '' : undefined} data-disabled={disabled ? '' : undefined}>
        {asSource || missing ? (
          <>
            {missing ? (
              <p className="field-note rich-note">{t('missing')}</p>
            ) : (
              <div className="rich-bar">
                <button type="button" className="rich-switch" onClick={() => view(false)}>
                  {t('visual')}
                </button>
              </div>
            )}
            <textarea
              {...control}
              ref={source}
              className="rich-source"
              rows={14}
              spellCheck
              lang="es"
              value={value}
              disabled={disabled}
              onPaste={(event) => {
                if (event.clipboardData.getData('text/plain').length <= max) return setSaid(null);
                event.preventDefault();
                setSaid(t('tooMuch', { max }));
              }}
              onChange={(event) => onChange(event.target.value)}
            />
          </>
        ) : (
          <OrSource onMissing={() => setMissing(true)}>
            <Suspense fallback={<div className="rich-waiting" aria-busy="true" />}>
              <Visual
                control={control}
                label={label}
                value={value}
                onChange={onChange}
                onImage={onImage}
                max={max}
                disabled={disabled}
                focused={switched.current}
                onSay={setSaid}
                onSource={() => view(true)}
              />
            </Suspense>
          </OrSource>
        )}
      </div>
      <span className="sr" id={`${field}-help`}>
        {t('help')}
      </span>
      {hint ? (
        <div className="field-note" id={`${field}-hint`}>
          {hint}
        </div>
      ) : null}
      {left < max / 10 ? <p className="field-note">{left < 0 ? t('over', { count: -left, max }) : t('left', { count: left })}</p> : null}
      <p className="field-note" role="status">
        {said}
      </p>
      <p className="field-error" id={`${field}-error`} role={error ? 'alert' : undefined}>
        {error}
      </p>
    </div>
  );
}
