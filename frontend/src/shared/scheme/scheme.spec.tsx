import { afterEach, describe, expect, it } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { chooseScheme, useScheme } from './scheme';

const root = document.documentElement;
const script = /<script>([\s\S]*?)<\/script>/.exec(readFileSync('frontend/index.html', 'utf8'))![1]!;
const firstPaint = () => {
  root.removeAttribute('data-mantine-color-scheme');
  // As in the page's head.
  // oxlint-disable-next-line typescript/no-implied-eval
  new Function(script)();
  return root.getAttribute('data-mantine-color-scheme');
};
const Choice = () => {
  const { choice, shown } = useScheme();
  return (
    <p>
      {choice}, {shown}
    </p>
  );
};

afterEach(() => {
  globalThis.media = () => false;
  act(() => chooseScheme('auto'));
});

describe('the colour scheme', () => {
  it.each([
    ['auto', false, 'light'],
    ['auto', true, 'dark'],
    ['light', true, 'light'],
    ['dark', false, 'dark'],
  ] as const)('chosen %s, the system dark: %p, is %s, and so it is at the first paint', (choice, dark, shown) => {
    globalThis.media = (query) => dark && query.includes('dark');
    render(<Choice />);
    act(() => chooseScheme(choice));
    expect(screen.getByText(`${choice}, ${shown}`)).toBeInTheDocument();
    expect(root.getAttribute('data-mantine-color-scheme')).toBe(shown);
    expect(firstPaint()).toBe(shown);
  });
});
