import { useTitle } from '../../../shared/use-title';
import { ButtonLink } from '../../../shared/ui/button/button';
import { Empty } from '../../../shared/ui/states/states';

/** A screen of the specification that is not built yet says so. */
export default function NotOpenPage() {
  useTitle('Not open yet');
  return <main className="content"><Empty as="h1" title="This part is not open yet" text="It belongs to the platform’s plan and is being built. Nothing you did was lost." action={<ButtonLink to="/" look="filled">Go to your dashboard</ButtonLink>} /></main>;
}
