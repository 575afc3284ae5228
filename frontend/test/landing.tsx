import { screen } from '@testing-library/react';
import { Landing } from '../src/features/access/pages/landing';
import { show } from './render';

/** The whole landing page: what is below the first screen appears a moment later. */
export async function openLanding() {
  const shown = show(<Landing />);
  await screen.findByText(/© 2024/);
  return shown;
}
