import { useTitle } from '../../../shared/use-title';
import { ButtonLink } from '../../../shared/ui/button/button';
import { Empty } from '../../../shared/ui/states/states';
import { useSessionQuery } from '../../../shared/session/api';
import { DeadEnd } from '../components/dead-end';
import { can } from '../../../shared/session/can';

const TITLE = 'This part is not open yet';
const TEXT = 'It belongs to the platform’s plan and is being built. Nothing you did was lost.';

/** A screen of the specification that is not built yet says so, to a visitor without the shell around it. */
export default function NotOpenPage() {
  useTitle('Not open yet');
  const { data: session } = useSessionQuery();
  if (!session?.walletAddress) return <DeadEnd title={TITLE} text={TEXT} />;
  const home = can(session.userRole, 'read-office') ? (
    <ButtonLink to="/admin" look="filled">
      Go to the transactions
    </ButtonLink>
  ) : (
    <ButtonLink to="/" look="filled">
      Go to your dashboard
    </ButtonLink>
  );
  return <Empty as="h1" title={TITLE} text={TEXT} action={home} />;
}
