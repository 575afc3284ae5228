import { useShown } from '../../../shared/api/use-shown';
import { rowsOf } from '../../../shared/api/paging';
import { LISTING } from '@tknest/contracts/rules';
import { useSearchParams } from 'react-router';
import { usePropertiesInfiniteQuery } from '../../../shared/properties/api';
import { usePlatformConfigQuery } from '../../../shared/session/api';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import { PageHead } from '../../../shared/page-head';
import { useOwnerPaymentConfigQuery } from '../api';
import { OwnerPayments } from '../components/owner-payments';
import '../../../shared/styles/lists.css';

const PROPERTIES_MAX = 200;

/** Sets up a property's rent automation (REQ-2.2.5.1): which rent comes in, and how it is paid out. */
export default function OwnerPaymentsPage() {
  const [params, setParams] = useSearchParams();
  const properties = useShown(usePropertiesInfiniteQuery({ limit: PROPERTIES_MAX }));
  const { data: platform } = usePlatformConfigQuery();
  const rows = properties.data ? rowsOf(properties.data) : [];
  const wanted = params.get('propertyId') ?? '';
  const id = LISTING.idPattern.test(wanted) ? Number(wanted) : (rows[0]?.id ?? 0);
  const config = useShown(useOwnerPaymentConfigQuery(id, { skip: id === 0 }));
  const none = <Empty title="No property yet" text="Listed properties can be set up here." />;
  return (
    <>
      <PageHead
        title="Property owner payments"
        text="Rent is collected once a month and paid out in shares automatically."
      />
      <Shown
        of={properties}
        what="The properties"
        skeleton={<Skeleton height={420} />}
        empty={[(data) => rowsOf(data).length === 0, none]}
      >
        {() => (
          <Shown of={config} what="The configuration" skeleton={<Skeleton height={420} />}>
            {(stored) =>
              platform ? (
                <OwnerPayments
                  key={`${id}/${JSON.stringify(stored)}`}
                  id={id}
                  properties={rows}
                  stored={stored}
                  platform={platform}
                  onChoose={(next) => setParams({ propertyId: next })}
                />
              ) : (
                <Skeleton height={420} />
              )
            }
          </Shown>
        )}
      </Shown>
    </>
  );
}
