import { useTitle } from '../../../shared/use-title';
import { DeadEnd } from '../components/dead-end';

/** 404, for any unknown address (D1 §2). */
export default function NotFoundPage() {
  useTitle('404: Nobody lives here');
  return (
    <DeadEnd
      title="Nobody lives here"
      text="404: there is no page at this address. It may have moved, or the link has a typing error."
    />
  );
}
