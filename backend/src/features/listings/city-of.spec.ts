import { describe, expect, it } from '@jest/globals';
import { cityOf } from './city-of.js';

describe('the city of an address, for those who may not see the street', () => {
  it.each([
    ['44 Example Avenue, Springfield, IL 62701', 'Springfield, IL'],
    ['44 Example Avenue, Springfield, IL 62701-1234, USA', 'Springfield, IL'],
    ['4600 SILVER HILL RD, WASHINGTON, DC, 20233', 'WASHINGTON, DC'],
    // One city, however its state is written.
    ['44 Example Avenue, Springfield, Illinois', 'Springfield, IL'],
    ['44 Example Avenue, Springfield, il 62701', 'Springfield, IL'],
    ['44 Example Avenue, Charleston, West Virginia 25301', 'Charleston, WV'],
    ['44 Example Avenue, Springfield IL 62701', 'Springfield, IL'],
    ['12 Example Street, Springfield', 'Springfield'],
    ['Apt 4, 44 Example Avenue, Springfield, IL 62701', 'Springfield, IL'],
    ['44 Example Avenue\nSt. Louis, MO 63101', 'St. Louis, MO'],
    ['1 Main St, West Northfield, IL', 'West Northfield, IL'],
    ["1 Main St, Coeur d'Alene, ID", "Coeur d'Alene, ID"],
    ['10 Sample Road, London SW1A 2AA, United Kingdom', 'London'],
    ['10 Sample Road, Toronto, ON M5V 2T6, Canada', 'Toronto, ON'],
    ['Musterweg 3, 62701 Musterstadt, Germany', 'Musterstadt'],
    ['شارع 12، الرياض, الرياض', 'الرياض'],
  ])('%j is in %j', (address, city) => expect(cityOf(address)).toBe(city));

  it.each([
    ['44 Example Avenue'],
    ['44 Example Avenue Springfield IL'],
    ['Springfield'],
    [''],
    [', , ,'],
    // A street where a city is looked for, numbered or not.
    ['Rose Cottage, 12 Mill Lane'],
    ['Rose Cottage, Mill Lane'],
    ['Rose Cottage, Mill Lane, IL'],
    ['Block 5, Unit 12B'],
    ['Somewhere, 44 Example Avenue, IL 62701'],
    ['Lindenhof, Musterstraße'],
    // A street that ends with its direction, or begins with what it is.
    ['Unit B, Constitution Avenue NW, DC 20001'],
    ['Rose Cottage, Mill Lane North'],
    ['Apt 4, Main St. S.E., IL'],
    ['Casa Rosa, Calle Mayor'],
    ['Casa Rosa, Via Roma'],
    ['Maison Rose, Avenue Foch, 75116, France'],
    ['Lindenhof, Am Markt'],
    ['Lindenhof, Unter den Linden'],
    ['44 Example Avenue, IL 62701'],
    ['44 Example Avenue, Apt 4'],
    ['x, <script>alert(1)</script>'],
    [`x, ${'y'.repeat(61)}`],
    ['x, a\u202eb'],
  ])('%j tells none for certain', (address) => expect(cityOf(address)).toBeNull());

  it('never repeats a figure or the first part of an address', () => {
    const numbers = ['1', '44', '4600', '62701'];
    const parts = ['Example Avenue', 'Mill Lane', 'Springfield', 'IL', 'Apt', 'USA', 'Sample Court', 'Broadway'];
    for (let seed = 0; seed < 20_000; seed++) {
      const pick = <T>(all: readonly T[], salt: number) => all[(seed * 7919 + salt * 104_729) % all.length]!;
      const address = [1, 2, 3, 4]
        .slice(0, 1 + (seed % 4))
        .map((salt) => `${seed % (salt + 1) ? `${pick(numbers, salt)} ` : ''}${pick(parts, salt + seed)}`)
        .join(', ');
      const city = cityOf(address);
      expect(city ?? '').not.toMatch(/\d|Avenue|Lane|Apt/);
    }
  });
});
