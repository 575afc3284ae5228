import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { lastFailed } from '../shared/api/base-api';
import { messageOf } from '../shared/api/problem';
import { WithFailure } from './route-failed';

const problem = {
  type: 'about:blank',
  title: 'Error',
  status: 500,
  detail: 'Something went wrong',
  traceId: 'trace-1',
};

async function show(error: unknown) {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const Broken = () => {
    throw error;
  };
  render(
    <MemoryRouter>
      <WithFailure>
        <Broken />
      </WithFailure>
    </MemoryRouter>,
  );
  await screen.findByText('This page did not load');
}

afterEach(() => {
  lastFailed.traceId = null;
  jest.restoreAllMocks();
});

describe('The page for a page that broke', () => {
  it('names the call that failed as the log does', async () => {
    await show(problem);
    expect(screen.getByText('Reference: trace-1')).toBeInTheDocument();
    expect(screen.getByText('Something went wrong')).toBeInTheDocument();
  });
  it('names the latest failed call where it broke for another reason', async () => {
    lastFailed.traceId = 'trace-2';
    await show(new Error('of undefined'));
    expect(screen.getByText('Reference: trace-2')).toBeInTheDocument();
  });
  it('names none where no call failed', async () => {
    await show(new Error('of undefined'));
    expect(screen.queryByText(/Reference/)).toBeNull();
  });
});

describe('The message of a failed call', () => {
  it('has the reference of a fault of the server, and of nothing else', () => {
    expect(messageOf(problem, '')).toBe('Something went wrong (Reference: trace-1)');
    expect(messageOf({ ...problem, status: 409 }, '')).toBe('Something went wrong');
    expect(messageOf({ ...problem, status: 503 }, '')).toBe('Something went wrong');
  });
});
