import { useTitle } from '../../../shared/use-title';
import { ButtonLink } from '../../../shared/ui/button/button';
import { Empty } from '../../../shared/ui/states/states';

export default function ReconciliationPage() {
  useTitle('Reconciliation');
  return <Empty as="h1" title="Reconciliation" text="Differences between books and ledger open a case. The continuous comparison is not shown on a page yet." action={<ButtonLink to="/admin/cases" look="filled">Open the cases</ButtonLink>} />;
}
