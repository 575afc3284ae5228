import type { AuditEventView } from '@tknest/contracts/api';
import { Link } from 'react-router';
import { wordsOf } from '../../../shared/format/format';
import { clock, exactTime } from '../../../shared/format/time';
import { HashText, WalletText } from '../../../shared/ui/copyable/copyable';
import { usePlatformConfigQuery } from '../../../shared/session/api';
import { eventSentence } from '../../../shared/record/event-sentence';
import { logAddress } from '../../../shared/record/log-address';

/** Events confirmed by a ledger. */
const CONFIRMED = new Set(['LegValidated', 'LatePrincipalFound']);

/**
 * The events of one payment in the log: time, type, description, actor and position; a filled dot means confirmed by a
 * ledger.
 */
export function PaymentTrail({ events }: { events: readonly AuditEventView[] }) {
  const { data: config } = usePlatformConfigQuery();
  return (
    <ol className="trail">
      {events.map(({ position, at, type, data, actor }) => (
        <li key={position} data-ledger={CONFIRMED.has(type) || undefined}>
          <time className="mono dim" dateTime={at} title={exactTime(at)}>
            {clock(new Date(at), 'seconds')}
            <small>.{at.slice(20, 23)}</small>
          </time>
          <div>
            <div className="between">
              <strong>{type}</strong>
              <Link
                className="mono"
                to={logAddress(position)}
                aria-label={`Position ${Number(position)} in the event log`}
              >
                #{Number(position)}
              </Link>
            </div>
            <p>{eventSentence({ type, data })}</p>
            <div className="trail-who xsmall dim">
              {actor.wallet && <WalletText wallet={actor.wallet} />}
              <span>{actor.wallet ? wordsOf(actor.role) : 'Payment process'}</span>
              {typeof data.hash === 'string' && (
                <HashText hash={data.hash} explorer={CONFIRMED.has(type) ? config?.explorer : null} />
              )}
            </div>
          </div>
        </li>
      ))}
    </ol>
  );
}
