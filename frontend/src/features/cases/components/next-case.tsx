import type { ComplianceCaseView } from '@tknest/contracts/api';
import { useSessionQuery } from '../../../shared/session/api';
import { ButtonLink } from '../../../shared/ui/button/button';
import { useComplianceCasesQuery } from '../api';

/**
 * The way to the case that is due next, of those that are one's own or nobody's. It is only named here: opening it is a
 * look that the record keeps.
 */
export function NextCase({ one }: { one: ComplianceCaseView }) {
  const { data: session } = useSessionQuery();
  const { data: page } = useComplianceCasesQuery({ show: 'open' });
  const own = session?.walletAddress;
  const next = page?.rows.find(({ id, assignee }) => id !== one.id && (assignee === null || assignee === own));
  if (!next) return null;
  return (
    <ButtonLink to={`/compliance/${encodeURIComponent(next.id)}`} size="sm">
      Next case
    </ButtonLink>
  );
}
