import type { ComplianceCaseView, ComplianceHit } from '@tknest/contracts/api';
import { dayInWords } from '@tknest/contracts/money';
import {
  birthInWords,
  CASE_STATE_WORDS,
  countryInWords,
  DOCUMENT_WORDS,
  SCAN_WORDS,
  WALLET_WORDS,
} from '@tknest/contracts/papers';
import { capitalized } from '@tknest/contracts/words';
import { DIM, INK, instant, Paper } from '#platform/pdf/paper.js';

const SPACE = 18;
const NAMES_WIDTH = 150;
/** Points that a hit takes with its usual remarks; a longer one continues on the next page. */
const HIT = 190;
const inWords = (code: string): string =>
  capitalized(
    code
      .replace(/([A-Z])/g, ' $1')
      .replaceAll(/[_-]/g, ' ')
      .toLowerCase(),
  );

/**
 * A compliance case as a PDF: applicant, hits, wallets, documents by name, and its history with the reasons. Like the
 * page, it shows the last four characters of numbers. Text that the PDF's fonts cannot draw is in the attached
 * `case.json`.
 * @param taken when it was exported (ISO 8601), the exporting wallet, and the names of officers
 */
export async function caseFilePdf(
  one: ComplianceCaseView,
  taken: { at: string; by: string; nameOf(wallet: string): string | undefined },
): Promise<Buffer> {
  const { applicant } = one;
  const named = (wallet: string) => {
    const name = taken.nameOf(wallet);
    return name ? `${name} (${wallet})` : wallet;
  };
  const left = `Confidential. Case ${one.id}`;
  const paper = new Paper(`Case ${one.id}`, taken.at, { left, right: `Exported ${instant(taken.at)}` });
  paper.text('Tknest', { size: 15, weight: 'bold' });
  paper.text('Compliance case file', { at: paper.left + paper.width, size: 9, color: DIM, right: true });
  paper.y += 34;
  paper.text(applicant.name, { size: 20, weight: 'bold' });
  paper.y += 34;
  facts(paper, [
    ['Case', one.id],
    ['Opened because', one.reason],
    ['State', CASE_STATE_WORDS[one.state === 'decided' ? (one.decision ?? 'reject') : one.state]],
    ['Risk', inWords(one.risk)],
    ['Opened', instant(one.openedAt)],
    ['Due', dayInWords(one.promiseBy)],
    ['Assigned to', one.assignee ? named(one.assignee) : 'Nobody'],
    ['Wallet', `${one.wallet} (${applicant.name}, ${one.userRole})`],
    ['Exported by', named(taken.by)],
  ]);
  section(paper, 'Applicant');
  // A form has both among its fields.
  const screened: [string, string][] = [
    ['Date of birth', applicant.birthDate ? birthInWords(applicant.birthDate) : 'Not known'],
    ['Country', applicant.countries.map(countryInWords).join(', ') || 'Not known'],
  ];
  const entered = applicant.fields.map(({ label, value }): [string, string] => [label, value]);
  facts(paper, entered.length > 0 ? entered : screened);
  section(paper, `Sanctions hits (${one.hits.length})`, one.hits.length > 0 ? HIT : SPACE);
  if (one.hits.length === 0) paper.paragraph('No hits.');
  for (const hit of one.hits) hitOn(paper, hit, applicant);
  section(paper, `Other wallets (${one.wallets.length})`);
  if (one.wallets.length === 0) paper.paragraph('No other wallets are known.');
  facts(
    paper,
    one.wallets.map(({ wallet, how, suspended }) => [WALLET_WORDS[how], suspended ? `${wallet}, suspended` : wallet]),
  );
  section(paper, `Documents (${one.documents.length})`);
  paper.paragraph('Documents are not part of this file. They can be opened in the case; each view is recorded.');
  paper.y += 6;
  facts(
    paper,
    one.documents.map(({ id, kind, mediaType, scan }) => [
      DOCUMENT_WORDS[kind] ?? inWords(kind),
      `${id}, ${mediaType}. ${SCAN_WORDS[scan]}`,
    ]),
  );
  section(paper, 'History');
  for (const { at, actor, what, reason } of one.history) {
    const by = actor === one.wallet ? 'the applicant' : actor && named(actor);
    facts(paper, [[instant(at), by ? `${what}, by ${by}` : what]]);
    if (reason) paper.paragraph(reason, { at: paper.left + NAMES_WIDTH, max: paper.width - NAMES_WIDTH });
  }
  paper.y += SPACE;
  paper.paragraph('case.json, which is attached to this file, has everything letter for letter.');
  const json = JSON.stringify({ exportedAt: taken.at, exportedBy: taken.by, case: one }, null, 2);
  paper.attach('case.json', json, { type: 'application/json', at: taken.at });
  return paper.end();
}

/** @param first points that must fit below the title on the same page */
function section(paper: Paper, title: string, first = SPACE): void {
  paper.room(SPACE + 20 + first);
  paper.y += SPACE;
  paper.text(title, { size: 12, weight: 'bold' });
  paper.y += 20;
}

/** Name and value; a long value continues on the next lines. */
function facts(paper: Paper, rows: readonly (readonly [name: string, value: string])[]): void {
  for (const [name, value] of rows) {
    paper.room(16);
    paper.text(name, { size: 8.5, color: DIM, max: NAMES_WIDTH - 8 });
    paper.paragraph(value, { at: paper.left + NAMES_WIDTH, max: paper.width - NAMES_WIDTH, color: INK });
    paper.y += 3;
  }
}

function hitOn(paper: Paper, hit: ComplianceHit, { birthDate, countries }: ComplianceCaseView['applicant']): void {
  paper.room(HIT);
  const settled = hit.remembered ? 'Cleared before' : hit.confirmed ? 'Confirmed' : 'Open';
  const compared = (said: string, own: readonly string[], listed: readonly string[], inWords: typeof birthInWords) => {
    const words = (values: readonly string[]) => values.map(inWords).join(', ') || 'not known';
    return `${said}: ${words(own)}; on the list ${words(listed)}`;
  };
  const aliases = [...hit.aliases, ...hit.weakAliases.map((alias) => `“${alias}”`)];
  const listed: [string, string][] = [
    ['Also known as', aliases.join(', ')],
    ['Sanctions programs', hit.programs.join(', ')],
    ['Remarks', hit.remarks],
  ];
  facts(paper, [
    [`${hit.list} ${hit.entityNumber}`, hit.primaryName],
    ['Score', `${Math.round(hit.score * 100)}%, ${hit.level}. ${settled}`],
    ...(hit.name === hit.primaryName ? [] : [['Compared with', hit.name] as const]),
    ['Why', hit.explanation],
    ['Born', compared(hit.birthDate, birthDate ? [birthDate] : [], hit.birthDates, birthInWords)],
    ['Country', compared(hit.country, countries, hit.countries, countryInWords)],
    ['Kind', capitalized(hit.type)],
    ...listed.filter(([, value]) => value),
  ]);
  paper.y += 6;
}
