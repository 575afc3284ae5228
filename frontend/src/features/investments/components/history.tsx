import type { TransactionView } from '@tknest/contracts/api';
import { IconDownload } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { day } from '../../../shared/format/format';
import { Button } from '../../../shared/ui/button/button';
import { Money } from '../../../shared/ui/money/money';
import { Empty, Failed, Skeleton } from '../../../shared/ui/states/states';
import { Table } from '../../../shared/ui/table/table';
import { useOwnParticipations } from '../use-own-participations';

const COLUMNS = ['Property', 'Tokens', 'Cost (RLUSD)', 'Monthly Rent Income (RLUSD)', 'Date', 'Transaction hash'];
const quoted = (value: string | number) => `"${String(value).replaceAll('"', '""')}"`;

/** The rows as a file that a spreadsheet reads. */
export const asCsv = (rows: readonly TransactionView[]): string =>
  [
    COLUMNS,
    ...rows.map((row) => [
      row.propertyName,
      row.tokensPurchased,
      row.totalCost,
      row.estimatedMonthlyReturn,
      row.createdAt,
      row.txHash,
    ]),
  ]
    .map((line) => line.map(quoted).join(','))
    .join('\r\n');

function save(rows: readonly TransactionView[]): void {
  const url = URL.createObjectURL(new Blob([asCsv(rows)], { type: 'text/csv' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: 'participation-history.csv' });
  link.click();
  URL.revokeObjectURL(url);
}

/** 'Your Participation History' (D1 §2). `find` in the address narrows it to a hash, a wallet or a name. */
export function History() {
  const { data: all, error, refetch } = useOwnParticipations();
  const [params, setParams] = useSearchParams();
  const find = params.get('find')?.toLowerCase() ?? '';
  const rows = all?.filter((row) =>
    [row.propertyName, row.txHash, row.tokenHolderId, row.id].some((text) => text?.toLowerCase().includes(find)),
  );
  const forget = () =>
    setParams(
      (before) => {
        before.delete('find');
        return before;
      },
      { preventScrollReset: true },
    );
  return (
    <section id="history" aria-labelledby="history-title" className="history">
      <div className="between">
        <h2 id="history-title">Your Participation History</h2>
        {rows && rows.length > 0 && (
          <Button size="sm" icon={<IconDownload size={16} aria-hidden />} onClick={() => save(rows)}>
            Export
          </Button>
        )}
      </div>
      {find && (
        <p className="small dim">
          Only what matches “{params.get('find')}”.{' '}
          <Button look="subtle" size="sm" onClick={forget}>
            Show everything
          </Button>
        </p>
      )}
      {error ? (
        <Failed error={error} retry={() => void refetch()} what="Your history" />
      ) : !rows ? (
        <Skeleton height={160} />
      ) : rows.length === 0 ? (
        <div className="card">
          <Empty
            as="h3"
            kind={5}
            title={find ? 'No transactions found' : 'Nothing yet'}
            text={
              find
                ? 'No purchase of yours has this hash or wallet.'
                : 'Your purchases appear here with their tokens, cost and rent share.'
            }
          />
        </div>
      ) : (
        <Table label="Your participation history">
          <thead>
            <tr>
              <th>Property</th>
              <th className="num">Tokens</th>
              <th className="num">Cost</th>
              <th className="num">Monthly Rent Income</th>
              <th className="num">Date</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td>
                  <strong>{row.propertyName}</strong>
                </td>
                <td className="num" data-label="Tokens">
                  {row.tokensPurchased}
                </td>
                <td className="num" data-label="Cost">
                  <Money amount={row.totalCost} />
                </td>
                <td className="num" data-label="A month">
                  <Money amount={row.estimatedMonthlyReturn} />
                </td>
                <td className="num dim">{day(row.createdAt)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}
