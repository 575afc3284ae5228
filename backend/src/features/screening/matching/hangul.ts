import { besidesAll, onlyIn, readWord, writtenWords, type Family, type ReadWord } from './family.js';
import { tableOf } from './letters.js';

/**
 * How passports and lists write Korean syllables: revised romanization, McCune–Reischauer without its signs, and what
 * people choose. First whole syllables, as surnames, in the spellings that their letters do not explain.
 */
const TABLE = tableOf(`
이리 -LR 1.5 lee yi i ri li rhee|ree yee rhie e rhi ie;
박 B.-R.K 1.5 park pak bak|bark bahk pahk parc bag;림임 -LR.M 1.5 lim im rim|yim leem rhim;
류유 -LR 1.5 yoo yu ryu you|yew ryoo lyu lew;로노 NLR 1.5 no roh noh ro|rho nho lo;
라나 NRL 1.5 na ra|nah rah la;려여 -RL 1.5 yeo ryo yo|lyo ryeo yuh;렴염 -RL.M 1.5 yeom yum ryom|lyom youm;
량양 -RL.N.K 1.5 yang ryang|lyang;련연 -RL.N 1.5 yeon yun ryon|youn yon;룡용 -RL.N.K 1.5 yong ryong|lyong;
허 -.-R 1.5 heo hur huh ho hu|her hoh;조 J.- 1.5 cho jo|joe joh choe;오 - 1.5 oh o;
ᄀᆨ K 1.5 k g|c ck kh gh q;ᄁᆩ K 1.5 kk k g|gg;ᄂᆫ N 1.5 n;ᄃ DT 1.5 t d;ᄄ DT 1.5 tt t d|dd;
ᄅᆯ LR 1.5 r l|n;ᄆᆷ M 1.5 m;ᄇᆸ B 1.5 p b|v;ᄈ B 1.5 pp p b|bb;ᄉ S 1.5 s sh;ᄊ S 1.5 ss s|sh;ᄋ - 0;
ᄌ J 1.5 j ch|z c ts;ᄍ J 1.5 jj tch j ch;ᄎ J 1.5 ch|c tch j;ᄏᆿ K 1.5 k kh|c q;ᄐᇀ T 1.5 t|th;
ᄑᇁ BF 1.5 p|ph f;ᄒᇂ - 1.5 h;ᆮᆺᆻᆽᆾ TS 1.5 t|s d;ᆼ N.K 1.5 ng|n;ᅡ - 1.5 a|ah;ᅢ - 1.5 ae ai|ay e a;
ᅣ - 1.5 ya|yah ia;ᅥ - 1.5 eo u o|ou uh ur e;ᅦ - 1.5 e|ae ay eh ey;
ᅧ - 1.5 yeo you yu yo|yeu yuh eo eou;ᅨ - 1.5 ye|yeh ie;ᅩ - 1.5 o|oh oo ou;ᅪ - 1.5 wa|oa ua;
ᅬ - 1.5 oi oe|oy we wae;ᅭ - 1.5 yo|yoh;ᅮ - 1.5 u oo|ou woo wu;ᅯ - 1.5 wo weo|won;ᅰᅫ - 1.5 we wae;
ᅱ - 1.5 wi|wee ui;ᅲ - 1.5 yu yoo|you yue u;ᅳ - 1.5 eu u|oo;ᅴ - 1.5 ui eui hi i|ee e;
ᅵ - 1.5 i ee|y e ih`);
const SURNAMES = /^(?:남궁|선우|황보|제갈|사공|독고|서문|동방|.)/u;

export const HANGUL: Family = {
  script: 'Hangul',
  kind: 'syllables',
  is: onlyIn('Hangul'),
  of: (letter) => TABLE.get(letter),
  unexplained: besidesAll,
  words: (name) => writtenWords(name).flatMap(syllablesOf),
};

/** A word's syllables, of which the first may be a surname. */
function syllablesOf(written: string): ReadWord[] {
  const surname = SURNAMES.exec(written)?.[0] ?? '';
  return [surname, ...written.slice(surname.length)].map((syllable, at) => {
    const letters = syllable.normalize('NFD');
    return readWord(HANGUL, at === 0 && TABLE.has(syllable) ? syllable : letters, letters, syllable);
  });
}
