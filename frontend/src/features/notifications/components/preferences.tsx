import type { NoticeTopic, NotificationPreferencesView } from '@tknest/contracts/api';
import { Link } from 'react-router';
import { messageOf } from '../../../shared/api/problem';
import { useShown } from '../../../shared/api/use-shown';
import { Modal } from '../../../shared/ui/modal/modal';
import { Note } from '../../../shared/ui/note/note';
import { Shown } from '../../../shared/ui/shown/shown';
import { Skeleton } from '../../../shared/ui/states/states';
import { useNotificationPreferencesQuery, usePreferMutation } from '../api';
import style from './preferences.module.css';

const TOPICS: Record<NoticeTopic, [name: string, about: string]> = {
  payments: ['Payments', 'Purchases, direct payments and refunds'],
  rent: ['Rent', 'Rent shares that arrived or could not be paid'],
  properties: ['Properties', 'Installments, sales, arrears and redemption'],
  verification: ['Verification', 'Decisions, questions and expiry'],
  office: ['Cases and proposals', 'Cases and proposals that need an admin or officer'],
};

/** Notification preferences; each choice is saved immediately. */
export default function Preferences({ onClose }: { onClose(): void }) {
  const preferences = useShown(useNotificationPreferencesQuery(undefined, { refetchOnMountOrArgChange: true }));
  return (
    <Modal title="Notification settings" onClose={onClose} narrow>
      <Shown of={preferences} what="Your preferences" skeleton={<Skeleton height={240} />}>
        {(shown) => <Choices {...shown} />}
      </Shown>
    </Modal>
  );
}

function Choices({ topics, mail }: NotificationPreferencesView) {
  const [prefer, { error }] = usePreferMutation();
  const columns = mail === 'off' ? (['show'] as const) : (['show', 'mail'] as const);
  const choose = (topic: NoticeTopic, column: 'show' | 'mail', on: boolean) => void prefer({ topic, [column]: on });
  return (
    <>
      <table className={style.table}>
        <thead>
          <tr>
            <th scope="col">About</th>
            <th scope="col">In the list</th>
            {columns.length > 1 && <th scope="col">By email</th>}
          </tr>
        </thead>
        <tbody>
          {topics.map((one) => (
            <tr key={one.topic}>
              <th scope="row">
                <strong>{TOPICS[one.topic][0]}</strong>
                <br />
                <span className="small dim">{TOPICS[one.topic][1]}</span>
              </th>
              {columns.map((column) => (
                <td key={column}>
                  <label className={style.check}>
                    <span className="sr-only">
                      {TOPICS[one.topic][0]} {column === 'show' ? 'in the list' : 'by email'}
                    </span>
                    <input
                      type="checkbox"
                      className="check-box"
                      checked={one[column]}
                      disabled={column === 'mail' && mail === 'no-address'}
                      onChange={({ currentTarget }) => choose(one.topic, column, currentTarget.checked)}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {error && (
        <Note tone="bad" live>
          {messageOf(error, 'Your choice was not saved. Try again.')}
        </Note>
      )}
      {mail === 'no-address' && (
        <p className="small dim">
          We don’t have your email address. It comes with your <Link to="/kyc">verification</Link>.
        </p>
      )}
      <p className="small dim">Notifications that need you to act are always in the list.</p>
    </>
  );
}
