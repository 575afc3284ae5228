import { useTitle } from '../../../shared/use-title';
import { ButtonLink } from '../../../shared/ui/button/button';
import { Empty } from '../../../shared/ui/states/states';

export default function NotFoundPage() {
  useTitle('404: Nobody lives here');
  return <main className="content"><Empty as="h1" title="Nobody lives here" text="404: there is no page at this address." action={<ButtonLink to="/" look="filled">Go home</ButtonLink>} /></main>;
}
