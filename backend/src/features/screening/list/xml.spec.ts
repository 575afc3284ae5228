import { describe, expect, it } from '@jest/globals';
import { elementsOf, XmlRefused } from './xml.js';

const read = (xml: string, ...wanted: string[]) => [...elementsOf(xml, new Set(wanted))];

describe('XML as lists are written in it', () => {
  it('gives the root, then the wanted elements whole: attributes, text, CDATA, entities, prefixes', () => {
    const xml = `<?xml version="1.0" encoding="UTF-8"?><!-- <one/> --><x:all at="1">
      <one a='&quot;&#65;&#x42;'>A &amp; <![CDATA[<B>]]><two/>!</one><skip><deep>no</deep></skip><one/></x:all>`;
    expect(read(xml, 'one')).toEqual([
      { name: 'all', attributes: { at: '1' }, children: [], text: '' },
      {
        name: 'one',
        attributes: { a: '"AB' },
        children: [{ name: 'two', attributes: {}, children: [], text: '' }],
        text: 'A & <B>!',
      },
      { name: 'one', attributes: {}, children: [], text: '' },
    ]);
  });
  it.each(['\n', '\r\n'])('keeps the line ends that the file has (%j): digests of entries are made of them', (end) =>
    expect(read(['<a>', 'one', 'two', '</a>'].join(end), 'a')[1]).toMatchObject({ text: `one${end}two` }),
  );
  it('is the same wherever the pieces end in which it is read', () => {
    const long = 'x'.repeat(16 * 1024 - 20);
    for (let more = 0; more < 40; more++) {
      const [, one] = read(`<a>${long}${'y'.repeat(more)}<b c="💥 &amp; e">&lt;f&gt;\r\ng</b></a>`, 'b').filter(
        Boolean,
      );
      expect(one).toEqual({ name: 'b', attributes: { c: '💥 & e' }, children: [], text: '<f>\r\ng' });
    }
  });
  it('an attribute is never a property of the language', () => {
    const [root] = read('<a __proto__="x" constructor="y"/>');
    expect(Object.getPrototypeOf(root!.attributes)).toBeNull();
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  const laughs = `<!DOCTYPE a [<!ENTITY l "lol"><!ENTITY m "&l;&l;&l;&l;">]><a>&m;</a>`;
  it.each([
    ['an entity that expands', laughs],
    ['another file', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['an entity that nobody declared', '<a>&x;</a>'],
    ['an entity that is a word of the language', '<a>&constructor;</a>'],
    ['a sign that there is not', '<a>&#x110000;</a>'],
    ['an entity without an end', '<a>R & D</a>'],
    ['a tag that is cut off', '<a><b c="'],
    ['the middle of it as its end', '<a><b></b>'],
    ['tags that cross', '<a><b></a></b>'],
    ['nothing', ''],
    ['a page of a website', '<html><body><br></body></html>'],
    ['a second root', '<a/><b/>'],
    ['text outside', 'Access denied'],
    ['an encoding that is not read', '<?xml version="1.0" encoding="ISO-8859-1"?><a/>'],
    ['elements without a bottom', '<a>'.repeat(100_000)],
    ['a comment without an end', '<a><!-- '],
    ['an attribute that is said twice', '<a b="1" b="2"/>'],
    ['a sign that XML does not hold', '<a>\u0001</a>'],
  ])('is refused with %s', (_, xml) => expect(() => read(xml, 'a')).toThrow(XmlRefused));

  it('is read in the time of its length: quotes, blanks and signs that never end do no harm', () => {
    const begun = performance.now();
    for (const sign of ['"', ' ', '<', '&', '=', "'"])
      expect(() => read(`<a b="1"${sign.repeat(300_000)}`, 'a')).toThrow(XmlRefused);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });
});
