import type { ComplianceCaseView } from '@tknest/contracts/api';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useParams } from 'react-router';
import { useShown } from '../../../shared/api/use-shown';
import { BackLink, ButtonLink } from '../../../shared/ui/button/button';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { DownloadButton } from '../../../shared/ui/download/download-button';
import { Note } from '../../../shared/ui/note/note';
import { useDraft, useOwnDraft } from '../../../shared/form/use-draft';
import { Shown } from '../../../shared/ui/shown/shown';
import { Skeleton } from '../../../shared/ui/states/states';
import { Pill } from '../../../shared/ui/status-pill/status-pill';
import { useTitle } from '../../../shared/use-title';
import { useComplianceCaseQuery } from '../api';
import { Applicant } from '../components/applicant';
import { Assignment } from '../components/assignment';
import { Comparison } from '../components/comparison';
import { Decide } from '../components/decide';
import { Documents } from '../components/documents';
import { History } from '../components/history';
import { NextCase } from '../components/next-case';
import { Promised, StatePill } from '../components/state-pill';
import { Wallets } from '../components/wallets';
import style from '../components/case.module.css';

/** One case: the person and each list entry, side by side, and the decision. */
export default function CasePage() {
  useTitle('Case');
  const { caseId = '' } = useParams();
  // Fetched when it is opened, decided or found changed, but never automatically, because each request is recorded as a
  // view.
  const asked = useComplianceCaseQuery(caseId, { refetchOnReconnect: false, refetchOnFocus: false });
  const shown = useShown(asked);
  const toQueue = (
    <ButtonLink to="/compliance" size="sm">
      Back to cases
    </ButtonLink>
  );
  return (
    <>
      <BackLink to="/compliance">Compliance cases</BackLink>
      <Shown of={shown} what="The case" skeleton={<Skeleton height={480} />} wayOut={toQueue}>
        {(one) => <Opened one={one} onDecided={() => void asked.refetch()} />}
      </Shown>
    </>
  );
}

function Opened({ one, onDecided }: { one: ComplianceCaseView; onDecided(): void }) {
  const [openedNow, setOpenedNow] = useState<ReadonlySet<string>>(new Set());
  const opened = new Set([...openedNow, ...one.documents.filter((document) => document.opened).map(({ id }) => id)]);
  const form = useForm<{ compared: readonly string[] }>({ defaultValues: { compared: [] } });
  useDraft(form, useOwnDraft(`compared:${one.id}`));
  const compared = useWatch({ control: form.control, name: 'compared' });
  const seen = { documents: opened, compared: new Set(compared) };
  const onCompared = (key: string, is: boolean) =>
    form.setValue('compared', is ? [...compared, key] : compared.filter((other) => other !== key));
  const onOpened = (document: string) => setOpenedNow((before) => new Set(before).add(document));
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{one.applicant.name}</h1>
          <p className="dim">
            {one.reason}. Case {one.id.slice(0, 8)}, {one.userRole}, <WalletText wallet={one.wallet} />
          </p>
          <Assignment one={one} />
        </div>
        <div className="row">
          <Pill tone="wait">
            <Promised by={one.promiseBy} left={one.daysLeft} decided={one.state === 'decided'} />
          </Pill>
          <StatePill {...one} />
          {!one.masked && (
            <DownloadButton
              href={`/api/compliance/cases/${encodeURIComponent(one.id)}/file.pdf`}
              name={`case-${one.id.slice(0, 8)}.pdf`}
            >
              Export case file
            </DownloadButton>
          )}
          <NextCase one={one} />
        </div>
      </div>
      {one.masked && (
        <Note tone="off">This view is read-only: personal data is masked, and documents are not shown.</Note>
      )}
      <div className={style.grid}>
        <div className="stack">
          {one.hits.map((hit) => (
            <Comparison
              key={`${hit.list}/${hit.entityNumber}`}
              applicant={one.applicant}
              hit={hit}
              review={one.mayDecide === true ? { compared: seen.compared, onCompared } : undefined}
            />
          ))}
          <Applicant one={one} />
          <Wallets one={one} onLinked={onDecided} />
          <div className={style.two}>
            <Documents one={one} opened={opened} onOpened={onOpened} />
            <History one={one} />
          </div>
        </div>
        {!one.masked && <Decide key={one.id} one={one} seen={seen} onDecided={onDecided} />}
      </div>
    </>
  );
}
