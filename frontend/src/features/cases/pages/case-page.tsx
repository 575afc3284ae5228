import type { ComplianceCaseView } from '@tknest/contracts/api';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { useShown } from '../../../shared/api/use-shown';
import { dayAndTime, wordsOf } from '../../../shared/format/format';
import { ButtonLink } from '../../../shared/ui/button/button';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { DownloadButton } from '../../../shared/ui/download/download-button';
import { Note } from '../../../shared/ui/note/note';
import { Shown } from '../../../shared/ui/shown/shown';
import { Skeleton } from '../../../shared/ui/states/states';
import { useTitle } from '../../../shared/use-title';
import { useComplianceCaseQuery } from '../api';
import { Comparison } from '../components/comparison';
import { Decide } from '../components/decide';
import { Promised } from '../components/promise';
import { StatePill } from '../components/state-pill';
import style from '../components/case.module.css';

/** One case: what is known of the person and of each list entry, side by side, and the decision. */
export default function CasePage() {
  useTitle('Case');
  const { caseId = '' } = useParams();
  const asked = useComplianceCaseQuery(caseId);
  const shown = useShown(asked);
  const toQueue = (
    <ButtonLink to="/compliance" size="sm">
      To the cases
    </ButtonLink>
  );
  return (
    <>
      <Link to="/compliance" className={style.back}>
        <IconArrowLeft size={18} aria-hidden /> Cases
      </Link>
      <Shown of={shown} what="The case" skeleton={<Skeleton height={480} />} wayOut={toQueue}>
        {(one) => <Opened one={one} onDecided={() => void asked.refetch()} />}
      </Shown>
    </>
  );
}

function Opened({ one, onDecided }: { one: ComplianceCaseView; onDecided(): void }) {
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{one.applicant.name}</h1>
          <p className="dim">
            {one.userRole}, <WalletText wallet={one.wallet} />, {one.reason}
          </p>
        </div>
        <div className="row">
          <span className="pill pill-wait">
            <Promised by={one.promiseBy} decided={one.state === 'decided'} />
          </span>
          <StatePill {...one} />
        </div>
      </div>
      {one.masked && (
        <Note tone="off">Personal data is masked: this view reads the record and shows no documents.</Note>
      )}
      <div className={style.grid}>
        <div className="stack">
          {one.hits.map((hit) => (
            <Comparison key={`${hit.list}/${hit.entityNumber}`} applicant={one.applicant} hit={hit} />
          ))}
          <section className="card stack" aria-labelledby="applicant">
            <h2 id="applicant">Applicant</h2>
            <dl className={style.fields}>
              {one.applicant.fields.map(({ label, value }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </section>
          <div className={style.two}>
            <Documents one={one} />
            <History one={one} />
          </div>
        </div>
        {!one.masked && <Decide key={one.revision} one={one} onDecided={onDecided} />}
      </div>
    </>
  );
}

function Documents({ one: { id, documents } }: { one: ComplianceCaseView }) {
  return (
    <section className="card stack" aria-labelledby="documents">
      <h2 id="documents">Documents</h2>
      {documents.length === 0 && <p className="dim">None are shown.</p>}
      {documents.map((document) => (
        <DownloadButton
          key={document.id}
          href={`/api/compliance/cases/${encodeURIComponent(id)}/documents/${document.id}`}
          name={`${document.kind}-${document.id.slice(0, 8)}`}
        >
          {wordsOf(document.kind)}
        </DownloadButton>
      ))}
    </section>
  );
}

function History({ one: { history } }: { one: ComplianceCaseView }) {
  return (
    <section className="card stack" aria-labelledby="earlier">
      <h2 id="earlier">Earlier</h2>
      <ol className={style.history}>
        {history.map(({ at, actor, what, reason }, index) => (
          <li key={index}>
            <span className="mono small dim">{dayAndTime(at)}</span>
            <div>
              <strong>{what}</strong> {actor && <WalletText wallet={actor} />}
              {reason && <p className="small">{reason}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
