import { describe, expect, it } from '@jest/globals';
import { agree, distance } from './names-agree.js';

const person = (name: string, dateOfBirth: string | null = '1985-04-12') => {
  const [firstName = '', ...rest] = name.split(' ');
  return { firstName, lastName: rest.join(' '), dateOfBirth };
};

describe('names and birth dates of form, provider and both roles must agree (rule 3)', () => {
  it.each([
    ['Ida Example', 'IDA EXAMPLE'],
    ['Jürgen Müller', 'Jurgen Mueller'],
    ['Ida Maria Example', 'Ida Example'],
    ['Ida Example', 'Example Ida'],
    ['Jon Smithson', 'Jon Smitshon'],
    ['Anne-Marie O’Neil', 'Annemarie ONeil'],
    ['Иван Петров', 'Ivan Petrov'],
    ['كريم النصري', 'Karim Al-Nasri'],
    ['Abdul Rahim Mansur', 'عبد الرحيم منصور'],
    ['ولی جان محمدی', 'Mohammadi Walijan'],
  ])('%s and %s are one person', (a, b) => expect(agree(person(a), person(b))).toBe(true));
  it.each([
    ['Ida Example', 'Ian Example'],
    ['Ida Example', 'Ida Sample'],
    ['Ida Example', 'Ida'],
    ['Jon Smith', 'Ann Smith'],
    ['كريم النصري', 'Karim Mansur'],
    ['كريم النصري', 'Karim'],
    ['فاطمة حداد', 'Mohamed Haddad'],
  ])('%s and %s are not', (a, b) => expect(agree(person(a), person(b))).toBe(false));
  it('another birth date is another person; one that nobody said is none', () => {
    expect(agree(person('Ida Example'), person('Ida Example', '1985-04-13'))).toBe(false);
    expect(agree(person('Ida Example'), person('Ida Example', null))).toBe(true);
  });
  it('edits are letters more, less, other or swapped', () =>
    expect([distance('abc', 'abc'), distance('abc', 'acb'), distance('abc', 'ab'), distance('', 'ab')]).toEqual([
      0, 1, 1, 2,
    ]));
});
