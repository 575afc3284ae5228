/** Words that say little about who somebody is, with their weights as fractions of a normal word. */
const TITLES =
  words(`mr mrs ms miss dr doctor prof professor sir madam lord lady eng engineer sheikh shaykh shaikh sheik
  haji hajji hadji hajj mullah maulana mawlawi mawlana molla ayatollah imam general gen colonel col major maj captain capt
  lieutenant lt sergeant brigadier admiral commander president minister ambassador senator honorable hon rev reverend
  father sayyid sayed jr sr ii iii iv phd md esq mba`);
const PARTICLES =
  words(`al el ul ad as an ar ash at az bin ibn ben bint binti de del della delle di da do dos das la las
  le los lo van von der den ten ter of y e zu zur und and the`);
/** Legal forms and other generic words in companies' names. */
const LEGAL = words(`llc ltd limited ltda inc incorporated corp corporation company gmbh jsc ojsc oao ooo pjsc pao zao
  cjsc plc fze fzco fzc dmcc sarl srl sdn bhd pte pty spzoo kft`);
const LEGAL_OF_COMPANIES = words(`co sa ag nv bv ab as oy kg spa ao aktiengesellschaft joint stock open closed public
  private liability society societe sociedad anonima obshchestvo aktsionernoe otvetstvennostyu ogranichennoi s cv rl`);
const GENERIC_OF_COMPANIES = words(`trading trade trust group groupe grupo holding holdings international general
  industries industrial industry enterprise enterprises services service establishment est exchange import export
  shipping marine maritime transport transportation logistics construction investment investments capital finance
  financial bank banking insurance engineering technology technologies tech development management organization
  organisation foundation association center centre institute university committee council office bureau agency
  commercial global world new national state for`);

const TITLE = 0.15;
const PARTICLE = 0.4;
const LEGAL_FORM = 0.1;
const GENERIC = 0.4;
/** From this weight on, a word distinguishes people. */
const TELLING = 0.5;

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}

function factorOf(word: string, ofPerson: boolean): number {
  if (LEGAL.has(word)) return LEGAL_FORM;
  if (!ofPerson && LEGAL_OF_COMPANIES.has(word)) return LEGAL_FORM;
  if (!ofPerson && GENERIC_OF_COMPANIES.has(word)) return GENERIC;
  if (ofPerson && TITLES.has(word)) return TITLE;
  return PARTICLES.has(word) ? PARTICLE : 1;
}

export interface Weighted {
  weight: number;
  /** Whether a word is distinctive. */
  telling: boolean;
}

/**
 * The weight by length and meaning. In a name that consists only of common words, only their length counts, so that
 * each contributes.
 */
export function weigh<One extends { text: string }>(words: readonly One[], ofPerson: boolean): (One & Weighted)[] {
  const all = words.map((word) => ({ word, factor: factorOf(word.text, ofPerson) }));
  const plain = !all.some(({ word, factor }) => factor >= TELLING && word.text.length > 1);
  return all.map(({ word, factor: own }) => {
    const { length } = word.text;
    const factor = plain ? 1 : own;
    return { ...word, weight: length * factor, telling: factor >= TELLING && (plain || length > 1) };
  });
}
