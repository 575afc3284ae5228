import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createStore } from '../../store/store';
import { showToast, type Toast } from './toast.slice';
import { Toasts } from './toasts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function withToasts() {
  const store = createStore();
  render(
    <Provider store={store}>
      <Toasts />
    </Provider>,
  );
  return { say: (toast: Omit<Toast, 'id'>) => act(() => void store.dispatch(showToast(toast))) };
}
const notice = () => screen.getByText('Success').closest<HTMLElement>('.toast')!;
const after = (ms: number) => act(() => void jest.advanceTimersByTime(ms));

describe('document 1 §9: toast notices, one at a time, 5000 ms', () => {
  it('a notice goes after five seconds, and not before', () => {
    withToasts().say({ title: 'Success', text: 'Property listed successfully!', tone: 'ok' });
    after(4_999);
    expect(notice()).toHaveTextContent('SuccessProperty listed successfully!');
    after(1);
    expect(screen.queryByText('Success')).toBeNull();
  });
  it('a new one takes the place of the old one and has its own five seconds', () => {
    const { say } = withToasts();
    say({ title: 'Wallet Connected', tone: 'ok' });
    after(3_000);
    say({ title: 'Logged Out', tone: 'ok' });
    expect(screen.queryByText('Wallet Connected')).toBeNull();
    after(4_999);
    expect(screen.getByText('Logged Out')).toBeInTheDocument();
    after(1);
    expect(screen.queryByText('Logged Out')).toBeNull();
  });
  it('an error is an alert and stays until it is closed', () => {
    withToasts().say({ title: 'Validation Error', tone: 'bad' });
    after(60_000);
    expect(screen.getByRole('alert')).toHaveTextContent('Validation Error');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });
  it.each([
    ['a pointer', fireEvent.pointerEnter, fireEvent.pointerLeave],
    ['the focus', fireEvent.focus, fireEvent.blur],
  ])('%s on it stops the clock', (_, enter, leave) => {
    withToasts().say({ title: 'Success', tone: 'ok' });
    enter(notice());
    after(30_000);
    expect(screen.getByText('Success')).toBeInTheDocument();
    leave(notice());
    after(5_000);
    expect(screen.queryByText('Success')).toBeNull();
  });
});
