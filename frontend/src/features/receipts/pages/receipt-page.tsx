import type { ReceiptLeg, ReceiptView } from '@tknest/contracts/api';
import { toNumber } from '@tknest/contracts/money';
import { totalOfLegs } from '@tknest/contracts/papers';
import { propertyName, receiptFee, RECEIPT_KINDS, RECEIPT_LEGS } from '@tknest/contracts/words';
import { IconPrinter } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { useShown } from '../../../shared/api/use-shown';
import { usePolling } from '../../../shared/attention/use-attended';
import { count, tokens } from '../../../shared/format/format';
import { businessDay, dayAndTime, exactTime, monthOf } from '../../../shared/format/time';
import { Verifiers } from '../../../shared/record/verifiers';
import { usePlatformConfigQuery } from '../../../shared/session/api';
import { BackLink, Button, ButtonLink } from '../../../shared/ui/button/button';
import { CopyButton, HashText, WalletText } from '../../../shared/ui/copyable/copyable';
import { DownloadButton } from '../../../shared/ui/download/download-button';
import { Fact, Facts } from '../../../shared/ui/facts/facts';
import { Money } from '../../../shared/ui/money/money';
import { Note } from '../../../shared/ui/note/note';
import { Shown } from '../../../shared/ui/shown/shown';
import { Skeleton } from '../../../shared/ui/states/states';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';
import { PageHead } from '../../../shared/page-head';
import { usePhone } from '../../../shared/use-phone';
import { useReceiptQuery } from '../api';
import style from './receipt-page.module.css';

/** Anchors are written at long intervals, so polling can be slow. */
const POLL_MS = 60_000;

/** A settled payment: payer, payee, purpose, each transaction, and how to prove it without the platform. */
export default function ReceiptPage() {
  const { paymentId = '' } = useParams();
  const receipt = useShown(useReceiptQuery(paymentId, usePolling(POLL_MS)));
  return (
    <>
      <PageHead
        title="Receipt"
        back={<BackLink to="/activity">Activity</BackLink>}
        text="Confirmed on the ledger, with everything you need to prove it."
      >
        {receipt.data && (
          <div className={`row ${style.actions}`}>
            <DownloadButton
              href={`/api/receipts/${encodeURIComponent(paymentId)}.pdf`}
              name={`receipt-${receipt.data.settledAt.slice(0, 10)}.pdf`}
            >
              PDF
            </DownloadButton>
            <Button size="sm" icon={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
              Print
            </Button>
          </div>
        )}
      </PageHead>
      <Shown
        of={receipt}
        what="The receipt"
        skeleton={<Skeleton height={420} />}
        wayOut={
          <ButtonLink to="/activity" size="sm">
            Go to your activity
          </ButtonLink>
        }
      >
        {(data) => (
          <div className={style.columns}>
            <What receipt={data} />
            <Prove receipt={data} />
          </div>
        )}
      </Shown>
    </>
  );
}

function What({ receipt }: { receipt: ReceiptView }) {
  const { data: config } = usePlatformConfigQuery();
  const { kind, amount, fee, payer, payee, property, memo, settledAt, id } = receipt;
  const total = totalOfLegs(receipt.legs);
  const columns: readonly Column<ReceiptLeg>[] = [
    { head: 'Transaction', cell: (leg) => <strong>{RECEIPT_LEGS[leg.kind]}</strong> },
    { head: 'Amount', numeric: true, cell: (leg) => <Amount leg={leg} /> },
    { head: 'Ledger', label: 'Ledger', numeric: true, className: 'mono', cell: ({ ledger }) => count(ledger) },
    { head: 'TX Hash', cell: ({ hash }) => <HashText hash={hash} explorer={config?.explorer} /> },
  ];
  return (
    <section className={`card ${style.part}`} aria-label={RECEIPT_KINDS[kind]}>
      <h2>{RECEIPT_KINDS[kind]}</h2>
      <p className={style.amount}>
        <Money amount={Number(amount)} six />
      </p>
      <Facts>
        <Fact name="From">
          <WalletText wallet={payer} />
        </Fact>
        <Fact name="To">
          <WalletText wallet={payee} />
        </Fact>
        {property && (
          <Fact name="Property">
            <Link to={`/properties/${property.id}`}>{propertyName(property)}</Link>
          </Fact>
        )}
        {receipt.period && <Fact name="Month">{monthOf(receipt.period)}</Fact>}
        {receipt.tokens !== null && <Fact name="Tokens">{tokens(receipt.tokens)}</Fact>}
        {Number(fee) > 0 && (
          <Fact name={receiptFee(kind)}>
            <Money amount={Number(fee)} six />
          </Fact>
        )}
        {total !== null && (
          <Fact name="Total">
            <Money amount={toNumber(total)} six />
          </Fact>
        )}
        {memo && <Fact name="Memo">{memo}</Fact>}
        <Fact name="Settled">{businessDay(receipt.date)}</Fact>
        <Fact name="Recorded">
          <time dateTime={settledAt} title={exactTime(settledAt)}>
            {dayAndTime(settledAt)}
          </time>
        </Fact>
        <Fact name="Payment">
          {/* That of a rent share begins like all others of its loan. */}
          {usePhone() && !id.includes('~') ? (
            <HashText hash={id} what="payment id" />
          ) : (
            <span className="mono">{id}</span>
          )}
        </Fact>
      </Facts>
      <DataTable label="Transactions" dense columns={columns} rows={receipt.legs} keyOf={({ hash }) => hash} />
    </section>
  );
}

const Amount = ({ leg: { currency, amount } }: { leg: ReceiptLeg }) =>
  currency === 'TKNEST' ? tokens(Number(amount)) : <Money amount={Number(amount)} six />;

/** How to verify it with only the file, a small program and a ledger node. */
function Prove({ receipt: { id, issuer, proof, settledAt } }: { receipt: ReceiptView }) {
  const name = `receipt-${settledAt.slice(0, 10)}.json`;
  const command = `node verify-log.mjs ${name} --issuer ${issuer} --ledger https://…`;
  return (
    <section className={`card ${style.part} ${style.prove}`} aria-labelledby="prove">
      <h2 id="prove">Prove it yourself</h2>
      {proof === 'waiting' ? (
        <Note tone="wait">
          The log’s hash is written to the ledger every hour. Once it covers this payment, the proof is complete.
        </Note>
      ) : (
        <Note tone="ok">The ledger holds a fingerprint of the log that includes this payment.</Note>
      )}
      <details>
        <summary>How to check it</summary>
        <ol className={style.steps}>
          <li>
            Download the proof.
            <div className={style.command}>
              <DownloadButton href={`/api/receipts/${encodeURIComponent(id)}/proof`} name={name}>
                Proof
              </DownloadButton>
            </div>
          </li>
          <li>
            Download a verifier: <Verifiers />. Each is one file that you can read.
          </li>
          <li>
            Run it with the JSON-RPC address of any ledger node:
            <div className={style.command}>
              <code className="mono small">{command}</code>
              <CopyButton value={command} what="command" />
            </div>
          </li>
        </ol>
        <p className="small dim">
          The platform can be offline. Check that the issuer address matches the one in your token{' '}
          <Link to="/trust-line-setup">trust line</Link>.
        </p>
      </details>
    </section>
  );
}
