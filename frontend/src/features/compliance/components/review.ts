import type { ComplianceCaseView, ComplianceHit } from '@tknest/contracts/api';
import { isToBeSeen } from './documents';

/** The parts of a list entry that an officer compares. */
export type Part = 'names' | 'facts';
/** The officer's progress: documents opened, and parts of entries compared. */
export interface Seen {
  documents: ReadonlySet<string>;
  compared: ReadonlySet<string>;
}
/** What an officer who decides a case needs. */
export interface DecideProps {
  one: ComplianceCaseView;
  seen: Seen;
  onDecided(): void;
}
export const comparedKey = ({ list, entityNumber }: ComplianceHit, part: Part) => `${part}/${list}/${entityNumber}`;

const openOf = ({ hits }: ComplianceCaseView) => hits.filter(({ remembered }) => !remembered);
const comparedOf = (one: ComplianceCaseView, { compared }: Seen, part: Part) =>
  openOf(one).filter((hit) => compared.has(comparedKey(hit, part))).length;

/** Whether every undecided entry was compared, both its name and its other details. */
export const isCompared = (one: ComplianceCaseView, seen: Seen): boolean =>
  (['names', 'facts'] as const).every((part) => comparedOf(one, seen, part) === openOf(one).length);

export interface Step {
  title: string;
  said: string;
  done: boolean;
}

/** The steps of a review (OFAC FAQ 5); each can only be ticked by doing it. */
export function stepsOf(one: ComplianceCaseView, seen: Seen): Step[] {
  const { documents, needsTwo, state, decision } = one;
  const open = openOf(one);
  const compare = (title: string, part: Part): Step => {
    const done = comparedOf(one, seen, part);
    const said =
      open.length === 0 ? 'No entry' : `${done} of ${open.length} ${open.length === 1 ? 'entry' : 'entries'}`;
    return { title, said, done: done === open.length };
  };
  const opened = documents.filter(({ id }) => seen.documents.has(id)).length;
  const decided = state === 'decided' || state === 'second-approval';
  return [
    compare('Compare names', 'names'),
    compare('Compare birth and country', 'facts'),
    {
      title: 'Review the documents',
      said: documents.length === 0 ? 'None submitted' : `${opened} of ${documents.length} opened`,
      done: documents.filter(isToBeSeen).every(({ id }) => seen.documents.has(id)),
    },
    { title: 'Decide', said: decided ? DECIDED[decision ?? 'clear'] : 'Write one sentence', done: decided },
    {
      title: 'Second person approves',
      said: needsTwo ? 'Any officer but the first' : 'Not required',
      done: decision === 'clear',
    },
  ];
}

const DECIDED = { clear: 'Not the listed person, or in order', reject: 'Rejected' };

/** Clearing a case names every hit that was not cleared before. */
export const openHitsOf = ({ hits }: ComplianceCaseView): string[] => [
  ...new Set(hits.filter(({ remembered }) => !remembered).map(({ entityNumber }) => entityNumber)),
];
