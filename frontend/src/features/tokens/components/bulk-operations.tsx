import { IconStack2 } from '@tabler/icons-react';
import { Button } from '../../../shared/ui/button/button';

/** D2 §2.3: 'Coming Soon'; its button does nothing. */
export function BulkOperations() {
  return (
    <section className="card between tokens-bulk" aria-labelledby="bulk">
      <div className="row">
        <IconStack2 size={30} stroke={1.5} className="dim" aria-hidden />
        <div>
          <h2 id="bulk">Bulk Operations</h2>
          <p className="small dim">Coming Soon</p>
        </div>
      </div>
      <Button unavailable>Start bulk operation</Button>
    </section>
  );
}
