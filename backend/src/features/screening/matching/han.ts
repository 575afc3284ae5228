import anyAscii from 'any-ascii';
import { besidesAll, MORE, onlyIn, readWord, writtenWords, type Family, type ReadWord } from './family.js';
import { latinKeys, letterOf, type Letter } from './letters.js';

/**
 * Characters that any-ascii reads otherwise than names do, and surnames with their spellings in Hong Kong, Southeast
 * Asia and Korea: Mandarin readings|others.
 */
const OTHERWISE = `李 li|lee lei yi;王汪 wang|wong ong;张張 zhang|cheung teo jang;刘劉 liu|lau low;陈陳 chen|chan tan;
杨楊 yang|yeung yeo;黄黃 huang|wong ng hwang;赵趙 zhao|chiu cho jo;吴吳 wu|ng goh oh;周 zhou|chow chau joo;徐 xu|tsui seo;
孙孫 sun|suen son;朱 zhu|choo joo;胡 hu|wu woo;郭 guo|kwok kwak;何 he|ho ha;林 lin|lam lim;高 gao|ko go koh;罗羅 luo|lo law;
郑鄭 zheng|tay jung;梁 liang|leung;谢謝 xie|tse chia;唐 tang|tong;许許 xu|hui koh heo;邓鄧 deng|tang;冯馮 feng|fung;曹 cao|cho;
曾 zeng ceng|tsang;彭 peng|pang;萧蕭肖 xiao|siu;蔡 cai|choi chua tsoi;潘 pan|poon;田 tian|tin jeon;袁 yuan|yuen won;余 yu|yee;
叶葉 ye|yip yap;蒋蔣 jiang|cheung;杜 du|to;苏蘇 su|so;魏 wei|ngai wi;程 cheng|ching;吕呂 lu|lui;沈 shen|shum sim;任 ren|yam im;
姚 yao|yiu;卢盧 lu|lo noh;姜 jiang|keung kang;崔 cui|choi chui;谭譚 tan|tam;陆陸 lu|luk;石 shi|shek seok;廖 liao|liu;方 fang|fong bang;
邹鄒 zou|chau;熊 xiong|hung;金 jin|kam kim;邱丘 qiu|yau khoo koo;江 jiang|kong;侯 hou|hau;尹 yin|wan yoon yun;施 shi|sze;
关關 guan|kwan;莫 mo|mok;麦麥 mai|mak;温溫 wen|wan woon;欧歐 ou|au;区區 ou qu|au;霍 huo|fok;伍 wu|ng;朴 piao pu|park pak bak;
安 an|on ahn;申 shen|shin;权權 quan|kwon;全 quan|jeon;柳 liu|ryu yoo;白 bai|pak baek paik;文 wen|man moon;南 nan|nam;车車 che|cha;
裴 pei|bae;玄 xuan|hyun;严嚴 yan|yim um;成 cheng|sung;仇 qiu chou;单單 shan dan;解 xie jie;查 zha cha;翟 zhai di;乐樂 le yue;
覃 qin tan;缪繆 miao mou;盖蓋 ge gai;员員 yun yuan;尉 yu wei;种 chong zhong;长長 chang zhang;盛晟 sheng cheng;朝 chao zhao;重 zhong chong;
茜 qian xi;折 she zhe;费費 fei bi;宓 mi fu;隗 wei kui;万萬 wan|man`;
const READ = new Map(
  OTHERWISE.split(';').flatMap((entry) => {
    const [signs = '', ...spellings] = entry.trim().split(' ');
    return [...signs].map((sign) => [sign, spellings.join(' ')]);
  }),
);
const SURNAMES =
  /^(?:欧阳|歐陽|司马|司馬|诸葛|諸葛|上官|夏侯|皇甫|尉迟|尉遲|司徒|慕容|令狐|公孙|公孫|端木|东方|東方|长孙|長孫|.)/u;

type Rules = readonly (readonly [pinyin: RegExp, written: string])[];
const rulesOf = (lines: string): Rules =>
  lines.split(' ').map((line) => {
    const [pattern = '', written = ''] = line.split('>');
    return [new RegExp(pattern), written];
  });
/** Of each, the first rule that applies to the end of a syllable, then the first one to its beginning. */
const WADE_GILES = [
  '((?:[zcs]h|^r)i)$>$1h ^[zc]i$>tzu ^si$>ssu ^yi$>i ^you$>yu ^er$>erh ^([gk])ui$>$1uei ' +
    '^([gkh])e$>$1o ^([dtnlrzc]|[zc]h)uo$>$1o ([iy])an$>$1en ([iyu])e$>$1eh ong$>ung',
  '^(?:zh|[jq])>ch ^x>hs ^[zc](?!h)>ts ^b>p ^d>t ^g>k ^r>j',
].map(rulesOf);
/** Chinese passports write ü as yu, too. */
const TONGYONG = [
  '((?:[zcs]h?|^r)i)$>$1h iu$>iou ui$>uei ([fw])eng$>$1ong iong$>yong ([jqx])u>$1yu ([ln])(ue?)$>$1y$2',
  '^zh>jh ^q>c ^x>s',
].map(rulesOf);

const writtenIn = (system: readonly Rules[], pinyin: string): string =>
  system.reduce((word, rules) => {
    const rule = rules.find(([pattern]) => pattern.test(word));
    return rule ? word.replace(...rule) : word;
  }, pinyin);

const known = new Map<string, Letter>();
const KNOWN_MAX = 5_000;

/** What is left out of a name is a whole syllable. */
const OMITTED = 2 * MORE;

function letter(sign: string): Letter {
  let read = known.get(sign);
  if (!read) {
    const [mandarin = '', others = ''] = (READ.get(sign) ?? anyAscii(sign).toLowerCase()).split('|');
    const pinyin = mandarin.split(' ');
    const usual = [...pinyin, ...pinyin.map((one) => writtenIn(WADE_GILES, one))].join(' ');
    const rare = pinyin.map((one) => writtenIn(TONGYONG, one)).join(' ');
    const keys = new Set(`${usual} ${rare} ${others}`.trim().split(' ').flatMap(latinKeys));
    if (known.size >= KNOWN_MAX) known.clear();
    known.set(sign, (read = letterOf(`${usual}|${rare}||${others}`, OMITTED, [[...keys]])));
  }
  return read;
}

export const HAN: Family = {
  script: 'Han',
  kind: 'syllables',
  is: onlyIn('Han'),
  of: letter,
  unexplained: besidesAll,
  words: (name) => writtenWords(name).flatMap(signsOf),
};

/** A word's characters, of which the first may be a surname of two. */
function signsOf(written: string): ReadWord[] {
  const surname = SURNAMES.exec(written)?.[0] ?? '';
  return [surname, ...written.slice(surname.length)].map((signs) =>
    // For its weight, a syllable is no particle of another language, and no initial.
    readWord(HAN, signs, anyAscii(signs).padEnd(2, 'h'), signs),
  );
}
