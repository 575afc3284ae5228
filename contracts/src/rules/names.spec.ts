import { describe, expect, it } from '@jest/globals';
import { faultOf, isLatinName, nameHelp, PLAIN_TEXT } from './names.js';

describe('how a name may be written', () => {
  it.each([
    'Ida Example',
    "Seán O'Hara-Ñúñez",
    'Kamaʻaina Kealoha',
    'Jean-Luc d’Arc',
    'Anna Maria v. Berg, Jr.',
    'Pau Gal·la',
    'Владимир Иванов',
    'Γιώργος Παπαδόπουλος',
    'محمد\u{200C}رضا احمدی',
    'דוד כהן',
    '王小明',
    'ジョン・スミス',
    '田中ひろし',
    '김철수',
    'अर्जुन शर्मा',
    'สมชาย ใจดี',
    'Նարեկ Պետրոսյան',
    'Ле́в Толсто́й',
    'Sof\u{AD}ia Example',
    '王 Wang',
    'Anne\u{2011}Marie Smith\u{2013}Jones',
  ])('takes %s', (name) => expect(faultOf(name)).toBeNull());

  it.each([
    ['Ida 3', 'digits', '3'],
    ['John Smith 3rd', 'digits', '3rd'],
    ['Ida Ⅲ', 'digits', 'Ⅲ'],
    ['Ida 🙂', 'signs', '🙂'],
    ['Ida_Example', 'signs', 'Ida_Example'],
    ['Vlаdimir Example', 'mixed', 'Vlаdimir'],
    ['Ρaula Example', 'mixed', 'Ρaula'],
    ['Іvan', 'mixed', 'Іvan'],
    ['Иvan', 'mixed', 'Иvan'],
    ['Sof\u{AD}іa', 'mixed', 'Sofіa'],
  ])('refuses %s: %s', (name, fault, word) => {
    const faulty = faultOf(name);
    expect(faulty).toEqual({ fault, word });
    expect(nameHelp(faulty!)).toContain(word);
  });
});

it('a name is in Latin letters whatever stands between them', () => {
  for (const name of [
    'Ida O’Hara-Jones',
    'Žofie Đặng',
    'Anne\u{2011}Marie',
    'Smith\u{2013}Jones',
    'Jean·Paul',
    'Ｉｄａ',
  ])
    expect([name, isLatinName(name)]).toEqual([name, true]);
  for (const name of ['Иван', 'Ida كريم', 'İda 王', 'Vlаdimir'])
    expect([name, isLatinName(name)]).toEqual([name, false]);
});

it('a text that turns its direction, or has control characters, is not shown as it is written', () => {
  for (const text of ['Sample Court', 'Haus „Löwe“ 3/4', 'خانه\u{200C}ها', '王府 🙂']) expect(text).toMatch(PLAIN_TEXT);
  for (const sign of ['\u{202E}', '\u{2066}', '\u{200F}', '\u0000', '\n', '\u{85}'])
    expect(`Sample${sign}Court`).not.toMatch(PLAIN_TEXT);
});
