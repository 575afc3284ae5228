import type { TrustLineRequestView, WalletInfoView } from '@tknest/contracts/api';
import { EASY_SETUP, WALLET } from '@tknest/contracts/rules';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { rlusd } from '../../../../shared/format/format';
import type { Role, Who } from '../../../../shared/session/api';
import { useAppDispatch } from '../../../../shared/store/store';
import { Approval } from '../../../../shared/trust-line/approval';
import { useLineRequest } from '../../../../shared/trust-line/use-line-request';
import { Button } from '../../../../shared/ui/button/button';
import { Fact, Facts } from '../../../../shared/ui/facts/facts';
import { Money } from '../../../../shared/ui/money/money';
import { Note } from '../../../../shared/ui/note/note';
import { SignRequest } from '../../../../shared/ui/sign-request/sign-request';
import { showToast } from '../../../../shared/ui/toast/toast.slice';
import { SignInWaiting, StoppedNote, useSignIn } from '../../../../shared/session/sign-in';
import { FundButton } from './funds-step';
import style from './setup.module.css';

interface Props {
  wallet: string;
  own: boolean;
  role: Role;
  info: WalletInfoView;
  /** Asks the ledger again. */
  look(): Promise<{ data?: WalletInfoView }>;
}

/**
 * Opens the RLUSD trust line: requested here, signed in the wallet app; the ledger shows whether it exists
 * (REQ-1.2.50).
 */
export function LineStep({ wallet, own, role, info, look }: Props) {
  const { request, busy, start, end } = useLineRequest(wallet);
  useHint(request);
  const signIn = useSignIn();
  const [looking, setLooking] = useState(false);
  const [missing, setMissing] = useState(false);
  const confirm = async () => {
    setLooking(true);
    setMissing(false);
    const { data } = await look();
    setLooking(false);
    setMissing(data?.trustlineStatus === 'none');
  };
  const ask = () => start({ walletAddress: wallet, trustLimit: WALLET.trustLimit });
  const begin = () => void (own ? ask() : signIn.start(role));
  /** The second signature follows the first, unless another wallet signed in: that one's step is shown first. */
  const goOn = (who: Who | undefined) => {
    signIn.end(null);
    if (who?.walletAddress === wallet && info.activated) return ask();
  };
  return (
    <>
      <p className="dim">
        A wallet can hold a currency on this ledger only after you allow it. You sign once; no money moves.
      </p>
      {!info.activated && (
        <Note tone="wait">
          This wallet is not active on the ledger yet. It needs XRP before it can open a trust line.{' '}
          {own && <FundButton wallet={wallet} look="subtle" label="Get demo XRP" />}
        </Note>
      )}
      <Facts sunk>
        <Fact name="Currency">RLUSD</Fact>
        <Fact name="Limit">
          <Money amount={request?.trustLimit ?? WALLET.trustLimit} />
        </Fact>
        <Fact name="Money that moves">none</Fact>
      </Facts>
      {request && own && (
        <div className={style.request}>
          <SignRequest request={request} what="scan it with Xaman to allow RLUSD" compact />
          <div className="stack">
            <Approval request={request} compact onEnd={end} />
          </div>
        </div>
      )}
      <StoppedNote stopped={signIn.stopped} />
      {signIn.login && <SignInWaiting login={signIn.login} onEnd={signIn.end} onSignedIn={goOn} />}
      <div className="row">
        {!(request && own) && !signIn.login && (
          <Button
            look="filled"
            busy={busy || signIn.busy}
            icon={<IconDeviceMobile size={18} aria-hidden />}
            onClick={begin}
          >
            Open wallet app
          </Button>
        )}
        <Button busy={looking} onClick={() => void confirm()}>
          I’ve Setup Trustline
        </Button>
      </div>
      {missing ? (
        <Note tone="wait" live>
          The ledger shows no RLUSD trust line for this wallet yet. Sign the request in your wallet app, then wait a few
          seconds.
        </Note>
      ) : (
        <p className="small dim">
          {own
            ? 'We then check the ledger and tell you if the trust line is not there yet.'
            : 'Your wallet app asks twice: first to sign in, then to open the trust line.'}
        </p>
      )}
    </>
  );
}

/** Explains, shortly after the request, what to look for in the wallet app (REQ-1.4.8). */
function useHint(request: TrustLineRequestView | null): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (!request) return;
    const text = `In Xaman it is the request to hold up to ${rlusd(request.trustLimit)} RLUSD. Come back here after signing.`;
    const hint = { title: 'Looking for the trust line?', text, tone: 'run', ms: EASY_SETUP.hintFor } as const;
    const timer = setTimeout(() => dispatch(showToast(hint)), EASY_SETUP.hintAfter);
    return () => clearTimeout(timer);
  }, [request, dispatch]);
}
