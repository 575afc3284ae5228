import { expect, it } from '@jest/globals';
import { PropertyId, SelectedPropertyId } from './property-id.js';

it.each(['0', '00', '-3'])('nothing can be bought of property %s: "Please select a property"', (text) => {
  const selected = () => new SelectedPropertyId().transform(text);
  expect(selected).toThrow('Please select a property');
  expect(selected).toThrow(expect.objectContaining({ reason: 'invalid' }));
  expect(() => new PropertyId().transform(text)).toThrow(expect.objectContaining({ reason: 'not-found' }));
});

it('any other id is the property’s, or not found', () => {
  expect(new SelectedPropertyId().transform('7')).toBe(7);
  expect(() => new SelectedPropertyId().transform('x')).toThrow(expect.objectContaining({ reason: 'not-found' }));
});
