import type { PropertyView } from '@tknest/contracts/api';
import { feeOf, parseRlusd, toNumber } from '@tknest/contracts/money';
import { FEES_BPS } from '@tknest/contracts/rules';
import { useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import { messageOf, isApiError } from '../../../shared/api/problem';
import { percent } from '../../../shared/format/format';
import { Button, ButtonLink } from '../../../shared/ui/button/button';
import { facadeLabel, Street } from '../../../shared/ui/facade/facade';
import { Field } from '../../../shared/ui/field/field';
import { Drawer } from '../../../shared/ui/modal/modal';
import { Money } from '../../../shared/ui/money/money';
import { Note } from '../../../shared/ui/note/note';
import { Failed, Skeleton } from '../../../shared/ui/states/states';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useSessionQuery } from '../../access/api';
import { usePropertyQuery } from '../../listings/api';
import { usePurchaseMutation } from '../../payments/api';

const QUICK = [1, 5, 10, 25];

/** The Participate panel (D1 §2): terms, a token field with preview, and a foot that says what will be signed for. */
export default function ParticipatePanel({ propertyId, onClose }: { propertyId: number; onClose(): void }) {
  const { data: property, error, refetch } = usePropertyQuery(propertyId, { pollingInterval: 10_000 });
  const [text, setText] = useState('1');
  if (!property) return <Drawer title="Participate" onClose={onClose}>{error ? <Failed error={error} retry={() => void refetch()} what="The property" /> : <Skeleton height={400} />}</Drawer>;
  const tokens = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  const problem = tokens < 1 ? 'Must purchase at least 1 token' : tokens > property.tokensAvailable ? `Only ${property.tokensAvailable} tokens are available` : undefined;
  return (
    <Drawer title={property.name} onClose={onClose} foot={<Foot property={property} tokens={tokens} problem={problem} />}>
      <div className="stack">
        <Street id={property.id} share={Math.min(1, (property.tokensSold + (problem ? 0 : tokens)) / property.tokenCount)} label={facadeLabel(property.tokensSold, property.tokenCount)} />
        <dl className="stack" style={{ gap: 6 }}>
          {([['Address', property.address], ['Monthly rent', <Money key="m" amount={property.monthlyRent} />], ['Funding goal', <Money key="g" amount={property.fundingGoal} />], ['Term length', `${property.tokenTermMonths} months`], ['Rate', `${percent(property.monthlyRate)} APR`]] as const).map(([label, value]) => (
            <div className="between" key={label}><dt className="dim">{label}</dt><dd style={{ textAlign: 'right' }}>{value}</dd></div>
          ))}
        </dl>
        {property.tokensAvailable === 0 ? (
          <Note tone="wait" live>All tokens were taken meanwhile.</Note>
        ) : (
          <>
            <Field label="Tokens" error={problem} hint={`1 to ${property.tokensAvailable}`}>
              <input inputMode="numeric" value={text} onChange={(event) => setText(event.target.value.trim())} autoFocus />
            </Field>
            <div className="row" style={{ flexWrap: 'wrap' }} role="group" aria-label="Quick choice">
              {QUICK.filter((n) => n <= property.tokensAvailable).map((n) => <Button key={n} size="sm" onClick={() => setText(String(n))}>{n}</Button>)}
            </div>
            <Preview property={property} tokens={problem ? 0 : tokens} />
          </>
        )}
        <p className="xsmall dim">Tokens are participation rights, not ownership and not securities. No returns are guaranteed. You agree directly with the owner. {property.redemptionClause}</p>
      </div>
    </Drawer>
  );
}

function Preview({ property, tokens }: { property: PropertyView; tokens: number }) {
  const cost = tokens * property.tokenPrice;
  const income = toNumber(parseRlusd(property.monthlyPayoutPerToken) * BigInt(tokens));
  return (
    <div className="card" style={{ background: 'var(--sunk)' }}>
      <dl className="stack" style={{ gap: 8 }}>
        <div className="between"><dt className="dim">Cost</dt><dd><Money amount={cost} /></dd></div>
        <div className="between"><dt className="dim">Monthly income</dt><dd><Money amount={income} six /></dd></div>
        <div className="between"><dt className="dim">Annual yield, incl. principal</dt><dd>{percent(property.annualYield)}</dd></div>
      </dl>
      <details className="small" style={{ marginTop: 10 }}>
        <summary>What this yield means</summary>
        <p className="dim">Monthly income × 12 / cost. It counts returned principal as income. Beside it: APR {percent(property.monthlyRate)}, effective annual rate {percent(property.effectiveAnnualRate, 2)}, profit over the whole term {percent(property.profitOverTerm, 2)}.</p>
      </details>
    </div>
  );
}

function Foot({ property, tokens, problem }: { property: PropertyView; tokens: number; problem: string | undefined }) {
  const { data: session } = useSessionQuery();
  const [purchase, { isLoading }] = usePurchaseMutation();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  /** One intent, one key: a double click or a retry starts one payment. */
  const key = useRef(crypto.randomUUID());
  const cost = parseRlusd(property.tokenPrice) * BigInt(tokens);
  const fee = feeOf(cost, FEES_BPS.investment);
  if (property.tokensAvailable === 0) return <Button size="lg" wide disabled>Fully Funded</Button>;
  if (!session?.walletAddress) return <ButtonLink to={`/auth?from=/properties/${property.id}`} look="filled" size="lg" wide>Sign in to participate</ButtonLink>;
  if (session.userRole === 'landlord' || session.walletAddress === property.ownerWallet) return <Note tone="bad">Access Denied: Property owners cannot invest in their own properties</Note>;
  if (session.userRole === 'investor' && session.kycStatus !== 'verified') return <ButtonLink to="/kyc?role=investor" look="filled" size="lg" wide>Verify identity first</ButtonLink>;
  const buy = async () => {
    const result = await purchase({ propertyId: property.id, tokensToPurchase: tokens, key: key.current });
    if (result.data) return navigate(`/?payment=${result.data.paymentId}`);
    key.current = crypto.randomUUID();
    dispatch(showToast({ title: 'Payment Failed', text: messageOf(result.error, 'Failed to purchase tokens'), tone: 'bad' }));
    if (isApiError(result.error) && result.error.paymentId) navigate(`/?payment=${result.error.paymentId}`);
  };
  return (
    <div className="stack" style={{ gap: 10 }}>
      <div className="between small"><span className="dim">Platform fee, 2.5%</span><Money amount={toNumber(fee)} /></div>
      <div className="between"><span>You sign for</span><strong><Money amount={toNumber(cost + fee)} /></strong></div>
      <Button look="filled" size="lg" wide busy={isLoading} disabled={Boolean(problem)} onClick={() => void buy()}>Purchase {tokens} tokens</Button>
      {problem && <p className="small dim">{problem}</p>}
    </div>
  );
}
