import type { ComplianceCaseView } from '@tknest/contracts/api';
import { useSessionQuery } from '../../../shared/session/api';
import { ButtonLink } from '../../../shared/ui/button/button';
import { useComplianceCasesQuery } from '../api';

/**
 * A link to the next due case that is assigned to the user or to nobody. It only names the case: opening it is recorded
 * as a view.
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
