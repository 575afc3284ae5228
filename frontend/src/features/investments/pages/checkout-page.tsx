import type { PropertyView } from '@tknest/contracts/api';
import { CHECKOUT, LISTING } from '@tknest/contracts/rules';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { propertiesApi } from '../../../shared/properties/api';
import type { FirstData } from '../../../shared/api/first-data';
import { useSessionQuery } from '../../../shared/session/api';
import { ButtonLink } from '../../../shared/ui/button/button';
import { Empty } from '../../../shared/ui/states/states';
import { useTitle } from '../../../shared/use-title';
import { Bought } from '../components/buy/bought';
import { CheckoutForm } from '../components/buy/checkout-form';
import { isOwner, useDenyOwner } from '../components/buy/may-buy';
import { PropertyAsked } from '../components/buy/property-asked';
import { useBought } from '../components/buy/use-bought';

const INVALID = (
  <Empty
    as="h1"
    title="Invalid Request"
    text="The checkout parameters are invalid or missing."
    action={
      <ButtonLink to="/" look="filled">
        Return Home
      </ButtonLink>
    }
  />
);

export const firstData: FirstData = (ask, { search }) => {
  const id = search.get('propertyId') ?? '';
  return LISTING.idPattern.test(id) && ask(propertiesApi.endpoints.property.initiate(Number(id)));
};

/** The purchase of tokens named in a link (REQ-2.2.2.1). */
export default function CheckoutPage() {
  useTitle('Checkout');
  const [params] = useSearchParams();
  const tokens = params.get('tokens') ?? String(CHECKOUT.tokens);
  // A number of tokens is parsed like a property id: a whole number from 1, at most nine digits.
  const id = LISTING.idPattern.test(tokens) ? params.get('propertyId') : null;
  return (
    <PropertyAsked id={id} missing={INVALID}>
      {(property, wallet) => (
        <Checkout key={`${property.id} ${wallet}`} property={property} wallet={wallet} tokens={Number(tokens)} />
      )}
    </PropertyAsked>
  );
}

function Checkout({ property, wallet, tokens }: { property: PropertyView; wallet: string; tokens: number }) {
  const { data: session } = useSessionQuery();
  const deny = useDenyOwner();
  const { bought, again } = useBought(property.id);
  const owner = isOwner(session, property);
  useEffect(() => {
    if (owner) deny();
  }, [owner]); // eslint-disable-line react-hooks/exhaustive-deps -- an owner is told and led away once
  if (owner) return null;
  if (bought)
    return (
      <Bought
        property={property}
        payment={bought}
        title="Payment Successful"
        sentence="Tokens will be issued once the transaction is confirmed."
        again={again}
      />
    );
  return <CheckoutForm property={property} wallet={wallet} tokens={tokens} />;
}
