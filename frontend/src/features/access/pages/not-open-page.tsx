import { useTitle } from '../../../shared/use-title';
import { ButtonLink } from '../../../shared/ui/button/button';
import { Empty } from '../../../shared/ui/states/states';
import { useSessionQuery } from '../api';
import { readsEverything } from '../role';

/** A screen of the specification that is not built yet says so. */
export default function NotOpenPage() {
  useTitle('Not open yet');
  const { data: session } = useSessionQuery();
  const home = readsEverything(session?.userRole) ? <ButtonLink to="/admin" look="filled">Go to the transactions</ButtonLink> : <ButtonLink to="/" look="filled">{session?.walletAddress ? 'Go to your dashboard' : 'Go to the home page'}</ButtonLink>;
  const page = <Empty as="h1" title="This part is not open yet" text="It belongs to the platform’s plan and is being built. Nothing you did was lost." action={home} />;
  // The shell of somebody who is signed in has the page's one <main>.
  return session?.walletAddress ? page : <main className="content">{page}</main>;
}
