import type { PaymentConfigView, PlatformConfigView, PropertyView } from '@tknest/contracts/api';
import { propertyName } from '@tknest/contracts/words';
import { useForm, useWatch } from 'react-hook-form';
import { isApiError, messageOf } from '../../../shared/api/problem';
import { percent } from '../../../shared/format/format';
import { businessDay } from '../../../shared/format/time';
import { CheckboxField, FigureField, SelectField, TextField } from '../../../shared/form/fields';
import { Form, showServerErrors } from '../../../shared/form/form';
import { useAppDispatch } from '../../../shared/store/store';
import { Button, ButtonLink } from '../../../shared/ui/button/button';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { Money } from '../../../shared/ui/money/money';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useSetupAutoPaymentsMutation } from '../api';
import {
  asForm,
  asRequest,
  DEFAULTS,
  ownerPaymentsResolver,
  problemsIn,
  type OwnerPaymentsForm,
} from '../owner-payments';
import { ordinal } from './autopay';
import { RentStream } from './rent-stream';
import style from '../pages/owner-payments.module.css';

interface Props {
  id: number;
  properties: readonly PropertyView[];
  stored: PaymentConfigView;
  platform: PlatformConfigView;
  onChoose(id: string): void;
}

const firstOf = (property: PropertyView | undefined, platform: PlatformConfigView): OwnerPaymentsForm => ({
  ...DEFAULTS,
  propertyId: property ? String(property.id) : '',
  monthlyRentAmount: property ? String(property.monthlyRent) : '',
  propertyOwnerWallet: property?.ownerWallet ?? '',
  escrowWallet: platform.payoutEscrow,
  rlusdGateway: platform.rlusdIssuer,
});

/** The form, a picture of its money flow, and the current settings (REQ-2.2.5.1, REQ-2.5.7, REQ-2.9.9). */
export function OwnerPayments({ id, properties, stored, platform, onChoose }: Props) {
  const property = properties.find((one) => one.id === id);
  const form = useForm<OwnerPaymentsForm>({
    defaultValues: stored.configured ? asForm(stored) : firstOf(property, platform),
    resolver: ownerPaymentsResolver,
  });
  const values = useWatch({ control: form.control }) as OwnerPaymentsForm;
  const wrong = Object.keys(problemsIn(values)).length;
  const [setup, { isLoading }] = useSetupAutoPaymentsMutation();
  const dispatch = useAppDispatch();
  const save = async (sent: OwnerPaymentsForm) => {
    const { data, error } = await setup(asRequest(sent));
    if (data) {
      dispatch(showToast({ title: 'Payment Setup Complete', text: data.message, tone: 'ok' }));
      return {};
    }
    if (showServerErrors(form, error)) return { error };
    const answered = isApiError(error) && error.status > 0;
    const text = messageOf(error, 'Failed to set up automatic payments');
    dispatch(showToast({ title: answered ? 'Setup Failed' : 'Configuration Error', text, tone: 'bad' }));
    return { error, told: true };
  };
  return (
    <div className="stack">
      <RentStream
        rent={Number(values.monthlyRentAmount) || 0}
        fee={Number(values.platformFee) || 0}
        escrow={values.escrowWallet}
        payoutDay={Number(values.payoutDay)}
      />
      <div className={style.grid}>
        <Form form={form} draft={`owner-payments:${id}`} className="card stack" onSubmit={save}>
          <h2>Configuration</h2>
          <SelectField
            name="propertyId"
            label="Property"
            searchable
            data={properties.map((one) => ({ value: String(one.id), label: one.name }))}
            onChange={onChoose}
          />
          <div className={style.two}>
            <FigureField name="monthlyRentAmount" label="Monthly rent" suffix=" RLUSD" decimalScale={2} hideControls />
            <FigureField name="payoutDay" label="Payout day" description="1 to 28" decimalScale={0} hideControls />
            <FigureField
              name="platformFee"
              label="Platform fee"
              suffix="%"
              description="0 to 30%"
              decimalScale={2}
              hideControls
            />
            <TextField
              name="propertyOwnerWallet"
              label="Property owner wallet"
              classNames={{ input: 'mono' }}
              description="Receives what is not distributed"
            />
            <TextField name="escrowWallet" label="Escrow wallet" classNames={{ input: 'mono' }} />
            <TextField name="rlusdGateway" label="RLUSD gateway" classNames={{ input: 'mono' }} />
          </div>
          <CheckboxField name="autoPayoutEnabled" label="Pay out automatically" />
          <p className="dim small">
            After a month in which the deposit was too small, several months are collected at once, as far as the
            deposit holds them.
          </p>
          <div className="between">
            <span className={`small ${style.wrong}`} role="status">
              {wrong > 0 && `${wrong} ${wrong === 1 ? 'value' : 'values'} to correct`}
            </span>
            <Button type="submit" look="filled" busy={isLoading}>
              Save configuration
            </Button>
          </div>
        </Form>
        <Current stored={stored} property={property} />
      </div>
    </div>
  );
}

/** A fraction as `5%` or `7.25%`. */
const percentOf = (fraction: number) => percent(fraction * 100, 2).replace(/\.?0+%$/, '%');

function Current({ stored, property }: { stored: PaymentConfigView; property: PropertyView | undefined }) {
  if (!stored.configured)
    return (
      <section className="card" aria-labelledby="current">
        <h2 id="current">Current configuration</h2>
        <p className="dim">Nothing is paid out automatically.</p>
      </section>
    );
  const next = property?.nextPaymentDue;
  return (
    <section className="card stack" aria-labelledby="current">
      <div className="between">
        <h2 id="current">Current configuration</h2>
        <StatusPill
          status={stored.autoPayoutEnabled ? 'active' : 'closed'}
          word={stored.autoPayoutEnabled ? 'Active' : 'Off'}
        />
      </div>
      <dl className={style.current}>
        <dt>Property</dt>
        <dd>{propertyName({ id: stored.propertyId, name: property?.name ?? null })}</dd>
        <dt>Monthly rent</dt>
        <dd>
          <Money amount={stored.monthlyRentAmount} />
        </dd>
        <dt>Payout day</dt>
        <dd>{ordinal(stored.payoutDay)}</dd>
        <dt>Platform fee</dt>
        <dd>{percentOf(stored.platformFeePercentage)}</dd>
        {stored.feeChange && (
          <>
            <dt>From {businessDay(stored.feeChange.from)}</dt>
            <dd>{percentOf(stored.feeChange.platformFeePercentage)}</dd>
          </>
        )}
        <dt>Escrow</dt>
        <dd>
          <WalletText wallet={stored.escrowWallet} />
        </dd>
        <dt>Next run</dt>
        <dd>{next ? businessDay(next) : 'Once the loan is open'}</dd>
      </dl>
      <ButtonLink to="/admin/payouts">Payout runs</ButtonLink>
    </section>
  );
}
