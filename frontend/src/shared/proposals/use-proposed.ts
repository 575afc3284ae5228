import type { ProposalAnswer } from '@tknest/contracts/api';
import { useNavigate } from 'react-router';

/** An act that takes two people was proposed, but not carried out yet. */
export const isProposed = (answer: object | null | undefined): answer is ProposalAnswer =>
  Boolean(answer && 'proposalId' in answer);

/** Navigates to the page where a proposal is signed, and where another admin approves it. */
export function useProposed(): (answer: ProposalAnswer) => void {
  const navigate = useNavigate();
  return (answer) => void navigate('/admin/proposals', { state: answer });
}
