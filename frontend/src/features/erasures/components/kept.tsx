import type { Day } from '@tknest/contracts/money';
import type { RetainedView } from '@tknest/contracts/api';
import { useShown } from '../../../shared/api/use-shown';
import { wordsOf } from '../../../shared/format/format';
import { businessDay } from '../../../shared/format/time';
import { DownloadButton } from '../../../shared/ui/download/download-button';
import { Modal } from '../../../shared/ui/later/dialogs';
import { Note } from '../../../shared/ui/note/note';
import { Shown } from '../../../shared/ui/shown/shown';
import { Skeleton } from '../../../shared/ui/states/states';
import { useRetainedQuery } from '../api';

/** Data of an erased person that the law requires to be kept. Opening it is recorded as a view. */
export function Kept({ wallet, onClose }: { wallet: string; onClose(): void }) {
  // Requested only once, because each request is recorded as a view.
  const shown = useShown(useRetainedQuery(wallet, { refetchOnReconnect: false }));
  return (
    <Modal title="Retained data" onClose={onClose}>
      <div className="stack">
        <Note tone="off">This view and each document you open are recorded with your wallet.</Note>
        <Shown of={shown} what="Retained data" skeleton={<Skeleton height={160} />}>
          {(kept) => kept.map((one, index) => <One key={index} wallet={wallet} one={one} />)}
        </Shown>
      </div>
    </Modal>
  );
}

function One({ wallet, one: { persons, decisions, verifications, documents } }: { wallet: string; one: RetainedView }) {
  return (
    <section className="stack">
      {persons.map(({ firstName, lastName, dateOfBirth, country }, index) => (
        <p key={index}>
          <strong>
            {firstName} {lastName}
          </strong>
          , born {businessDay(dateOfBirth as Day)}, {country}
        </p>
      ))}
      <ul>
        {Object.entries(decisions).map(([role, { status, decidedBy }]) => (
          <li key={role}>
            {wordsOf(role)}: {status}, by {decidedBy}
          </li>
        ))}
        {verifications.map(({ provider, externalId, status }) => (
          <li key={externalId}>
            {wordsOf(provider)}: {wordsOf(status).toLowerCase()}
          </li>
        ))}
      </ul>
      <div className="row">
        {documents.some(({ scan }) => scan === 'discarded') && (
          <p className="dim">
            A proof of identity was destroyed without being opened: it had not been checked for malware.
          </p>
        )}
        {documents
          .filter(({ scan }) => scan !== 'discarded')
          .map(({ id }) => (
            <DownloadButton
              key={id}
              href={`/api/compliance/erasures/${encodeURIComponent(wallet)}/retained/${encodeURIComponent(id)}`}
              name={`kept-${id.slice(0, 8)}`}
            >
              Proof of identity
            </DownloadButton>
          ))}
      </div>
    </section>
  );
}
