import { screen } from '@testing-library/react';
import { fill } from './fill';
import { show } from './render';
import { serve, session, type Answers } from './server';
import LandlordHome from '../src/features/listings/pages/landlord-home';

export const rates = {
  low: 7.1,
  average: 8.25,
  high: 9.6,
  mortgageRate: 6.34,
  lastUpdated: '2026-11-19',
  stale: false,
  source: 'FRED',
};

/** The landlord’s page, with what is done in its form. */
export async function openLandlordHome(more: Answers = {}) {
  serve({
    'GET /api/session': session({ userRole: 'landlord' }),
    'GET /api/interest-rates': rates,
    'GET /api/transactions': [],
    'GET /api/properties': [],
    'GET /api/rlusd/payments': [],
    'POST /api/properties/validate': { status: 'valid' },
    ...more,
  });
  const view = show(<LandlordHome />);
  await screen.findByRole('heading', { name: 'Property-Linked Token Program Platform' });
  // On a phone the form may be folded.
  if (!globalThis.media('')) await screen.findByRole('button', { name: 'Create Property Listing' });
  const submit = () => view.user.click(screen.getByRole('button', { name: 'Create Property Listing' }));
  /** Looks it over once more, and publishes it. */
  const publish = async () => {
    await submit();
    await view.user.click(await screen.findByRole('button', { name: 'Publish listing' }));
  };
  const fillAll = async () => {
    for (const [label, text] of [
      ['Property name', 'Sample Court'],
      ['Monthly rent', '2500'],
      ['Address', '12 Example Street'],
      ['Program Purpose', 'New boiler'],
    ] as const)
      await fill(view.user, screen.getByLabelText(label), text);
  };
  return { ...view, submit, publish, fill: fillAll };
}
