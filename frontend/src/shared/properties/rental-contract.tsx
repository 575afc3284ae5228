import type { PropertyView } from '@tknest/contracts/api';
import type { ReactNode } from 'react';
import { fileSize } from '../format/file-size';
import { useSessionQuery, type Who } from '../session/api';
import { can } from '../session/can';
import { DownloadButton } from '../ui/download/download-button';
import { isLandlordOf, type Owned } from './owned';
import './property-card.css';

/** Its owner, the office and verified investors: the server decides, this decides what is offered. */
const mayRead = (session: Who | undefined, property: Owned): boolean =>
  Boolean(session?.walletAddress) &&
  (isLandlordOf(session, property) ||
    can(session!.userRole, 'read-cases') ||
    (session!.userRole === 'investor' && session!.kycStatus === 'verified'));

/** A property as far as its contract goes. `restricted`: there is one, and who asks is not told of it. */
export type WithContract = Pick<PropertyView, 'id' | 'name'> &
  Owned & { contract: Pick<NonNullable<PropertyView['contract']>, 'fileName' | 'bytes'> | 'restricted' | null };

/** The rental contract of a property: to download for whoever may buy, and what its owner can do with it. */
export function RentalContract({ property, children }: { property: WithContract; children?: ReactNode }) {
  const { data: session } = useSessionQuery();
  const { id, contract } = property;
  // A page's own answer has it only for those who may read it.
  const offered = 'own' in property || mayRead(session, property);
  const readable = contract && contract !== 'restricted' && offered ? contract : null;
  return (
    <section className="between contract" aria-label={`Rental contract of ${property.name}`}>
      <div>
        <strong>Rental contract</strong>
        <p className="small dim">
          {readable
            ? `${readable.fileName}, ${fileSize(readable.bytes)}`
            : contract
              ? 'Verified investors can read it.'
              : isLandlordOf(session, property)
                ? 'No contract is attached. Investors look for it before they buy.'
                : 'The landlord has not attached one yet.'}
        </p>
      </div>
      {(readable || children) && (
        <div className="row">
          {readable && (
            <DownloadButton
              href={`/api/properties/${id}/contract`}
              name={readable.fileName}
              failed="Couldn’t download the contract"
            >
              Download contract
            </DownloadButton>
          )}
          {children}
        </div>
      )}
    </section>
  );
}
