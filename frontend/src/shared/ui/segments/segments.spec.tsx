import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Segments } from './segments';

afterEach(cleanup);

const OPTIONS = ['investor', 'landlord'].map((value) => ({ value, label: value }));
function Role() {
  const [role, setRole] = useState('investor');
  return (
    <>
      <Segments label="I am here as" name="role" value={role} options={OPTIONS} onChange={setRole} />
      <output>{role}</output>
    </>
  );
}

it('keeps what was chosen before the program came', async () => {
  const { container, unmount } = render(<Role />);
  const html = container.innerHTML;
  unmount();
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = html;
  (screen.getByLabelText('landlord') as HTMLInputElement).checked = true;
  await act(async () => void hydrateRoot(place, <Role />));
  expect(screen.getByLabelText('landlord')).toBeChecked();
  expect(screen.getByRole('status')).toHaveTextContent('landlord');
  place.remove();
});
