import { feeOf, parseRlusd, toNumber, type Micro } from '@tknest/contracts/money';
import { Link } from 'react-router';
import { usePolling } from '../../../../shared/attention/use-attended';
import { rlusd, tokens as tokensOf } from '../../../../shared/format/format';
import { useSessionQuery } from '../../../../shared/session/api';
import { Money } from '../../../../shared/ui/money/money';
import { Note } from '../../../../shared/ui/note/note';
import { useOwnTrustStatusQuery } from '../../../../shared/wallets/api';

const FRESH_MS = 15_000;

interface Props {
  /** The sum to sign for, RLUSD. */
  total: number;
  /** Of one token. */
  price: number;
  feeBps: bigint;
  /** Takes fewer tokens. */
  onUse?(tokens: number): void;
}

/** The wallet's RLUSD before and after the payment; if it is too little, how much is missing and what can be done. */
export function BalanceAfter({ total, price, feeBps, onUse }: Props) {
  const { data: session } = useSessionQuery();
  const { data: line, isError } = useOwnTrustStatusQuery(undefined, {
    skip: !session?.walletAddress,
    ...usePolling(FRESH_MS),
  });
  if (!line)
    return (
      !isError && (
        <div className="small dim" aria-hidden>
          Balance …
        </div>
      )
    );
  if (!line.hasTrustLine)
    return (
      <Note tone="wait">
        Your wallet has no RLUSD trust line yet. <Link to="/trust-line-setup">Set it up first</Link>
      </Note>
    );
  const [balance, sum] = [parseRlusd(line.balance), parseRlusd(total)];
  const most = affordable(balance, parseRlusd(price), feeBps);
  return (
    <>
      <div className="between small">
        <span className="dim">Balance {rlusd(line.balance)}, after this purchase</span>
        {sum > balance ? <strong className="in-wait">Not enough</strong> : <Money amount={toNumber(balance - sum)} />}
      </div>
      {sum > balance && (
        <Note tone="wait" live>
          You are {rlusd(toNumber(sum - balance))} RLUSD short. <Link to="/easy-setup">How to add RLUSD</Link>
          {onUse && most > 0 && (
            <button type="button" className="note-way" onClick={() => onUse(most)}>
              Use {tokensOf(most)}
            </button>
          )}
        </Note>
      )}
    </>
  );
}

/** How many tokens a balance pays for, with the fee on top. */
export function affordable(balance: Micro, price: Micro, feeBps: bigint): number {
  // A fee is rounded to the cent, so it may be a little more or less: one token of a cent may still fit.
  let most = (balance * 10_000n) / (price * (10_000n + feeBps)) + 1n;
  while (most > 0n && price * most + feeOf(price * most, feeBps) > balance) most -= 1n;
  return Number(most);
}
