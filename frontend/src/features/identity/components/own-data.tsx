import type { KycDocumentView, OwnConsentsView } from '@tknest/contracts/api';
import { AGREEMENT_TEXTS, type AgreementText } from '@tknest/contracts/rules';
import { Link } from 'react-router';
import { useShown } from '../../../shared/api/use-shown';
import { fileSize } from '../../../shared/format/format';
import { day, exactTime } from '../../../shared/format/time';
import { DownloadButton } from '../../../shared/ui/download/download-button';
import { Shown } from '../../../shared/ui/shown/shown';
import { Skeleton } from '../../../shared/ui/states/states';
import { useOwnConsentsQuery, useOwnDocumentsQuery } from '../api';
import { DOCUMENTS } from '../kyc-form';
import style from './own-data.module.css';

const LABELS: Readonly<Record<string, string>> = Object.fromEntries(DOCUMENTS.map(({ kind, label }) => [kind, label]));
/** Why a document cannot be downloaded; nothing if it can. */
const HELD: Partial<Record<KycDocumentView['scan'], string>> = {
  quarantined: 'being checked for malware',
  infected: 'refused: contains malware',
};
const ENDINGS: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'image/jpeg': '.jpg',
  'image/png': '.png',
};

/** The user's submitted data and agreements, how they are used, and how long they are kept. */
export function OwnData() {
  const documents = useShown(useOwnDocumentsQuery());
  const consents = useShown(useOwnConsentsQuery());
  return (
    <section className={`card ${style.own}`} aria-labelledby="own-data">
      <h2 id="own-data">Your documents and consents</h2>
      <Shown
        of={documents}
        what="Your documents"
        skeleton={<Skeleton height={96} />}
        empty={[(all) => all.length === 0, <None key="none" />]}
      >
        {(all) => <Documents all={all} />}
      </Shown>
      <Shown
        of={consents}
        what="Your consents"
        skeleton={<Skeleton height={64} />}
        empty={[({ consents: all }) => all.length === 0, null]}
      >
        {(view) => <Consents of={view} />}
      </Shown>
    </section>
  );
}

const None = () => <p className="small dim">You uploaded no documents here. A provider keeps what you showed it.</p>;

const Documents = ({ all }: { all: KycDocumentView[] }) => (
  <ul className={style.list} aria-label="Documents">
    {all.map(({ id, kind, bytes, mediaType, uploadedAt, scan }) => (
      <li key={id}>
        <span>
          <strong>{LABELS[kind] ?? kind}</strong>
          <span className="small dim">
            <time dateTime={uploadedAt} title={exactTime(uploadedAt)}>
              {day(uploadedAt)}
            </time>
            , {fileSize(bytes)}
          </span>
        </span>
        {HELD[scan] ? (
          <span className="small dim">{HELD[scan]}</span>
        ) : (
          <DownloadButton
            href={`/api/kyc/documents/${encodeURIComponent(id)}`}
            name={`${kind}-${id.slice(0, 8)}${ENDINGS[mediaType] ?? ''}`}
          >
            Download<span className="sr-only"> {LABELS[kind] ?? kind}</span>
          </DownloadButton>
        )}
      </li>
    ))}
  </ul>
);

const TEXTS = Object.entries(AGREEMENT_TEXTS) as [AgreementText, (typeof AGREEMENT_TEXTS)[AgreementText]][];

const Consents = ({ of: { consents, retentionYears } }: { of: OwnConsentsView }) => (
  <>
    <ul className={style.list} aria-label="Consents">
      {consents.map(({ id, role, at, versions }) => (
        <li key={id}>
          <span>
            <strong>As {role}</strong>
            <time className="small dim" dateTime={at} title={exactTime(at)}>
              {day(at)}
            </time>
          </span>
          <span className="small">
            {TEXTS.map(([name, { title, path }], index) => (
              <span key={name}>
                {index > 0 && ', '}
                <Link to={path}>{title}</Link> {versions[name]}
              </span>
            ))}
          </span>
        </li>
      ))}
    </ul>
    <p className="small dim">
      Everything is encrypted with your own key, and kept as long as you use the platform. After an erasure, name, date
      of birth, country, proof of identity and decisions stay locked for {retentionYears} years, as the law requires.
    </p>
  </>
);
