import { useTitle } from '../../../shared/use-title';
import { DeadEnd } from '../components/dead-end';

/** 404, for any unknown address (D1 §2). */
export default function NotFoundPage() {
  useTitle('404: Page not found');
  return (
    <DeadEnd
      title="Page not found"
      text="There is no page at this address (404). It may have moved, or the link has a typing error."
    />
  );
}
