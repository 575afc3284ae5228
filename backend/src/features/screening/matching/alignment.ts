import type { ListedParty } from '../list/listed-party.js';

/** Why two words were paired; `none` if a word has no counterpart. */
export type How = 'same' | 'looks' | 'spelling' | 'sound' | 'short form' | 'consonants' | 'initial' | 'joined' | 'none';

export interface Likeness {
  score: number;
  how: How;
}

/** A unit of comparison: one word of a name, or several written as one. */
export interface Unit {
  weight: number;
  text: string;
  written: string;
  /** How many of its words are distinctive. */
  tellingWords: number;
}

/** A word of the lists. */
export interface ListedWord {
  text: string;
  sound: string;
  /** The names that contain it, by their positions in the index. */
  names: number[];
}

export interface ListedUnit extends Unit {
  /** Null for several words written as one. */
  word: ListedWord | null;
  /** The part of the name; null if the list does not say. */
  part: 'given' | 'surname' | null;
}

export interface Pairing extends Likeness {
  screened: Unit;
  listed: ListedUnit;
}

export interface Alignment {
  score: number;
  pairs: Pairing[];
  /** Whether every word of both names has a counterpart. */
  whole: boolean;
  /** The number of pairs of distinctive words. */
  tellingPairs: number;
}

/** A listed name that may be the screened one. */
export interface NameMatch extends Alignment {
  party: ListedParty;
  /** As published. */
  name: string;
  screened: readonly Unit[];
  listed: readonly ListedUnit[];
  /** Only the classes of the consonants were compared, in another script. */
  coarse: boolean;
}

/** The largest share of the score that unexplained words cost, for the screened name and for the listed one. */
const UNEXPLAINED_SCREENED = 0.45;
/** If the screened name contains the complete listed name, so that adding words hides nobody. */
const UNEXPLAINED_ADDED = 0.35;
/** The largest cost of added words, however many, so that a name listed word for word stays a hit. */
const UNEXPLAINED_ADDED_MAX = 0.19;
const UNEXPLAINED_LISTED = 0.25;
/**
 * Several words that are each only similar are weaker evidence than one: slightly weaker if every word has a
 * counterpart, as with typing errors; weaker if the listed name has one more, or several more; and much weaker if the
 * screened name has other words instead.
 */
const ALIKE_POWER = { whole: 1.45, listedHasOneMore: 1.6, listedHasMore: 2.4, screenedHasOthers: 3 };
const INITIAL = 0.8;
/** One name out of two or more alone is not a match (OFAC FAQ 5). */
const ONE_OF_SEVERAL_MAX = 0.6;
const ONE_SCREENED_WORD_MAX = 0.8;
const ONE_LISTED_WORD_MAX = 0.75;
/** If only given names, or only surnames, agree, and the screened name has others instead. */
const OTHER_PART = 0.85;
/** People who leave out several names usually keep the first one, so a missing first name costs more. */
const FIRST_LEFT_OUT = 0.9;

/** Pairs the words of two names, best pairs first, each word once, and scores how well the names explain each other. */
export function align<Screened extends Unit>(
  screened: readonly Screened[],
  listed: readonly ListedUnit[],
  likeness: (screened: Screened, listed: ListedUnit) => Likeness | undefined,
): Alignment {
  const possible: Pairing[] = [];
  for (const a of screened)
    for (const b of listed) {
      const like = likeness(a, b) ?? byInitial(a.text, b.text);
      if (like) possible.push({ score: like.score, how: like.how, screened: a, listed: b });
    }
  // Sorting is stable: among equally good pairs, the first words come first.
  possible.sort((a, b) => b.score - a.score);
  const pairs: Pairing[] = [];
  for (const pair of possible)
    if (!pairs.some(({ screened: a, listed: b }) => a === pair.screened || b === pair.listed)) pairs.push(pair);
  return { pairs, ...judge(screened, listed, pairs) };
}

function byInitial(a: string, b: string): Likeness | undefined {
  return (a.length === 1) !== (b.length === 1) && a[0] === b[0] ? { score: INITIAL, how: 'initial' } : undefined;
}

const sum = (units: readonly Unit[]) => units.reduce((total, { weight }) => total + weight, 0);
const tellingOf = (units: readonly Unit[]) => units.reduce((total, { tellingWords }) => total + tellingWords, 0);

function judge(screened: readonly Unit[], listed: readonly ListedUnit[], pairs: readonly Pairing[]) {
  if (pairs.length === 0) return { score: 0, whole: false, tellingPairs: 0 };
  let [alike, of, explainedScreened, explainedListed, tellingPairs, tellingListed] = [0, 0, 0, 0, 0, 0];
  const partsAgreed = new Set<ListedUnit['part']>();
  for (const { screened: a, listed: b, score } of pairs) {
    alike += score * (a.weight + b.weight);
    of += a.weight + b.weight;
    explainedScreened += a.weight;
    explainedListed += b.weight;
    if (b.tellingWords > 0) partsAgreed.add(b.part);
    tellingPairs += Math.max(a.tellingWords, b.tellingWords);
    tellingListed += b.tellingWords;
  }
  const [ofScreened, ofListed] = [tellingOf(screened), tellingOf(listed)];
  const missingScreened = 1 - explainedScreened / sum(screened);
  const missingListed = 1 - explainedListed / sum(listed);
  const whole = pairs.length === screened.length && pairs.length === listed.length;
  const inside = tellingListed === ofListed && tellingPairs > 1;
  const more = ofListed - tellingListed;
  const power = tellingPairs < ofScreened ? ALIKE_POWER.screenedHasOthers : powerOf(more);
  let score = (alike / of) ** (ofScreened === 1 ? 1 : power);
  score *= inside
    ? 1 - Math.min(missingScreened * UNEXPLAINED_ADDED, UNEXPLAINED_ADDED_MAX)
    : 1 - missingScreened * UNEXPLAINED_SCREENED;
  score *= 1 - missingListed * UNEXPLAINED_LISTED;
  const othersInstead = pairs.length < screened.length && tellingPairs < ofScreened;
  if (othersInstead && hasOtherPart(listed, partsAgreed)) score *= OTHER_PART;
  const [first] = listed;
  const isFirstLeftOut = first?.part === 'given' && !pairs.some((pair) => pair.listed === first);
  if (more > 1 && tellingPairs > 1 && isFirstLeftOut) score *= FIRST_LEFT_OUT;
  if (tellingPairs < 2 && ofScreened > 1 && ofListed > 1) score = Math.min(score, ONE_OF_SEVERAL_MAX);
  if (ofScreened === 1 && tellingListed < ofListed) score = Math.min(score, ONE_SCREENED_WORD_MAX);
  if (ofListed === 1 && tellingPairs < ofScreened) score = Math.min(score, ONE_LISTED_WORD_MAX);
  return { score, whole, tellingPairs };
}

/** @param more the number of distinctive words in the listed name besides those that agree */
const powerOf = (more: number): number =>
  more === 0 ? ALIKE_POWER.whole : more === 1 ? ALIKE_POWER.listedHasOneMore : ALIKE_POWER.listedHasMore;

/** A part of the listed name without any distinctive word that agrees. */
const hasOtherPart = (listed: readonly ListedUnit[], agreed: ReadonlySet<ListedUnit['part']>) =>
  (['given', 'surname'] as const).some(
    (part) => !agreed.has(part) && listed.some((unit) => unit.part === part && unit.tellingWords > 0),
  );
