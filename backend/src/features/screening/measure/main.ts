import { breathing } from '../list/ofac-list.js';
import { readLists } from '../list/list-files.js';
import { filesIn } from '../list/list-places.js';
import { Screener } from '../screener.js';
import { EDITS } from './edits.js';
import { flaggedOf, recallOf } from './measure.js';
import {
  alarmsOf,
  approvedOf,
  arabicPerson,
  COLLECTED,
  commonPerson,
  latinListOf,
  listedPairs,
} from './other-script.js';
import { Random } from '#platform/seeded-random.js';
import { signedPairs, signedPerson, signedRecall } from './signs.js';
import { withNames } from './with-names.js';

/**
 * `npm run measure-screening -- [folder] [persons] [seed] [--misses]`: how many listed people are found under each
 * edit, how many others are flagged, and how long it takes, measured with the code that screens applications.
 */
const [folder = 'sandbox/data/sanctions/ofac-2024-05-03', persons = '600', seed = '1'] = process.argv
  .slice(2)
  .filter((argument) => !argument.startsWith('--'));
const misses = process.argv.includes('--misses');
const CLEAN_PERSONS = 10_000;
const NAMES = 100_000;

const say = (line: string) => void process.stdout.write(`${line}\n`);
const percent = (share: number) => `${(share * 100).toPrecision(3)} %`.padStart(8);

const begun = performance.now();
const lists = await readLists(filesIn(folder), new Date(), breathing());
const screener = await Screener.of(lists, lists[0]!, breathing());
say(`${screener.entries} entries loaded in ${Math.round(performance.now() - begun)} ms`);
const random = new Random(Number(seed));
const everybody = lists.flatMap(({ parties }) => parties).filter(({ type }) => type === 'individual');
const some = Array.from({ length: Number(persons) }, () => random.pick(everybody));
say(`${'edit'.padEnd(44)} names     name  with birth date`);
for (const edit of Object.keys(EDITS)) {
  const { names, nameOnly, withBirthDate, missed } = recallOf(screener, some, edit, Number(seed));
  say(`${edit.padEnd(44)} ${String(names).padStart(5)} ${percent(nameOnly)} ${percent(withBirthDate)}`);
  if (misses) missed.slice(0, 20).forEach((one) => say(`    ${one}`));
}
const { nameOnly, withBirthDate, names } = flaggedOf(screener, CLEAN_PERSONS, Number(seed));
say(
  `of ${CLEAN_PERSONS} persons nobody listed: ${percent(nameOnly)} by name, ${percent(withBirthDate)} with birth date`,
);
if (misses) names.slice(0, 60).forEach((one) => say(`    ${one}`));
const pairs = listedPairs();
const latinList = latinListOf(pairs);
const latinScreener = await Screener.of([latinList], latinList, breathing());
for (const half of [0, 1]) {
  const ofHalf = pairs.filter((_, at) => at % 2 === half);
  const { names: listed, byName, dated, withBirthDate } = approvedOf(latinScreener, ofHalf);
  say(
    `Arabic letters, half ${half}: ${byName.length} of ${listed} listed names approved, with birth date ` +
      `${withBirthDate.length} of ${dated}`,
  );
  if (misses) byName.forEach(({ original, latin }) => say(`    ${original} <- ${latin}`));
}
const signed = await signedRecall(signedPairs(everybody));
say(
  `letters with signs: ${signed.missed} of ${signed.pairs} listed names approved, with birth date ${signed.withBirthDate}`,
);
const inArabic = { script: 'Arabic', next: arabicPerson };
const withSigns = { script: 'signed Latin', next: signedPerson };
for (const { script, next } of [
  inArabic,
  withSigns,
  ...COLLECTED.map((one) => ({ script: one, next: commonPerson(one) })),
])
  for (const dated of [false, true]) {
    const { own, latin, p50, p95 } = alarmsOf(screener, CLEAN_PERSONS / 5, new Random(Number(seed)), dated, next);
    say(
      `clean people of common names, stopped ${dated ? 'with birth date' : 'by name'}: ${percent(own)} in ${script} ` +
        `letters, ${percent(latin)} in Latin; p50 ${p50.toPrecision(2)} ms, p95 ${p95.toPrecision(2)} ms`,
    );
  }
const large = withNames(lists[0]!, NAMES, random);
const indexed = performance.now();
const largeScreener = await Screener.of([large], large, breathing());
say(`${NAMES} names indexed in ${Math.round(performance.now() - indexed)} ms`);
flaggedOf(largeScreener, 200, 7);
const { p50, p95 } = flaggedOf(largeScreener, 2_000, Number(seed));
say(`one screening among ${NAMES} names, warm: p50 ${p50.toPrecision(2)} ms, p95 ${p95.toPrecision(2)} ms`);
