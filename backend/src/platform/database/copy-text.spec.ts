import { expect, it } from '@jest/globals';
import { bytesOf, fieldsOf, rowOf } from './copy-text.js';

it('any value is read again as it was written', () => {
  const values = ['', 'tab\t', 'line\n', 'back\\slash', '\\N', '\\.', '\r\b\f\v', 'Größe 🏠', '\u2028', null, 'end'];
  const row = rowOf(values);
  expect(row.indexOf('\n')).toBe(row.length - 1);
  expect(fieldsOf(row.slice(0, -1))).toEqual(values);
  const [number, bytes] = fieldsOf(rowOf([12, Buffer.from([0, 255, 9])]).slice(0, -1));
  expect(number).toBe('12');
  expect(bytesOf(bytes!)).toEqual(Buffer.from([0, 255, 9]));
});
