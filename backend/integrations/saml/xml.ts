import sax from 'sax';

/** An element of a document; its name without prefix. */
export interface XmlElement {
  space: string;
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: readonly XmlElement[];
  /** The text directly in it. */
  text: string;
}
/** The document is not well-formed, larger or deeper than any that is meant, or has what no such document needs. */
export class BadXml extends Error {
  override readonly name = 'BadXml';
}

/** How much of it there may be. */
export interface Bounds {
  elements: number;
  attributes: number;
}
const MOST_DEPTH = 40;
/** In a tag. */
const MOST_ATTRIBUTES = 100;
/** A tag with what follows it up to the next one is shorter than this: the time to read a tag grows with the square of its attributes. */
const FAR = /<[^<]{16000}/;

/** Characters that XML does not allow. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

/**
 * Reads a document that anybody may have written: well-formed, in UTF-8, without a document type (and so without entities of its own), CDATA or processing
 * instructions, of bounded depth and size. `comments`: they are passed over; otherwise a document that has any is refused, since text around them is read
 * differently from program to program. Throws BadXml.
 */
export function readXml(xml: string, { comments, most }: { comments: boolean; most: Bounds }): XmlElement {
  if (NOT_XML.test(xml)) throw new BadXml('characters');
  if (FAR.test(xml)) throw new BadXml('size');
  // The reader passes over an empty comment without a word.
  if (!comments && xml.includes('<!')) throw new BadXml('comment');
  const declared = /^<\?xml\s[^?]*encoding\s*=\s*["']([^"']*)["']/.exec(xml)?.[1];
  if (declared !== undefined && !/^utf-?8$/i.test(declared)) throw new BadXml('encoding');
  // `strictEntities`: only the five of XML, none of HTML.
  const parser = sax.parser(true, { xmlns: true, position: false, strictEntities: true } as sax.SAXOptions);
  const refuse = (what: string) => () => {
    throw new BadXml(what);
  };
  type Open = XmlElement & { children: XmlElement[] };
  const open: Open[] = [];
  let root: XmlElement | null = null;
  let elements = 0;
  let attributesOfAll = 0;
  let names = new Set<string>();
  parser.onerror = refuse('form');
  parser.ondoctype = refuse('document type');
  parser.onsgmldeclaration = refuse('declaration');
  parser.onopencdata = refuse('CDATA');
  parser.onprocessinginstruction = ({ name }) => {
    // The declaration at the beginning of the document.
    if (name !== 'xml' || elements > 0) throw new BadXml('processing instruction');
  };
  parser.onattribute = ({ name }) => {
    attributesOfAll += 1;
    if (names.has(name) || names.size >= MOST_ATTRIBUTES || attributesOfAll > most.attributes) throw new BadXml('attribute');
    names.add(name);
  };
  parser.onopentag = (tag) => {
    names = new Set();
    elements += 1;
    if (elements > most.elements || open.length >= MOST_DEPTH) throw new BadXml('size');
    const { uri, local, attributes } = tag as sax.QualifiedTag;
    const element: Open = {
      ...{ space: uri, name: local, children: [], text: '' },
      attributes: new Map(Object.entries(attributes).map(([name, { value }]) => [name, value])),
    };
    const parent = open.at(-1);
    if (parent) parent.children.push(element);
    else if (root) throw new BadXml('form');
    else root = element;
    open.push(element);
  };
  parser.ontext = (text) => {
    const within = open.at(-1);
    if (within) within.text += text;
  };
  parser.onclosetag = () => void open.pop();
  parser.write(xml).close();
  if (!root) throw new BadXml('form');
  return root;
}

export const childrenOf = ({ children }: XmlElement, space: string, name: string): XmlElement[] =>
  children.filter((one) => one.space === space && one.name === name);

/** The element and all that is in it. */
export function* within(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) yield* within(child);
}
