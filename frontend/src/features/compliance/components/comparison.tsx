import type { ComplianceCaseView, ComplianceHit } from '@tknest/contracts/api';
import { birthInWords, countryInWords } from '@tknest/contracts/papers';
import { capitalized } from '@tknest/contracts/words';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { Checkbox } from '../../../shared/ui/inputs/inputs';
import { hundred, MarkedName, WordAlignment } from '../../../shared/ui/words/words';
import { comparedKey, type Part } from './review';
import { usePhone } from '../../../shared/use-phone';
import style from './case.module.css';

type Said = 'same' | 'near' | 'differs' | 'unknown' | 'list only';
const PILLS: Record<Said, { status: string; word: string }> = {
  same: { status: 'matches', word: 'Same' },
  near: { status: 'waiting', word: 'Similar' },
  // Clears the person rather than accuses: neutral.
  differs: { status: 'unlike', word: 'Differs' },
  unknown: { status: 'unknown', word: 'Not known' },
  'list only': { status: 'unknown', word: 'List only' },
};
const listed = (values: readonly string[]) => (values.length > 0 ? values.join(', ') : '—');

interface Props {
  applicant: ComplianceCaseView['applicant'];
  hit: ComplianceHit;
  /** The compared parts of entries, and a callback to mark them; absent if the user does not compare. */
  review?: { compared: ReadonlySet<string>; onCompared(key: string, is: boolean): void };
}

/** The applicant and one list entry, side by side: the two names, other details, and a comparison word by word. */
export function Comparison({ applicant, hit, review }: Props) {
  const tick = (part: Part, label: string) =>
    review &&
    !hit.remembered && (
      <Checkbox
        label={label}
        checked={review.compared.has(comparedKey(hit, part))}
        onChange={({ currentTarget: { checked } }) => review.onCompared(comparedKey(hit, part), checked)}
      />
    );
  const rows: [string, string, Said, string][] = [
    [
      'Born',
      listed([applicant.birthDate ?? '—'].map(birthInWords)),
      hit.birthDate,
      listed(hit.birthDates.map(birthInWords)),
    ],
    [
      'Country',
      listed(applicant.countries.map(countryInWords)),
      hit.country,
      listed(hit.countries.map(countryInWords)),
    ],
    ['Kind', 'Person', hit.type === 'individual' ? 'same' : 'differs', capitalized(hit.type)],
  ];
  const onList: [string, string][] = [
    ['Also known as', [...hit.aliases, ...hit.weakAliases.map((alias) => `“${alias}”`)].join(', ')],
    ['Sanctions programs', hit.programs.join(', ')],
    ['Remarks', hit.remarks],
  ];
  for (const [what, theirs] of onList) if (theirs) rows.push([what, '—', 'list only', theirs]);
  const names = (
    <div className={style.names}>
      <div>
        <span className="small dim">Applicant</span>
        {hit.words.length > 0 ? <MarkedName words={hit.words} side="screened" /> : <strong>{applicant.name}</strong>}
      </div>
      <div className={style.score}>
        <strong>{hundred(hit.score)}</strong>
        <span className="small dim">name score</span>
      </div>
      <div>
        <span className="small dim">
          {hit.list}, entry {hit.entityNumber}
        </span>
        {hit.words.length > 0 ? <MarkedName words={hit.words} side="listed" /> : <strong>{hit.name}</strong>}
      </div>
    </div>
  );
  const rest = (
    <>
      {(hit.remembered || hit.confirmed) && (
        <p className="small">
          {hit.remembered
            ? 'Cleared before for exactly this person and entry.'
            : 'Confirmed before: this is the listed person.'}
        </p>
      )}
      <dl className={style.rows}>
        {rows.map(([what, own, said, theirs]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd data-of="Applicant">{own}</dd>
            <dd>
              <StatusPill {...PILLS[said]} />
            </dd>
            <dd data-of="On the list">{theirs}</dd>
          </div>
        ))}
      </dl>
      {tick('facts', 'I compared birth and country')}
      <strong>Matched words</strong>
      {hit.words.length > 0 && <WordAlignment words={hit.words} />}
      <p className="small dim">{hit.explanation}</p>
      {tick('names', 'I compared the names')}
    </>
  );
  const name = `Hit ${hit.entityNumber}`;
  // On a phone the names and their score stand for an entry, so that all entries and the decision are in reach.
  return usePhone() ? (
    <details className={`card ${style.comparison} ${style.folded}`} aria-label={name}>
      <summary>{names}</summary>
      <div className={style.comparison}>{rest}</div>
    </details>
  ) : (
    <article className={`card ${style.comparison}`} aria-label={name}>
      {names}
      {rest}
    </article>
  );
}
