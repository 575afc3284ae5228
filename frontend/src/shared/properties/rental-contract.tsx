import type { PropertyView } from '@tknest/contracts/api';
import type { ReactNode } from 'react';
import { fileSize } from '../format/format';
import { useSessionQuery, type Who } from '../session/api';
import { can, isLandlordOf, type Owned } from '../session/can';
import { DownloadButton } from '../ui/download/download-button';
import './property-card.css';

/** Whether to offer the download: to its landlord, the office and verified investors. The server enforces it. */
const mayRead = (session: Who | undefined, property: Owned): boolean =>
  !!session?.walletAddress &&
  (isLandlordOf(session, property) ||
    can(session.userRole, 'read-cases') ||
    (session.userRole === 'investor' && session.kycStatus === 'verified'));

/** The fields of a property that concern its contract. `restricted`: there is one, but this viewer may not read it. */
export type WithContract = Pick<PropertyView, 'id' | 'name'> &
  Owned & { contract: Pick<NonNullable<PropertyView['contract']>, 'fileName' | 'bytes'> | 'restricted' | null };

/** The rental contract of a property: a download for those who may buy, and the landlord's actions. */
export function RentalContract({ property, children }: { property: WithContract; children?: ReactNode }) {
  const { data: session } = useSessionQuery();
  const { id, contract } = property;
  // The page's answer contains it only for viewers who may read it.
  const offered = 'own' in property || mayRead(session, property);
  const readable = contract && contract !== 'restricted' && offered ? contract : null;
  return (
    <div className="between contract" role="group" aria-label={`Rental contract of ${property.name}`}>
      <div>
        <strong>Rental contract</strong>
        <p className="small dim">
          {readable
            ? `${readable.fileName}, ${fileSize(readable.bytes)}`
            : contract
              ? 'Verified investors can read it.'
              : isLandlordOf(session, property)
                ? 'No contract is attached. Investors look for it before they buy.'
                : 'The landlord hasn’t uploaded one yet.'}
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
    </div>
  );
}
