import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { useGate } from './gate/use-gate';
import { chooseScheme, useScheme } from '../shared/scheme/scheme';
import { useRememberSignedIn } from './first-screen';
import { singleKeysOn, switchSingleKeys } from './shortcuts/single-keys';

const denied = () => {
  throw new DOMException('Access is denied for this document.', 'SecurityError');
};

/** Restores storage before the hooks after the test, which clear it. */
function withoutStorage(test: () => void): void {
  jest.spyOn(window, 'localStorage', 'get').mockImplementation(denied);
  jest.spyOn(window, 'sessionStorage', 'get').mockImplementation(denied);
  try {
    test();
  } finally {
    jest.restoreAllMocks();
  }
}
afterEach(cleanup);

describe('a browser that keeps nothing', () => {
  function Choices() {
    const { open, pass } = useGate();
    useRememberSignedIn(true);
    return (
      <>
        <p>
          {useScheme().shown}, {open ? 'past the gate' : 'at the gate'}
        </p>
        <button type="button" onClick={pass}>
          Enter
        </button>
      </>
    );
  }
  it('shows the page, takes the access code and changes the scheme, until the page is left', () =>
    withoutStorage(() => {
      render(<Choices />);
      expect(screen.getByText('light, at the gate')).toBeInTheDocument();
      act(() => screen.getByRole('button', { name: 'Enter' }).click());
      act(() => chooseScheme('dark'));
      expect(screen.getByText('dark, past the gate')).toBeInTheDocument();
      act(() => chooseScheme('auto'));
      expect(screen.getByText('light, past the gate')).toBeInTheDocument();
    }));
  it('knows whether single keys are on', () =>
    withoutStorage(() => {
      expect(singleKeysOn()).toBe(true);
      switchSingleKeys(false);
      expect(singleKeysOn()).toBe(false);
      switchSingleKeys(true);
      expect(singleKeysOn()).toBe(true);
    }));
});
