import type { WalletInfoView } from '@tknest/contracts/api';
import { EASY_SETUP } from '@tknest/contracts/rules';
import { useState } from 'react';
import { messageOf } from '../../../../shared/api/problem';
import { rlusd } from '../../../../shared/format/format';
import { usePlatformConfigQuery } from '../../../../shared/session/api';
import { useAppDispatch } from '../../../../shared/store/store';
import { Button } from '../../../../shared/ui/button/button';
import { Fact, Facts } from '../../../../shared/ui/facts/facts';
import { Note } from '../../../../shared/ui/note/note';
import { showToast } from '../../../../shared/ui/toast/toast.slice';
import { useDemoFundingMutation } from '../../../../shared/wallets/api';
import type { Setup } from './use-setup';

/** REQ-1.2.51. */
export const SIMULATE = 'Simulate Funding (Demo)';
const { xrp, rlusd: demoRlusd } = EASY_SETUP.demo;

/** Fills a wallet from the sandbox's faucet; without one, there is no button. */
export function FundButton({
  wallet,
  label = SIMULATE,
  look = 'filled',
}: {
  wallet: string;
  label?: string;
  look?: 'filled' | 'subtle';
}) {
  const { data: config } = usePlatformConfigQuery();
  const [fund, { isLoading }] = useDemoFundingMutation();
  const dispatch = useAppDispatch();
  if (!config?.demoFunding) return null;
  const simulate = async () => {
    const { data, error } = await fund(wallet);
    dispatch(
      data
        ? showToast({ title: 'Wallet Funded', text: held(data), tone: 'ok' })
        : showToast({ title: 'Funding Failed', text: messageOf(error, 'Please try again.'), tone: 'bad' }),
    );
  };
  return (
    <Button look={look} size={look === 'subtle' ? 'sm' : 'md'} busy={isLoading} onClick={() => void simulate()}>
      {label}
    </Button>
  );
}

/** `100 XRP, 500.00 RLUSD` */
export const held = ({ balance, rlusdBalance }: Pick<WalletInfoView, 'balance' | 'rlusdBalance'>) =>
  `${balance.toLocaleString('en-US', { maximumFractionDigits: 2 })} XRP, ${rlusd(rlusdBalance)} RLUSD`;

/** How a wallet gets money: from the sandbox here, by real means elsewhere. */
export function FundsStep({ wallet, info, look }: { wallet: string; info: WalletInfoView; look: Setup['look'] }) {
  const { data: config } = usePlatformConfigQuery();
  const dispatch = useAppDispatch();
  const [empty, setEmpty] = useState(false);
  const again = async () => {
    setEmpty(false);
    const { data, isError } = await look();
    // Unknown if the ledger did not answer.
    if (data && !isError) return setEmpty(data.rlusdBalance === 0);
    dispatch(
      showToast({ title: 'Balance unknown', text: 'The ledger is not responding. Please check again.', tone: 'wait' }),
    );
  };
  return (
    <>
      <Facts sunk>
        <Fact name="On the ledger now">{held(info)}</Fact>
      </Facts>
      {config?.demoFunding ? (
        <>
          <p className="dim">
            The sandbox fills your wallet up to {xrp} XRP and {demoRlusd} RLUSD. It has no real value.
          </p>
          <div>
            <FundButton wallet={wallet} />
          </div>
        </>
      ) : (
        <>
          <p className="dim">{wayToFund(config?.network)}</p>
          <div>
            <Button onClick={() => void again()}>Check again</Button>
          </div>
          {empty && (
            <Note tone="wait" live>
              No RLUSD has arrived in this wallet yet.
            </Note>
          )}
        </>
      )}
    </>
  );
}

const wayToFund = (network: string | undefined) =>
  network === 'MAINNET'
    ? 'Buy RLUSD at an exchange that offers it on the XRP Ledger and withdraw it to this wallet, or have somebody send it to you. Keep a few XRP for the ledger’s reserve and fees.'
    : 'Get test XRP from the test network’s faucet (xrpl.org, XRP Faucets) and test RLUSD from tryrlusd.com, both for this wallet’s address. Test money has no value.';
