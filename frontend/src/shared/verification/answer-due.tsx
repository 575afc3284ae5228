import { Link } from 'react-router';
import { Note } from '../ui/note/note';
import { useOwnCasesQuery } from './api';

/** On the home: an officer asked for something, and the verification waits for the answer. */
export function AnswerDue() {
  const { data = [] } = useOwnCasesQuery();
  if (data.length === 0) return null;
  return (
    <div className="refund-due">
      <Note tone="wait">
        We need something more from you. Your verification waits for your answer.{' '}
        <Link to="/kyc-verification">Answer</Link>
      </Note>
    </div>
  );
}
