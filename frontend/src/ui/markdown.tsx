import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import './figures.ts';
import './markdown.css';

/** A block of code with a button that copies it. */
function Code({ children, language }: { children: React.ReactNode; language: string | undefined }) {
  const { t } = useTranslation('figures');
  const code = useRef<HTMLPreElement>(null);
  const [said, setSaid] = useState<'copied' | 'copyFailed' | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code.current?.textContent ?? '');
      setSaid('copied');
    } catch {
      setSaid('copyFailed');
    }
    setTimeout(() => setSaid(null), 2_500);
  };
  return (
    <div className="codigo">
      <div className="codigo-cabeza">
        <span className="mono">{language ?? ''}</span>
        <button type="button" onClick={() => void copy()}>
          {said ? t(`code.${said}`) : t('code.copy')}
        </button>
        <span className="sr" role="status">
          {said ? t(`code.${said}`) : ''}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre ref={code} tabIndex={0}>
        {children}
      </pre>
    </div>
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

// The page has its h1 and the lesson its h2: headings of the text come below them.
const components: Components = {
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
  pre: ({ children, node }) => <Code language={languageOf(node)}>{children}</Code>,
  a: ({ href, children }) => <Anchor href={href}>{children}</Anchor>,
  img: ({ src, alt }) => <img src={src} alt={alt ?? ''} loading="lazy" />,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className="texto-tabla" tabIndex={0}>
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

/** Markdown as it is written by instructors; HTML inside it is not run. */
export function Markdown({ children }: { children: string }) {
  return (
    <div className="texto" lang="es">
      <ReactMarkdown remarkPlugins={[remarkGfm]} components={components}>
        {children}
      </ReactMarkdown>
    </div>
  );
}
