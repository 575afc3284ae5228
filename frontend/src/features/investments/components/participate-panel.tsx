import { feeOf, parseRlusd, toNumber } from '@tknest/contracts/money';
import { FEES_BPS, PROPERTY_TYPES } from '@tknest/contracts/rules';
import { IconWallet } from '@tabler/icons-react';
import { useForm, useWatch } from 'react-hook-form';
import { isApiError } from '../../../shared/api/problem';
import type { Shown as State } from '../../../shared/api/use-shown';
import { resolveWith, type Problems } from '../../../shared/form/contract-resolver';
import { Form, NOT_SENT_YET } from '../../../shared/form/form';
import { percent, tokens as tokensOf } from '../../../shared/format/format';
import { Button } from '../../../shared/ui/button/button';
import { facadeLabel, Street } from '../../../shared/ui/facade/facade';
import { Fact, Facts } from '../../../shared/ui/facts/facts';
import { Drawer } from '../../../shared/ui/modal/modal';
import { Money } from '../../../shared/ui/money/money';
import { Note } from '../../../shared/ui/note/note';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import { useSessionQuery } from '../../../shared/session/api';
import { RentalContract } from '../../../shared/properties/rental-contract';
import { purchaseOf, rateOf } from '../../../shared/payments/payment-kinds';
import { usePaymentDialog } from '../../../shared/payments/use-payment-dialog';
import { useStartPayment } from '../../../shared/payments/use-start-payment';
import { Shown } from '../../../shared/ui/shown/shown';
import type { Offered } from '../offered';
import { soldOutWords } from '../../../shared/properties/sold-out-words';
import { BalanceAfter } from './buy/balance-after';
import { isOwner, OWNERS_CANNOT, useDenyOwner, useObstacle } from './buy/may-buy';
import { Choice } from './participate-choice';
import style from './participate-panel.module.css';

interface Props {
  shown: State<Offered>;
  /** The initial number of tokens, which a link or the return from the sign-in may set. */
  tokens?: number;
  /** The search parameters that open this panel; a payment replaces it. */
  opens: string;
  onClose(): void;
}

const FORM = 'buy';

function problemOf(count: number, left: number): string | undefined {
  if (!(count >= 1)) return 'Must purchase at least 1 token';
  if (!Number.isInteger(count)) return 'Tokens are sold whole';
  return count > left ? `Only ${tokensOf(left)} ${left === 1 ? 'is' : 'are'} available` : undefined;
}

/** The Participate panel (REQ-1.2.29): terms, a token field with preview, and a footer with the amount to sign for. */
export default function ParticipatePanel({ shown, tokens = 1, opens, onClose }: Props) {
  const property = shown.data;
  const problemNow = (typed: string) => problemOf(Number(typed), property?.tokensAvailable ?? 0);
  const form = useForm<{ tokens: string }>({
    // No `values`, which would replace a draft.
    defaultValues: { tokens: String(tokens) },
    resolver: resolveWith<{ tokens: string }>((values): Problems => {
      const problem = problemNow(values.tokens);
      return problem ? { tokens: problem } : {};
    }),
  });
  const chosen = useWatch({ control: form.control, name: 'tokens' });
  const { data: session } = useSessionQuery();
  const { open } = usePaymentDialog();
  const { start, busy } = useStartPayment((id) => open(id, [opens]));
  const deny = useDenyOwner();
  const close = () => {
    form.reset();
    onClose();
  };
  if (!property)
    return (
      <Drawer title="Participate" onClose={close}>
        {isApiError(shown.error) && shown.error.status === 404 ? (
          <NoProperty onClose={onClose} />
        ) : (
          <Shown of={shown} what="The property" skeleton={<Skeleton height={400} />}>
            {() => null}
          </Shown>
        )}
      </Drawer>
    );
  const count = Number(chosen);
  const left = property.tokensAvailable;
  const problem = problemNow(chosen);
  const owns = isOwner(session, property);
  const buy = async () => {
    if (!owns) return { error: !(await start('property_purchase', purchaseOf(property.id, count))), told: true };
    deny();
    return NOT_SENT_YET;
  };
  const choose = (most: number) => form.setValue('tokens', String(most), { shouldDirty: true });
  const willBeSold = property.tokensSold + (problem ? 0 : count);
  return (
    <Drawer
      title="Participate"
      onClose={close}
      foot={<Foot property={property} count={count} problem={problem} owns={owns} busy={busy} onUse={choose} />}
    >
      <Form
        form={form}
        id={FORM}
        // Keyed by the link's number too, so that another link starts over.
        draft={`buy:${property.id}:${tokens}`}
        className={style.participate}
        onSubmit={buy}
      >
        <Street
          id={property.id}
          share={Math.min(1, willBeSold / property.tokenCount)}
          label={facadeLabel(property.tokensSold, property.tokenCount)}
        />
        <div>
          <h3>{property.name}</h3>
          {property.address && <p className="small dim">{property.address}</p>}
        </div>
        <Facts>
          {property.propertyType && <Fact name="Property type">{PROPERTY_TYPES[property.propertyType]}</Fact>}
          <Fact name="Monthly rent">
            <Money amount={property.monthlyRent} />
          </Fact>
          <Fact name="Funding goal">
            <Money amount={property.fundingGoal} />
          </Fact>
          <Fact name="Term length">{property.tokenTermMonths} months</Fact>
          <Fact name="Monthly rate">{percent(property.monthlyRate)} APR</Fact>
        </Facts>
        <RentalContract property={property} />
        {left === 0 ? (
          <Note tone="wait" live>
            {soldOutWords(property).sentence}
            <button type="button" className="note-way" onClick={onClose}>
              See other properties
            </button>
          </Note>
        ) : (
          <Choice property={property} chosen={chosen} problem={problem} onChoose={choose} />
        )}
        <p className="xsmall dim">
          You sign two transactions in your wallet: the payment, then the fee. Tokens are participation rights, not
          ownership and not securities. No returns are guaranteed. Your agreement is directly with the landlord.{' '}
          {property.redemptionClause}
        </p>
      </Form>
    </Drawer>
  );
}

function NoProperty({ onClose }: { onClose(): void }) {
  return (
    <Empty
      title="Property Not Found"
      text="The requested property could not be found."
      action={
        <Button look="filled" onClick={onClose}>
          See all properties
        </Button>
      }
    />
  );
}

interface FootProps {
  property: Offered;
  count: number;
  problem: string | undefined;
  owns: boolean;
  busy: boolean;
  onUse(tokens: number): void;
}

function Foot({ property, count, problem, owns, busy, onUse }: FootProps) {
  const obstacle = useObstacle(property, `/properties/${property.id}?tokens=${problem ? 1 : count}`);
  const cost = parseRlusd(property.tokenPrice) * BigInt(problem ? 0 : count);
  const fee = feeOf(cost, FEES_BPS.investment);
  if (obstacle) return obstacle;
  return (
    <div className={style.foot}>
      {owns && <Note tone="bad">Access Denied: {OWNERS_CANNOT}</Note>}
      <div className={`between ${style.parts}`}>
        <span className="dim">{tokensOf(problem ? 0 : count)}</span>
        <Money amount={toNumber(cost)} />
      </div>
      <div className={`between ${style.parts}`}>
        <span className="dim">Platform fee, {rateOf(FEES_BPS.investment)}</span>
        <Money amount={toNumber(fee)} />
      </div>
      <BalanceAfter
        total={toNumber(cost + fee)}
        price={property.tokenPrice}
        feeBps={FEES_BPS.investment}
        onUse={onUse}
      />
      <div className={`between ${style.sum}`}>
        <strong>You sign for</strong>
        <strong>
          <Money amount={toNumber(cost + fee)} />
        </strong>
      </div>
      <Button
        type="submit"
        form={FORM}
        look={owns ? 'muted' : 'filled'}
        size="lg"
        wide
        busy={busy}
        disabled={Boolean(problem)}
        icon={<IconWallet size={18} aria-hidden />}
      >
        Purchase {problem ? 'tokens' : tokensOf(count)}
      </Button>
    </div>
  );
}
