import XMLBuilder from 'fast-xml-builder';

/** Characters that XML 1.0 does not allow, not even escaped (§2.2). */
const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** OFX 2.2 §2.3.2.1 knows no other escapes, and attributes contain no variable text. */
const ENTITIES = [
  { regex: /&/g, val: '&amp;' },
  { regex: /</g, val: '&lt;' },
  { regex: />/g, val: '&gt;' },
];
const builder = new XMLBuilder({
  ignoreAttributes: false,
  format: true,
  suppressEmptyNode: true,
  entities: ENTITIES,
} as ConstructorParameters<typeof XMLBuilder>[0]);

/** A text as allowed in an element, at most `max` characters long. */
export const xmlText = (text: string, max: number): string =>
  [...text.replace(NOT_XML, '').replace(/\s+/g, ' ').trim()].slice(0, max).join('').trim();

/** The XML of nested objects, in the order of their keys; `@_name` is an attribute, `#text` the text beside one. */
export const xmlOf = (declaration: string, document: object): Buffer =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${declaration}${builder.build(document)}`);
