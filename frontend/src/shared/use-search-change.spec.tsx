import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, render } from '@testing-library/react';
import { routerOf } from '../../test/router';
import { useSearchChange } from './use-search-change';

afterEach(cleanup);

let change: ReturnType<typeof useSearchChange>[1];
let seen: string;
function Page() {
  const [params, set] = useSearchChange();
  change = set;
  seen = params.toString();
  return null;
}
async function open(at = '/') {
  const { element, router } = routerOf(<Page />, [at]);
  render(element);
  await act(async () => {});
  return router;
}
const set = (name: string, value: string) => change((params) => params.set(name, value), { replace: true });

describe('changes of the address’s search', () => {
  it('that come before the next render build on each other', async () => {
    await open('/?a=1');
    await act(async () => {
      set('b', '2');
      set('c', '3');
    });
    expect(seen).toBe('a=1&b=2&c=3');
    await act(async () => change((params) => params.delete('a')));
    expect(seen).toBe('b=2&c=3');
  });
  it('begin anew where the address was changed elsewhere', async () => {
    const router = await open('/?a=1');
    await act(async () => set('b', '2'));
    await act(async () => void router.navigate('/?x=9'));
    await act(async () => set('b', '3'));
    expect(seen).toBe('x=9&b=3');
  });
});
