import { toNumber } from '@tknest/contracts/money';
import { PROPERTY_TYPES } from '@tknest/contracts/rules';
import { count, rlusd } from '../../../shared/format/format';
import { Confirm } from '../../../shared/ui/later/dialogs';
import { Fact, Facts } from '../../../shared/ui/facts/facts';
import { liveTerms, type ListingForm } from '../use-listing-form';

interface Props {
  form: ListingForm;
  contract: File | null;
  onPublish(): Promise<unknown>;
  onClose(): void;
}

/** A summary of the listing before it is published: Enter in a field leads here and does not publish. */
export function ReviewListing({ form, contract, onPublish, onClose }: Props) {
  const { payment, percentOfRent, perToken } = liveTerms(form);
  const facts: readonly (readonly [string, string])[] = [
    ['Address', form.address],
    ...(form.propertyType ? ([['Property type', PROPERTY_TYPES[form.propertyType]]] as const) : []),
    ['Monthly rent', `${rlusd(Number(form.monthlyRent))} RLUSD`],
    ['Funding goal', `${rlusd(form.fundingGoal)} RLUSD`],
    ['Tokens', `${count(Number(form.tokenCount))} at ${rlusd(Number(form.tokenPrice))} RLUSD`],
    ['Term and rate', `${form.tokenTermMonths} months at ${form.monthlyRate.toFixed(1)}% a year`],
    ['Monthly payment', `${rlusd(toNumber(payment))} RLUSD, ${percentOfRent}% of the rent`],
    ['Per token, monthly', `${rlusd(perToken)} RLUSD`],
    ['Rental contract', contract?.name ?? 'None'],
  ];
  return (
    <Confirm
      title={`List ${form.name}?`}
      action="Publish listing"
      safe="Keep editing"
      onConfirm={onPublish}
      onClose={onClose}
    >
      <div className="stack">
        <Facts>
          {facts.map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
        </Facts>
        <p className="small dim">Investors see it at once. The terms cannot be changed after it is published.</p>
      </div>
    </Confirm>
  );
}
