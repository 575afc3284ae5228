/** An element with what stands in it; names without their prefix. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  /** Its own characters, trimmed. */
  text: string;
}

/** The file is no XML that can be trusted: cut off, not well formed, or made to hurt. */
export class XmlRefused extends Error {}

const DEPTH_MAX = 40;
/** Characters read between two pauses. */
const PAUSE_EVERY = 16 * 1024;
const ENTITIES = new Map(Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }));
const ATTRIBUTE = /\s+([^\s=<>"'/]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const NAME = /[^\s/>]+/y;
const CLOSE = /\s*(\/?)>/y;

/**
 * The root without its children, then every element of the wanted names with all that stands in it, in order. A
 * document type is refused, and with it every entity of its own (there is nothing to expand); no other file is ever
 * asked for. Between them null, by how much was read: a pause for whoever has to let others have their turn, also where
 * nothing is wanted. @throws XmlRefused, also at the end where the file was cut off
 */
export function* elementsOf(xml: string, wanted: ReadonlySet<string>): Generator<XmlElement | null> {
  const open: { name: string; element: XmlElement | null }[] = [];
  let roots = 0;
  let at = xml.charCodeAt(0) === 0xfeff ? 1 : 0;
  let pauseAt = PAUSE_EVERY;
  while (at < xml.length) {
    if (at >= pauseAt) {
      yield null;
      pauseAt = at + PAUSE_EVERY;
    }
    const next = xml.indexOf('<', at);
    const text = xml.slice(at, next < 0 ? xml.length : next);
    const inside = open.at(-1)?.element;
    if (inside) inside.text += unescaped(text);
    else if (open.length === 0 && text.trim() !== '') throw new XmlRefused('There is text outside the root');
    if (next < 0) break;
    if (xml.startsWith('<!--', next)) at = after(xml, '-->', next + 4);
    else if (xml.startsWith('<?', next)) at = declared(xml, next);
    else if (xml.startsWith('<![CDATA[', next)) {
      at = after(xml, ']]>', next);
      if (inside) inside.text += xml.slice(next + 9, at - 3);
    } else if (xml[next + 1] === '!') throw new XmlRefused('A document type is not taken');
    else if (xml[next + 1] === '/') {
      at = after(xml, '>', next);
      const { name, element } = open.pop() ?? { name: '', element: null };
      if (localName(xml.slice(next + 2, at - 1).trim()) !== name) throw new XmlRefused(`<${name}> is not closed`);
      if (element && !open.at(-1)?.element) yield trimmed(element);
    } else {
      const tag = tagAt(xml, next + 1);
      at = tag.end;
      const isRoot = open.length === 0;
      if (isRoot && ++roots > 1) throw new XmlRefused('There is a second root');
      const parent = open.at(-1)?.element ?? null;
      const { name, attributes } = tag;
      const element = parent || wanted.has(name) ? { name, attributes, children: [], text: '' } : null;
      if (element) parent?.children.push(element);
      if (isRoot) yield { name, attributes, children: [], text: '' };
      if (!tag.isEmpty) {
        if (open.push({ name, element }) > DEPTH_MAX) throw new XmlRefused('Elements lie too deep in each other');
      } else if (element && !parent) yield element;
    }
  }
  if (roots === 0 || open.length > 0) throw new XmlRefused('The file ends in the middle');
}

function tagAt(xml: string, from: number) {
  const name = matched(NAME, xml, from)?.[0];
  if (!name) throw new XmlRefused('A tag has no name');
  const attributes: Record<string, string> = Object.create(null);
  let at = from + name.length;
  for (let one = matched(ATTRIBUTE, xml, at); one; one = matched(ATTRIBUTE, xml, at)) {
    attributes[localName(one[1]!)] = unescaped(one[2] ?? one[3]!);
    at += one[0].length;
  }
  const close = matched(CLOSE, xml, at);
  if (!close) throw new XmlRefused(`The tag <${name.slice(0, 60)}> is cut off`);
  return { name: localName(name), attributes, isEmpty: close[1] === '/', end: at + close[0].length };
}

function matched(pattern: RegExp, xml: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(xml);
}

/** The declaration may name UTF-8 alone: what is read is read as that. */
function declared(xml: string, from: number): number {
  const end = after(xml, '?>', from);
  const encoding = /^<\?xml\s[^>]*encoding\s*=\s*["']([^"']*)/.exec(xml.slice(from, end))?.[1];
  if (encoding && !/^utf-?8$/i.test(encoding)) throw new XmlRefused('The file is not in UTF-8');
  return end;
}

function after(xml: string, mark: string, from: number): number {
  const end = xml.indexOf(mark, from);
  if (end < 0) throw new XmlRefused('The file ends in the middle');
  return end + mark.length;
}

function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&([^;&]{0,12});?/g, (whole, name: string) => {
    const number = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name);
    const code = number && parseInt(number[1] ?? number[2]!, number[1] ? 16 : 10);
    const found = code !== null && code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ENTITIES.get(name);
    if (found === undefined || !whole.endsWith(';')) throw new XmlRefused('An entity is not known');
    return found;
  });
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

function trimmed(element: XmlElement): XmlElement {
  element.text = element.text.trim();
  element.children.forEach(trimmed);
  return element;
}

/** The elements of a name that stand directly in another. */
export const childrenOf = (element: XmlElement, name: string) => element.children.filter((one) => one.name === name);
/** The characters of the first element of a name that stands directly in another; '' where there is none. */
export const textOf = (element: XmlElement, name: string) => childrenOf(element, name)[0]?.text ?? '';
