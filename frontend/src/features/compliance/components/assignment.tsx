import type { ComplianceCaseView } from '@tknest/contracts/api';
import { messageOf } from '../../../shared/api/problem';
import { useSessionQuery } from '../../../shared/session/api';
import { Button } from '../../../shared/ui/button/button';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { Note } from '../../../shared/ui/note/note';
import { useAssignCaseMutation } from '../api';

/** Shows to whom the case is assigned. It can be taken over, even from somebody else, and returned to the queue. */
export function Assignment({ one: { id, assignee, state, masked } }: { one: ComplianceCaseView }) {
  const { data: session } = useSessionQuery();
  const [assign, { isLoading, error }] = useAssignCaseMutation();
  if (!session) return null;
  const mine = assignee === session.walletAddress;
  return (
    <>
      <div className="row small">
        {mine ? (
          'Assigned to you'
        ) : assignee ? (
          <>
            Assigned to <WalletText wallet={assignee} />
          </>
        ) : (
          'Unassigned'
        )}
        {!masked && state !== 'decided' && (
          <Button look="subtle" size="sm" busy={isLoading} onClick={() => void assign({ id, mine: !mine })}>
            {mine ? 'Return to queue' : assignee ? 'Take over' : 'Assign to me'}
          </Button>
        )}
      </div>
      {Boolean(error) && (
        <Note tone="bad" live>
          {messageOf(error, 'The case was not assigned. Try again.')}
        </Note>
      )}
    </>
  );
}
