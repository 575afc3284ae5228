import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Profiler, useState } from 'react';
import { Facade, Street } from './facade';

it('a street beside a form is not drawn anew with every key and every move of a slider', async () => {
  let drawn = 0;
  function Page() {
    const [goal, setGoal] = useState('');
    return (
      <>
        <input aria-label="Goal" value={goal} onChange={({ target }) => setGoal(target.value)} />
        {[1, 2, 3].map((id) => (
          <Street key={id} id={id} share={0.5} label={`House ${id}`} />
        ))}
      </>
    );
  }
  // Elements inside a façade count only if it is rendered.
  const { type } = Facade as unknown as { type(props: object): unknown };
  const counted = (props: object) => {
    drawn += 1;
    return type(props);
  };
  Object.assign(Facade, { type: counted });
  render(
    <Profiler id="page" onRender={() => undefined}>
      <Page />
    </Profiler>,
  );
  const first = drawn;
  expect(first).toBeGreaterThanOrEqual(9);
  await userEvent.type(screen.getByLabelText('Goal'), '25000');
  expect(drawn).toBe(first);
  expect(screen.getByRole('img', { name: 'House 2' })).toBeInTheDocument();
});
