import { SaxesParser } from 'saxes';

/** An element with its content; names have no prefix. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  /** Its own characters, trimmed. */
  text: string;
}

/** The XML file cannot be trusted: it is cut off, not well-formed, or malicious. */
export class XmlRefused extends Error {}

const DEPTH_MAX = 40;
/** Characters read between two pauses. */
const PAUSE_EVERY = 16 * 1024;

/**
 * Yields the root without its children, then every element of the wanted names with its content, in order. A document
 * type is refused, and with it all custom entities; no other file is ever read. In between it yields null after a
 * certain amount of input, so that callers can yield to other work even if no element matches.
 * @throws XmlRefused, also at the end if the file was cut off
 */
export function* elementsOf(xml: string, wanted: ReadonlySet<string>): Generator<XmlElement | null> {
  const found: XmlElement[] = [];
  // The parser converts every line end to `\n`, but the recorded digests of entries are of the text as published.
  const lineEnd = xml.includes('\r\n') ? '\r\n' : '\n';
  const parser = parserOf(wanted, lineEnd, (element) => found.push(element));
  for (let at = 0; at < xml.length; at += PAUSE_EVERY) {
    if (at > 0) yield null;
    parser.write(xml.slice(at, at + PAUSE_EVERY));
    yield* found.splice(0);
  }
  parser.close();
}

/** A parser that emits the root and the wanted elements; everything else is read but not kept. */
function parserOf(wanted: ReadonlySet<string>, lineEnd: string, give: (element: XmlElement) => void): SaxesParser {
  const open: (XmlElement | null)[] = [];
  const parser = new SaxesParser();
  const addText = (text: string) => {
    const inside = open.at(-1);
    if (inside) inside.text += text.replaceAll('\n', lineEnd);
  };
  parser.on('error', ({ message }) => refuse(message));
  parser.on('doctype', () => refuse('A document type is not accepted'));
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    // The text was decoded as UTF-8 before the declaration was seen.
    if (!/^utf-?8$/i.test(encoding)) refuse('The file is not in UTF-8');
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', (tag) => {
    if (open.length === DEPTH_MAX) refuse('Elements are nested too deeply');
    const element = elementOf(tag.name, tag.attributes);
    const parent = open.at(-1);
    if (open.length === 0) give({ ...element, children: [] });
    parent?.children.push(element);
    open.push(parent || wanted.has(element.name) ? element : null);
  });
  parser.on('closetag', () => {
    const element = open.pop();
    if (!element) return;
    element.text = element.text.trim();
    if (!open.at(-1)) give(element);
  });
  return parser;
}

function refuse(why: string): never {
  throw new XmlRefused(why);
}

function elementOf(name: string, given: Readonly<Record<string, string>>): XmlElement {
  const attributes: Record<string, string> = Object.create(null);
  for (const [key, value] of Object.entries(given)) attributes[localName(key)] = value;
  return { name: localName(name), attributes, children: [], text: '' };
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** The direct child elements with this name. */
export const childrenOf = (element: XmlElement, name: string) => element.children.filter((one) => one.name === name);
/** The text of the first direct child with this name; '' if there is none. */
export const textOf = (element: XmlElement, name: string) => childrenOf(element, name)[0]?.text ?? '';
