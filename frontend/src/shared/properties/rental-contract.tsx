import type { PropertyView } from '@tknest/contracts/api';
import type { ReactNode } from 'react';
import { fileSize } from '../format/file-size';
import { useSessionQuery, type Who } from '../session/api';
import { can } from '../session/can';
import { DownloadButton } from '../ui/download/download-button';
import './property-card.css';

/** Its owner, the office and verified investors: the server decides, this decides what is offered. */
const mayRead = (session: Who | undefined, { ownerWallet }: PropertyView): boolean =>
  Boolean(session?.walletAddress) &&
  (session!.walletAddress === ownerWallet ||
    can(session!.userRole, 'read-cases') ||
    (session!.userRole === 'investor' && session!.kycStatus === 'verified'));

/** The rental contract of a property: to download for whoever may buy, and what its owner can do with it. */
export function RentalContract({ property, children }: { property: PropertyView; children?: ReactNode }) {
  const { data: session } = useSessionQuery();
  const { id, contract } = property;
  const readable = contract && mayRead(session, property);
  return (
    <section className="between contract" aria-label={`Rental contract of ${property.name}`}>
      <div>
        <strong>Rental contract</strong>
        <p className="small dim">
          {readable
            ? `${contract.fileName}, ${fileSize(contract.bytes)}`
            : contract
              ? 'Verified investors can read it.'
              : session?.walletAddress === property.ownerWallet
                ? 'No contract is attached. Investors look for it before they buy.'
                : 'The landlord has not attached one yet.'}
        </p>
      </div>
      {(readable || children) && (
        <div className="row">
          {readable && (
            <DownloadButton
              href={`/api/properties/${id}/contract`}
              name={contract.fileName}
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
