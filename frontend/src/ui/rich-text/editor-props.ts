import { Fragment, Slice } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import type { EditorProps, EditorView } from '@tiptap/pm/view';
import { contentOf } from './from-markdown.ts';
import { cleanPasted, LONGEST_HTML } from './paste.ts';
import { markdownOf } from './to-markdown.ts';

/** The attributes by which the field labels the editor. */
type Control = Readonly<Record<string, string | undefined>>;

/** What the keys and the clipboard of the editor need of the field around it. */
export interface EditorParts {
  control: () => Control;
  /** The most characters of a pasted text. */
  max: () => number;
  /** null: there is nothing to say any more. */
  say: (what: 'tooMuch' | 'imagesLeft' | null) => void;
  /** Whether there are images to insert among these. */
  offer: (files: readonly File[]) => boolean;
  /** The host learns at once of what was typed. */
  flush: () => void;
  link: () => void;
  toToolbar: () => void;
  toContext: () => void;
}

const imagesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));

/** How the editor takes keys, what is pasted, and what is dropped. */
export const editorPropsOf = (parts: EditorParts): EditorProps => {
  /** Esc was pressed: the next Tab leaves the editor. */
  let leaving = false;
  return {
    attributes: () => ({
      ...attributesOf(parts.control()),
      class: 'text rich-text',
      lang: 'es',
      role: 'textbox',
      'aria-multiline': 'true',
      spellcheck: 'true',
    }),
    handleDOMEvents: {
      keydown: (view, event) => {
        // A shortcut of the host, such as saving, must see the present text.
        if (event.ctrlKey || event.metaKey) if (event.key === 's' || event.key === 'Enter') parts.flush();
        if (event.altKey && event.key === 'F10') return take(event, () => parts.toToolbar());
        if (event.altKey && event.key === 'F9') return take(event, () => parts.toContext());
        if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') return take(event, () => parts.link());
        // Where Tab has a meaning in the text, Esc makes it leave the editor.
        if (event.key === 'Escape' && holdsTab(view) && !leaving) {
          leaving = true;
          return take(event, () => undefined);
        }
        if (event.key === 'Tab' && leaving) return true;
        if (event.key !== 'Shift') leaving = false;
        return false;
      },
      // Checked first: a text that is too long would block the page.
      paste: (_, event) => {
        const html = event.clipboardData?.getData('text/html') ?? '';
        const plain = event.clipboardData?.getData('text/plain') ?? '';
        parts.say(null);
        if (plain.length > parts.max() || html.length > LONGEST_HTML) {
          event.preventDefault();
          parts.say('tooMuch');
          return true;
        }
        // Word sends a picture of the text with the text; a web page, its address with the image.
        if (html.replaceAll(/<[^>]*>/g, '').trim() !== '' || plain !== '' || !parts.offer(imagesOf(event.clipboardData))) return false;
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
      return parts.offer(files);
    },
    transformPastedHTML: (html) => {
      const { html: cleaned, imagesLeft } = cleanPasted(html);
      if (imagesLeft > 0) parts.say('imagesLeft');
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
  };
};

const attributesOf = (control: Control): Record<string, string> =>
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
