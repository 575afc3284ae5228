import type { TrustStatusView } from '@tknest/contracts/api';
import { POLLING, WALLET } from '@tknest/contracts/rules';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useShown } from '../../../shared/api/use-shown';
import { usePolling } from '../../../shared/attention/use-attended';
import { rlusd } from '../../../shared/format/format';
import { Money } from '../../../shared/ui/money/money';
import { Shown } from '../../../shared/ui/shown/shown';
import { Skeleton } from '../../../shared/ui/states/states';
import { useCapabilityQuery, useTrustStatusQuery } from '../api';
import { Fact, Facts } from '../../../shared/ui/facts/facts';
import { Pill, StatusPill } from '../../../shared/ui/status-pill/status-pill';

/** Wallet badge (REQ-2.4.7). */
const BADGES = ['no_trust_line', 'no_balance', 'active'] as const;
export const badgeOf = ({ hasTrustLine, balance }: Pick<TrustStatusView, 'hasTrustLine' | 'balance'>) =>
  BADGES[!hasTrustLine ? 0 : balance === 0 ? 1 : 2];

export function WalletBadge({ of }: { of: Pick<TrustStatusView, 'hasTrustLine' | 'balance'> }) {
  return <StatusPill status={badgeOf(of)} />;
}

/** The state of a wallet's trust line, and what it allows; checked for a fixed amount (REQ-2.7.11). */
export function ThisWallet({ wallet }: { wallet: string | null }) {
  return (
    <section className="card stack wallet-aside" aria-labelledby="this-wallet">
      {wallet ? (
        <Standing wallet={wallet} />
      ) : (
        <>
          <h2 id="this-wallet">This wallet</h2>
          <p className="small dim">Enter a wallet address to see its status.</p>
        </>
      )}
    </section>
  );
}

function Standing({ wallet }: { wallet: string }) {
  const polling = usePolling(POLLING.trustStatus);
  const shown = useShown(useTrustStatusQuery(wallet, polling));
  return (
    <>
      <div className="between">
        <h2 id="this-wallet">This wallet</h2>
        {shown.data && <WalletBadge of={shown.data} />}
      </div>
      <Shown of={shown} what="The trust line" skeleton={<Skeleton height={160} />}>
        {({ hasTrustLine, balance, trustLimit }) => (
          <>
            <Facts>
              <Fact name="RLUSD balance">{hasTrustLine ? <Money amount={balance} six /> : '—'}</Fact>
              <Fact name="Trust limit">{hasTrustLine ? <Money amount={trustLimit} six /> : '—'}</Fact>
            </Facts>
            <Capability wallet={wallet} />
          </>
        )}
      </Shown>
    </>
  );
}

function Capability({ wallet }: { wallet: string }) {
  const polling = usePolling(POLLING.trustStatus);
  const { currentData } = useCapabilityQuery({ wallet, amount: WALLET.capabilityAmount }, polling);
  if (!currentData) return <Skeleton height={60} />;
  const { canReceive, canSend, issues } = currentData;
  return (
    <>
      <div className="row wallet-can">
        <Can able={canReceive} yes="Can receive" no="Cannot receive" />
        <Can able={canSend} yes="Can send" no="Cannot send" />
      </div>
      <div className="small dim wallet-issues">
        {issues.length === 0
          ? `Ready to send and receive ${rlusd(WALLET.capabilityAmount)} RLUSD.`
          : `Checked for ${rlusd(WALLET.capabilityAmount)} RLUSD:`}
        {issues.length > 0 && (
          <ul>
            {issues.map((issue) => (
              <li key={issue}>{issue}</li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

function Can({ able, yes, no }: { able: boolean; yes: string; no: string }) {
  const Icon = able ? IconCheck : IconX;
  return (
    <Pill tone={able ? 'ok' : 'off'}>
      <Icon aria-hidden />
      {able ? yes : no}
    </Pill>
  );
}
