import { CreateTrustLineRequest, type TrustStatusView } from '@tknest/contracts/api';
import { POLLING, WALLET } from '@tknest/contracts/rules';
import { IconLink } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import type { FirstData } from '../../../shared/api/first-data';
import { usePolling } from '../../../shared/attention/use-attended';
import { problemsOf, resolveWith, type Problems } from '../../../shared/form/contract-resolver';
import { FigureField, TextField } from '../../../shared/form/fields';
import { Form } from '../../../shared/form/form';
import { rlusd } from '../../../shared/format/format';
import { useSessionQuery } from '../../../shared/session/api';
import { useAppDispatch } from '../../../shared/store/store';
import { Button, ButtonLink } from '../../../shared/ui/button/button';
import { Seal } from '../../../shared/ui/seal/seal';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useSettled } from '../../../shared/use-settled';
import { useTitle } from '../../../shared/use-title';
import { useLineRequest } from '../../../shared/trust-line/use-line-request';
import { Skeleton } from '../../../shared/ui/states/states';
import { Spoken } from '../../../shared/ui/live/live';
import { useTrustStatusQuery, walletApi } from '../api';
import { ApproveLine } from '../components/approve-line';
import { ThisWallet } from '../components/this-wallet';
import '../components/wallet.css';

interface Fields {
  walletAddress: string;
  trustLimit: string;
}
const asRequest = ({ walletAddress, trustLimit }: Fields) => ({
  walletAddress: walletAddress.trim(),
  trustLimit: trustLimit.trim() === '' ? NaN : Number(trustLimit),
});

/** The ledger would take a limit below the balance, and the wallet could then receive nothing. */
const tooLow = ({ trustLimit }: Fields, held: number): Problems =>
  Number(trustLimit) < held
    ? {
        trustLimit: `This wallet holds ${rlusd(held, 'six')} RLUSD. With a lower limit it could not receive any more, so choose at least that.`,
      }
    : {};

export const firstData: FirstData = (ask, { search, who }) => {
  const wallet = search.get('wallet') ?? who?.walletAddress;
  const { trustStatus, capability } = walletApi.endpoints;
  if (!wallet) return null;
  return Promise.all([
    ask(trustStatus.initiate(wallet)),
    ask(capability.initiate({ wallet, amount: WALLET.capabilityAmount })),
  ]);
};

/**
 * RLUSD trust line setup (REQ-2.2.7.1, REQ-2.4.3): requested here, signed in the wallet, followed until it is on the
 * ledger.
 */
export default function TrustLinePage() {
  useTitle('RLUSD trust line');
  const { data: session } = useSessionQuery();
  return session?.walletAddress ? <SetUp key={session.walletAddress} own={session.walletAddress} /> : null;
}

function SetUp({ own }: { own: string }) {
  const [params] = useSearchParams();
  const held = useRef(0);
  const form = useForm<Fields>({
    defaultValues: { walletAddress: params.get('wallet') ?? own, trustLimit: String(WALLET.trustLimit) },
    resolver: resolveWith<Fields>((values) => ({
      ...tooLow(values, held.current),
      ...problemsOf(CreateTrustLineRequest, asRequest(values)),
    })),
  });
  const wallet = useSettled(useWatch({ control: form.control, name: 'walletAddress' }).trim(), 250);
  const asks = wallet.length > WALLET.typedAtLeast;
  const { currentData: status } = useTrustStatusQuery(wallet, { skip: !asks, ...usePolling(POLLING.trustStatus) });
  held.current = status?.balance ?? 0;
  const openTo = status?.hasTrustLine ? status.trustLimit : null;
  const isLimitTyped = form.formState.dirtyFields.trustLimit === true;
  // One press must not lower the limit of an open line to the one that new lines get.
  useEffect(() => {
    if (openTo !== null && !isLimitTyped) form.resetField('trustLimit', { defaultValue: String(openTo) });
  }, [openTo, isLimitTyped, form]);
  const { request, busy, start, end } = useLineRequest(own);
  const dispatch = useAppDispatch();
  const submit = async (values: Fields) => {
    const { data, error } = await start(asRequest(values));
    if (!data) return { error, told: true };
    dispatch(showToast({ title: 'Trust Line Setup Created', tone: 'ok' }));
    return {};
  };
  const refused = () => {
    if (problemsOf(CreateTrustLineRequest, asRequest(form.getValues())).walletAddress === 'Wallet Address Required')
      dispatch(showToast({ title: 'Wallet Address Required', tone: 'bad' }));
  };
  return (
    <>
      <div className="page-head">
        <div>
          <h1>RLUSD trust line</h1>
          <p className="dim">The setting on the ledger that lets your wallet hold RLUSD.</p>
        </div>
      </div>
      <div className="wallet-cols">
        <div className="stack">
          {request && <ApproveLine key={request.payloadUuid} request={request} onEnd={end} />}
          {!request && asks && <Line status={status} />}
          <Form
            form={form}
            draft={`trust-line:${params.get('wallet') ?? ''}`}
            className="card stack"
            onSubmit={submit}
            onRefused={refused}
          >
            <h2>Wallet and limit</h2>
            <div className="wallet-fields">
              <TextField name="walletAddress" label="Wallet address" className="wallet-mono" />
              <FigureField name="trustLimit" label="Trust limit" suffix=" RLUSD" decimalScale={6} hideControls />
            </div>
            <p className="small dim">
              {status?.hasTrustLine
                ? 'You can change the limit at any time. You’ll sign again.'
                : 'The limit is the most RLUSD this wallet will accept. It is not a payment.'}
            </p>
            {!request && (
              <div>
                <Button type="submit" look={status?.hasTrustLine ? 'default' : 'filled'} busy={busy}>
                  {status?.hasTrustLine ? 'Change the limit' : 'Set up trust line'}
                </Button>
              </div>
            )}
          </Form>
        </div>
        <ThisWallet wallet={asks ? wallet : null} />
      </div>
    </>
  );
}

/** Whether the line is open; if it is, its limit and the next step. */
function Line({ status }: { status: TrustStatusView | undefined }) {
  if (!status) return <Skeleton height={142} />;
  if (!status.hasTrustLine)
    return (
      <section className="card wallet-done" aria-label="No trust line yet">
        <IconLink size={36} stroke={1.6} aria-hidden />
        <div>
          <h2>No trust line yet</h2>
          <p className="small dim">
            This wallet can hold RLUSD once you have opened one. Choose the limit below, then sign in your wallet app.
          </p>
        </div>
      </section>
    );
  return (
    <section className="card wallet-done" aria-label="Your wallet can hold RLUSD">
      <Seal />
      <div>
        <Spoken>
          <h2>Your wallet can hold RLUSD</h2>
        </Spoken>
        <p className="small dim">The trust line is open, up to {rlusd(status.trustLimit, 'six')} RLUSD.</p>
        <ButtonLink to="/?role=investor" look="filled">
          Start Investing in Properties
        </ButtonLink>
      </div>
    </section>
  );
}
