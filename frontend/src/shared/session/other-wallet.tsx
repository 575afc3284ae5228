import { useSearchParams } from 'react-router';
import { shortWallet } from '../format/format';
import { Note } from '../ui/note/note';

/**
 * Shown if the link was made for a wallet other than the signed-in one. @param names the search parameters that name a
 * wallet
 */
export function OtherWallet({ own, names }: { own: string; names: readonly string[] }) {
  const [params, setParams] = useSearchParams();
  const other = names.map((name) => params.get(name)).find((wallet) => wallet && wallet !== own);
  if (!other) return null;
  const useOwn = () =>
    setParams(
      (before) => {
        names.forEach((name) => before.delete(name));
        return before;
      },
      { replace: true },
    );
  return (
    <Note tone="wait">
      This link is for the wallet <span className="mono">{shortWallet(other)}</span>. You are signed in with{' '}
      <span className="mono">{shortWallet(own)}</span>, and only that one can pay here.
      <button type="button" className="note-way" onClick={useOwn}>
        Use {shortWallet(own)}
      </button>
    </Note>
  );
}
