import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, createEvent, fireEvent, screen } from '@testing-library/react';
import { show } from '../../../../test/render';
import { NumberField } from './inputs';

beforeEach(() => void (globalThis.media = () => false));
afterEach(cleanup);

/** Drops a text on the field. @returns whether the browser may insert it */
function drop(text: string): boolean {
  show(<NumberField label="Amount" />);
  const event = createEvent.drop(screen.getByLabelText('Amount'));
  Object.assign(event, { dataTransfer: { getData: () => text } });
  fireEvent(screen.getByLabelText('Amount'), event);
  return !event.defaultPrevented;
}

describe('a figure that is dropped on a number field', () => {
  it('goes in as if it was pasted', () => expect(drop('2,500.50')).toBe(true));
  it.each(['1e3', '0x10', '1 000', 'twelve'])('is not taken where it is none, and the field says so: %s', (text) => {
    expect(drop(text)).toBe(false);
    expect(screen.getByRole('alert')).toHaveTextContent(`“${text}” was ignored`);
  });
  it('is not taken with a comma that groups nothing', () => {
    expect(drop('12,50')).toBe(false);
    expect(screen.getByRole('alert')).toHaveTextContent('“12,50” was cleared');
  });
});
