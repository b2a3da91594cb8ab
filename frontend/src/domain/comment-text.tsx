import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import ReactMarkdown, { type Components } from 'react-markdown';
import { Link } from 'react-router-dom';
import remarkGfm from 'remark-gfm';
import { paths } from '../lib/paths.ts';
import './comment-text.css';
import './comment-texts.ts';

interface Node {
  type: string;
  value?: string;
  url?: string;
  children?: Node[];
}
const calling = /<@([1-9]\d{0,9})>/g;

/** Mentions in a text become links to the people mentioned; inside code they stay as typed. The marker cannot be an HTML tag, whose name begins with a letter. */
function remarkMentions() {
  const split = (value: string): Node[] => {
    const parts: Node[] = [];
    let from = 0;
    for (const found of value.matchAll(calling)) {
      if (found.index > from) parts.push({ type: 'text', value: value.slice(from, found.index) });
      parts.push({ type: 'link', url: `/people/${found[1]}`, children: [{ type: 'text', value: `@${found[1]}` }] });
      from = found.index + found[0].length;
    }
    return from === 0 ? [] : [...parts, ...(from < value.length ? [{ type: 'text', value: value.slice(from) }] : [])];
  };
  const visit = (node: Node) => {
    node.children = node.children?.flatMap((child) => {
      if (child.type === 'text') {
        const parts = split(child.value ?? '');
        return parts.length > 0 ? parts : [child];
      }
      visit(child);
      return [child];
    }) as Node[];
  };
  return visit;
}

const allowed = ['p', 'strong', 'em', 'del', 'a', 'code', 'pre', 'ul', 'ol', 'li', 'blockquote', 'br'];

/** What somebody wrote in a discussion: Markdown without HTML, pictures or headings. */
export const CommentText = memo(function CommentText({
  children,
  people,
}: {
  children: string;
  people: readonly { id: number; nombre: string | null }[];
}) {
  const { t } = useTranslation('comments');
  const components: Components = {
    a: ({ href, children: words }) => {
      const person = /^\/people\/(\d+)$/.exec(href ?? '');
      const called = person && people.find(({ id }) => id === Number(person[1]));
      if (called)
        return (
          <Link className="mention" to={paths.person(called.id)}>
            @{called.nombre ?? t('someone')}
          </Link>
        );
      return (
        <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
          {words}
          <span className="sr"> {t('newTab')}</span>
        </a>
      );
    },
    pre: ({ children: code }) => (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      <pre tabIndex={0}>{code}</pre>
    ),
  };
  return (
    <div className="comment-text" lang="es">
      <ReactMarkdown remarkPlugins={[remarkGfm, remarkMentions]} components={components} allowedElements={allowed} unwrapDisallowed>
        {children}
      </ReactMarkdown>
    </div>
  );
});
