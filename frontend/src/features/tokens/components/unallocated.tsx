import type { UnallocatedView } from '@tknest/contracts/api';
import { POLLING } from '@tknest/contracts/rules';
import { useState } from 'react';
import { useShown } from '../../../shared/api/use-shown';
import { usePolling } from '../../../shared/attention/use-attended';
import { lazyPart } from '../../../shared/lazy-part';
import { dayAndTime } from '../../../shared/format/time';
import { Button } from '../../../shared/ui/button/button';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { Pager, usePages } from '../../../shared/ui/pager/pager';
import { DataTable, type Column } from '../../../shared/ui/table/data-table';
import { useUnallocatedQuery } from '../api';
import { Tknest } from './issued-lately';

const AssignTokens = lazyPart(() => import('./assign-tokens'));

/** Tokens not assigned to a register yet; renders nothing if there are none. */
export function Unallocated() {
  const pages = usePages('waiting');
  const page = useShown(useUnallocatedQuery({ cursor: pages.cursor }, usePolling(POLLING.adminOther)));
  const [chosen, setChosen] = useState<UnallocatedView | null>(null);
  const columns: readonly Column<UnallocatedView>[] = [
    { head: 'Holder', area: 'who', cell: ({ recipientAddress }) => <WalletText wallet={recipientAddress} /> },
    { head: 'Amount', area: 'amount', numeric: true, cell: ({ amount }) => <Tknest amount={amount} /> },
    { head: 'By', area: 'by', cell: ({ source }) => (source === 'hand' ? 'Manual' : 'Automation') },
    { head: 'Issued', area: 'time', className: 'dim nowrap', cell: ({ issuedAt }) => dayAndTime(issuedAt) },
    {
      head: <span className="sr-only">Assign</span>,
      area: 'do',
      cell: (row) => (
        <Button
          size="sm"
          aria-label={`Assign ${row.amount} TKNEST of ${row.recipientAddress}`}
          onClick={() => setChosen(row)}
        >
          Assign
        </Button>
      ),
    },
  ];
  if (!page.data?.rows.length && !pages.cursor) return null;
  return (
    <section className="tokens-list" aria-labelledby="unallocated">
      <h2 id="unallocated">Not in a register</h2>
      <p className="small dim">These tokens earn no rent share until they are assigned to a property.</p>
      <div className="tokens-waiting">
        <DataTable
          label="Tokens in no register"
          dense
          columns={columns}
          rows={page.data?.rows ?? []}
          keyOf={({ issuanceId }) => issuanceId}
        />
      </div>
      <Pager pages={pages} next={page.data?.next} />
      {chosen && <AssignTokens key={chosen.issuanceId} issuance={chosen} onClose={() => setChosen(null)} />}
    </section>
  );
}
