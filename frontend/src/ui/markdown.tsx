import { IconAlertTriangle } from '@tabler/icons-react';
import { memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { withRetries } from '../lib/lazy-route.ts';
import { formulasAsSource, hasFormulas } from '../lib/markdown-text.ts';
import { useCopy } from '../lib/use-copy.ts';
import './figures.ts';
import './markdown.css';
import { callouts, remarkCallouts } from './remark-callouts.ts';

/** A block of code with a button that copies it. */
function Code({ children, language }: { children: React.ReactNode; language: string | undefined }) {
  const { t } = useTranslation('figures');
  const code = useRef<HTMLPreElement>(null);
  const { copied, failed, copy } = useCopy(() => code.current?.textContent ?? '');
  const said = copied ? t('code.copied') : failed ? t('code.copyFailed') : '';
  return (
    <div className="code">
      <div className="code-head">
        <span className="mono">{language ?? ''}</span>
        <button type="button" onClick={() => void copy()}>
          {said || t('code.copy')}
        </button>
        <span className="sr" role="status">
          {said}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre ref={code} tabIndex={0}>
        {children}
      </pre>
    </div>
  );
}

/** A formula that cannot be drawn: its source, marked. */
function WrongFormula({ children }: { children: React.ReactNode }) {
  const { t } = useTranslation('figures');
  return (
    <span className="formula-bad" title={t('formula.wrong')}>
      <IconAlertTriangle size={16} aria-hidden="true" />
      <code>{children}</code>
      <span className="sr"> ({t('formula.wrong')})</span>
    </span>
  );
}

const languageOf = (node: unknown): string | undefined => {
  const classes = (node as { children?: { properties?: { className?: unknown } }[] } | undefined)?.children?.[0]?.properties?.className;
  return Array.isArray(classes)
    ? classes
        .map(String)
        .find((name) => name.startsWith('language-'))
        ?.slice(9)
    : undefined;
};

// The page has its h1 and the lesson its h2: headings of the text are below them.
const components: Components = {
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
  pre: ({ children, node }) => {
    const language = languageOf(node);
    // A formula until it is drawn.
    if (language === 'math') return <pre className="formula-block formula-source">{children}</pre>;
    return <Code language={language}>{children}</Code>;
  },
  span: ({ children, className }) => {
    if (className === 'formula-bad') return <WrongFormula>{children}</WrongFormula>;
    if (className === 'formula') return <span className={className}>{children}</span>;
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      <span className={className} tabIndex={0}>
        {children}
      </span>
    );
  },
  aside: ({ children, className }) => <Callout kind={className ?? ''}>{children}</Callout>,
  a: ({ href, children }) => <Anchor href={href}>{children}</Anchor>,
  img: ({ src, alt }) => <img src={src} alt={alt ?? ''} loading="lazy" />,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className="text-table" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
};
function Anchor({ href, children }: { href: string | undefined; children: React.ReactNode }) {
  const { t } = useTranslation('figures');
  if (href?.startsWith('#') || href?.startsWith('/')) return <a href={href}>{children}</a>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="sr"> {t('link.newTab')}</span>
    </a>
  );
}

type Formulas = typeof import('./markdown-formulas.ts');
let formulas: Formulas | null = null;
/** The formula renderer, once it is loaded; requested only by a text with formulas. */
const useFormulas = (wanted: boolean): Formulas | null => {
  const [loaded, setLoaded] = useState(formulas);
  useEffect(() => {
    if (!wanted || loaded) return;
    let gone = false;
    // Without it the source is shown, which is readable.
    withRetries(() => import('./markdown-formulas.ts')).then(
      (library) => {
        formulas = library;
        if (!gone) setLoaded(library);
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [wanted, loaded]);
  return wanted ? loaded : null;
};

/** A callout, with its kind as title. */
function Callout({ kind, children }: { kind: string; children: React.ReactNode }) {
  const { t } = useTranslation('figures');
  const known = callouts.find((one) => one === kind) ?? 'note';
  return (
    <div className="callout" data-callout={known} role="note">
      <p className="callout-title">{t(`callout.${known}`)}</p>
      {children}
    </div>
  );
}

/** One formula as a lesson shows it, for the editor. */
export function Formula({ source, block }: { source: string; block: boolean }) {
  const library = useFormulas(true);
  // A zero-width character keeps an inline formula from counting as one on a line of its own.
  return library ? (
    <ReactMarkdown remarkPlugins={library.remark} rehypePlugins={library.rehype} components={bare}>
      {block ? `$$\n${source}\n$$` : `\u200b$$${source}$$`}
    </ReactMarkdown>
  ) : (
    <code>{source}</code>
  );
}
const bare: Components = { ...components, p: ({ children }) => children };

/** Instructors' Markdown, with formulas between dollars; HTML in it is not rendered. */
export const Markdown = memo(function Markdown({ children }: { children: string }) {
  const wanted = hasFormulas(children);
  const library = useFormulas(wanted);
  return (
    <div className="text" lang="es">
      <ReactMarkdown
        remarkPlugins={[remarkGfm, ...(library?.remark ?? []), remarkCallouts]}
        rehypePlugins={library?.rehype ?? []}
        components={components}
      >
        {wanted && !library ? formulasAsSource(children) : children}
      </ReactMarkdown>
    </div>
  );
});
