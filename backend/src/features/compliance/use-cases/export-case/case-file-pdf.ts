import type { ComplianceCaseView, ComplianceHit } from '@tknest/contracts/api';
import { CASE_STATE_WORDS, DOCUMENT_WORDS, SCAN_WORDS, WALLET_WORDS } from '@tknest/contracts/papers';
import { capitalized } from '@tknest/contracts/words';
import { DIM, INK, instant, Paper } from '#platform/pdf/paper.js';

const SPACE = 18;
const NAMES_WIDTH = 150;
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
 * @param taken when it was exported (ISO 8601), and the exporting wallet
 */
export async function caseFilePdf(one: ComplianceCaseView, taken: { at: string; by: string }): Promise<Buffer> {
  const left = `Confidential. Case ${one.id}`;
  const paper = new Paper(`Case ${one.id}`, taken.at, { left, right: `Exported ${instant(taken.at)}` });
  paper.text('Tknest', { size: 15, weight: 'bold' });
  paper.text('Compliance case file', { at: paper.left + paper.width, size: 9, color: DIM, right: true });
  paper.y += 34;
  paper.text(one.applicant.name, { size: 20, weight: 'bold' });
  paper.y += 34;
  facts(paper, [
    ['Case', one.id],
    ['Opened because', one.reason],
    ['State', CASE_STATE_WORDS[one.state === 'decided' ? (one.decision ?? 'reject') : one.state]],
    ['Risk', inWords(one.risk)],
    ['Opened', instant(one.openedAt)],
    ['Due', one.promiseBy],
    ['Assigned to', one.assignee ?? 'Nobody'],
    ['Wallet', `${one.wallet} (${one.userRole})`],
    ['Exported by', taken.by],
  ]);
  section(paper, 'Applicant');
  facts(paper, [
    ['Date of birth', one.applicant.birthDate ?? 'Not known'],
    ['Countries', one.applicant.countries.join(', ') || 'Not known'],
    ...one.applicant.fields.map(({ label, value }): [string, string] => [label, value]),
  ]);
  section(paper, `Sanctions hits (${one.hits.length})`);
  if (one.hits.length === 0) paper.paragraph('No hits.');
  for (const hit of one.hits) hitOn(paper, hit, one.applicant);
  section(paper, `Other wallets (${one.wallets.length})`);
  if (one.wallets.length === 0) paper.paragraph('No other wallets are known.');
  facts(
    paper,
    one.wallets.map(({ wallet, how, suspended }) => [WALLET_WORDS[how], suspended ? `${wallet}, suspended` : wallet]),
  );
  section(paper, `Documents (${one.documents.length})`);
  paper.paragraph('Documents are not part of this file. They can be opened in the case; each view is recorded.');
  facts(
    paper,
    one.documents.map(({ id, kind, mediaType, scan }) => [
      DOCUMENT_WORDS[kind] ?? inWords(kind),
      `${id}, ${mediaType}. ${SCAN_WORDS[scan]}`,
    ]),
  );
  section(paper, 'History');
  for (const { at, actor, what, reason } of one.history) {
    facts(paper, [[instant(at), actor ? `${what}, by ${actor}` : what]]);
    if (reason) paper.paragraph(reason, { at: paper.left + NAMES_WIDTH, max: paper.width - NAMES_WIDTH });
  }
  paper.y += SPACE;
  paper.paragraph('case.json, which is attached to this file, has everything letter for letter.');
  const json = JSON.stringify({ exportedAt: taken.at, exportedBy: taken.by, case: one }, null, 2);
  paper.attach('case.json', json, { type: 'application/json', at: taken.at });
  return paper.end();
}

function section(paper: Paper, title: string): void {
  paper.room(60);
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
  const settled = hit.remembered ? 'Cleared before' : hit.confirmed ? 'Confirmed' : 'Open';
  const compared = (said: string, own: string, listed: readonly string[]) =>
    `${said}: ${own || 'not known'}; on the list ${listed.join(', ') || 'not known'}`;
  const aliases = [...hit.aliases, ...hit.weakAliases.map((alias) => `“${alias}”`)];
  const listed: [string, string][] = [
    ['Also known as', aliases.join(', ')],
    ['Sanctions programs', hit.programs.join(', ')],
    ['Remarks', hit.remarks],
  ];
  facts(paper, [
    [`${hit.list} ${hit.entityNumber}`, hit.primaryName],
    ['Score', `${Math.round(hit.score * 100)}%, ${hit.level}. ${settled}`],
    ['Compared with', hit.name],
    ['Why', hit.explanation],
    ['Born', compared(hit.birthDate, birthDate ?? '', hit.birthDates)],
    ['Country', compared(hit.country, countries.join(', '), hit.countries)],
    ['Kind', capitalized(hit.type)],
    ...listed.filter(([, value]) => value),
  ]);
  paper.y += 6;
}
