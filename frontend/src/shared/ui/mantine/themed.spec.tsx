import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { chooseScheme } from '../../scheme/scheme';
import { TextInput } from '../inputs/inputs';

afterEach(() => {
  cleanup();
  globalThis.media = () => false;
  act(() => chooseScheme('auto'));
});

it.each(['auto', 'dark'] as const)('in a dark page (chosen %s) a widget comes without a moment of light', (choice) => {
  globalThis.media = (query) => query.includes('dark');
  act(() => chooseScheme(choice === 'auto' ? 'light' : 'auto'));
  act(() => chooseScheme(choice));
  const watch = new MutationObserver(() => undefined);
  watch.observe(document.documentElement, {
    attributeFilter: ['data-mantine-color-scheme'],
    attributeOldValue: true,
  });
  render(<TextInput label="Name" />);
  const shown = watch.takeRecords().map(({ oldValue }) => oldValue);
  watch.disconnect();
  expect(screen.getByLabelText('Name')).toBeInTheDocument();
  expect(shown).not.toContain('light');
  expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark');
});
