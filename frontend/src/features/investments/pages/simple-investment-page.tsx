import type { PropertyView } from '@tknest/contracts/api';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useSessionQuery } from '../../../shared/session/api';
import { ButtonLink } from '../../../shared/ui/button/button';
import { Empty } from '../../../shared/ui/states/states';
import { useTitle } from '../../../shared/use-title';
import { Bought } from '../components/buy/bought';
import { InvestForm } from '../components/buy/invest-form';
import { isOwner, useDenyOwner } from '../components/buy/may-buy';
import { PropertyAsked } from '../components/buy/property-asked';
import { useBought } from '../components/buy/use-bought';

const NOT_FOUND = (
  <Empty
    as="h1"
    title="Property Not Found"
    text="The requested property could not be found."
    action={
      <ButtonLink to="/dashboard" look="filled">
        Return to Dashboard
      </ButtonLink>
    }
  />
);

/** One amount into one property (REQ-1.2.52). */
export default function SimpleInvestmentPage() {
  useTitle('Invest');
  const [params] = useSearchParams();
  return (
    <PropertyAsked id={params.get('propertyId')} missing={NOT_FOUND}>
      {(property, wallet) => <Invest key={`${property.id} ${wallet}`} property={property} wallet={wallet} />}
    </PropertyAsked>
  );
}

function Invest({ property, wallet }: { property: PropertyView; wallet: string }) {
  const [params] = useSearchParams();
  const { data: session } = useSessionQuery();
  const deny = useDenyOwner();
  const { bought, again } = useBought(property.id);
  const owner = isOwner(session, property) || params.get('wallet') === property.ownerWallet;
  useEffect(() => {
    if (owner) deny();
  }, [owner]); // eslint-disable-line react-hooks/exhaustive-deps -- an owner is told and led away once
  if (owner) return null;
  if (bought) return <Bought property={property} payment={bought} title="Investment Complete" again={again} />;
  return <InvestForm property={property} wallet={wallet} />;
}
