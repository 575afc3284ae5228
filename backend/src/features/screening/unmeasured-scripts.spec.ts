import { describe, expect, it } from '@jest/globals';
import { HAN } from './matching/han.js';
import { HANGUL } from './matching/hangul.js';
import { readsAs } from './matching/letters.js';
import { isSameName } from './matching/same-name.js';
import { LISTED_BIRTH_DATE, screenerOf, screenPerson as screen } from '#test/support/screened-names.js';

const NOT_COMPARED = 'The name is known only in letters that are not compared with the lists';

describe('a listed person who writes the own name in these letters is found, and nobody is approved by it', () => {
  it.each([
    ['PAK, Min Su', '박민수'],
    ['PARK, Minsoo', '박 민수'],
    ['NAMKOONG, Min-ji', '남궁민지'],
    ["CH'OE, Un-gyo'ng", '최은경'],
    ['WANG, Xiaoming', '王小明'],
    ['WANG, Hsiao-ming', '王小明'],
    ['OUYANG, Zhiqiang', '歐陽志強'],
    ['TSENG, Kuo-hua', '曾國華'],
    ['MIZRACHI, Chaim', 'חיים מזרחי'],
    ['BEN-DAVID, Yitzhak', 'יצחק בן דוד'],
    ['COHEN, Moshe', 'משה כהן'],
  ])('%s is %s, in both directions', async (latin, own) => {
    for (const [listed, typed] of [
      [latin, own],
      [own, latin],
    ] as const) {
      const { status, hits } = screen(await screenerOf(listed), typed);
      expect([status, hits.map(({ score }) => score >= 0.8 && score <= 0.89)]).toEqual(['pending', [true]]);
    }
  });

  it.each([
    ['TAN, Xiaoming', '陈小明'],
    ['KIM, Zheng En', '金正恩'],
    ['PARETZ, Khom', 'חיים פרץ'],
    ['CHOUDHURY, Lakhan', 'लाखन चौधरी'],
    ['THAKKAR, Yashvanth', 'યશવંત ઠક્કર'],
    ['CHAKRABARTI, Gautam', 'গৌতম চক্রবর্তী'],
    ['WARAICH, Satnam', 'ਸਤਨਾਮ ਵੜੈਚ'],
  ])('%s is %s only with the same birth date', async (latin, own) => {
    const screener = await screenerOf(latin);
    expect(screen(screener, own)).toMatchObject({ status: 'pending', hits: [], reason: NOT_COMPARED });
    expect(screen(screener, own, LISTED_BIRTH_DATE).hits.map(({ score }) => score <= 0.76)).toEqual([true]);
    expect(screen(screener, own, '1970-05-16').hits).toEqual([]);
  });

  it.each([
    ['PAK, Min Su', '박민지'],
    ['PAK, Min Suk', '박민수'],
    ['WANG, Xiaoming', '王小梅'],
    ['LI, Xiaoming', '王小明'],
    ['COHEN, Daniel', 'דוד כהן'],
    ['SHARMA, Anil', 'अमित शर्मा'],
  ])('%s is not %s, who waits for an officer', async (latin, own) =>
    expect(screen(await screenerOf(latin), own)).toMatchObject({ status: 'pending', hits: [], reason: NOT_COMPARED }),
  );
});

/** Korean surnames with their usual Latin forms. */
const SURNAMES = `김 kim gim;이 lee yi i rhee ri li;박 park pak bak;최 choi choe;정 jung jeong chung chong cheong;강 kang gang;
조 cho jo;윤 yoon yun youn;장 jang chang;임 lim im rim;한 han hahn;오 oh o;서 seo suh so;신 shin sin;권 kwon gwon;황 hwang;
안 ahn an;송 song;류 ryu yoo yu;유 yoo yu ryu;전 jeon jun chun chon;홍 hong;고 ko go koh;문 moon mun;양 yang ryang;손 son sohn;
배 bae pae;백 baek paek paik baik;허 heo hur huh ho;남 nam;심 shim sim;노 noh roh no ro;하 ha;곽 kwak gwak;성 sung seong song;
차 cha;주 joo ju chu;우 woo wu u;구 koo ku gu;민 min;진 jin chin;지 ji chi jee;엄 eom um;천 cheon chun;방 bang pang;현 hyun hyon;
변 byun byeon pyon;염 yeom yum;추 choo chu;석 seok suk sok`;
/** Chinese syllables in Hanyu Pinyin, Wade–Giles and Tongyong Pinyin. */
const SYLLABLES = `张 zhang chang jhang;秋 qiu chiu ciou;许 xu hsu syu;资 zi tzu zih;思 si ssu sih;志 zhi chih jhih;仁 ren jen;
龙 long lung;天 tian tien;谢 xie hsieh sie;学 xue hsueh syue;卓 zhuo cho jhuo;桂 gui kuei guei;科 ke ko;燕 yan yen;又 you yu;
义 yi i;耳 er erh;雄 xiong hsiung syong;丰 feng fong;呂 lu lyu;说 shuo;多 duo to;白 bai pai;大 da ta;曾 zeng tseng;單 shan`;

describe('what is written for a syllable', () => {
  it.each([
    ['Korean surnames', HANGUL, SURNAMES],
    ['Chinese ones', HAN, SYLLABLES],
  ])('%s', (_, family, lines) => {
    const missed = lines.split(';').flatMap((line) => {
      const [syllable = '', ...forms] = line.trim().split(' ');
      const letters = family.words(syllable)[0]!.letters;
      return forms.filter((form) => readsAs(family, letters, form) < 0.8).map((form) => `${syllable} ${form}`);
    });
    expect(missed).toEqual([]);
  });

  it('has at most six readings of a Chinese character, besides those of its other Mandarin ones', () => {
    for (const [sign = ''] of SYLLABLES.split(';').map((line) => line.trim()))
      expect(new Set([...HAN.of(sign)!.written.values()].flat().map(([text]) => text)).size).toBeLessThanOrEqual(6);
  });
});

describe('a name in these letters and the Latin name that a provider has read are one person’s', () => {
  it.each([
    ['박민수', 'MINSU PARK'],
    ['이영희', 'Lee Younghee'],
    ['이영희', 'Yi Yŏng-hŭi'],
    ['최은경', 'Choe Un-gyong'],
    ['정현우', 'CHUNG HYUNWOO'],
    ['정현우', 'Jeong Hyeonu'],
    ['황보승희', 'Hwangbo Seunghee'],
    ['강혜원', 'Kang Hye Won'],
    ['리설주', 'Ri Sol Ju'],
    ['王小明', 'XIAOMING WANG'],
    ['王小明', 'Wang Hsiao-Ming'],
    ['呂秀蓮', 'LYU XIULIAN'],
    ['呂秀蓮', 'Lu Hsiu-lien'],
    ['陈小明', 'Tan Xiaoming'],
    ['張志強', 'Chang Chih-Chiang Peter'],
    ['单田芳', 'Shan Tianfang'],
    ['דוד כהן', 'David Cohen'],
    ['בנימין נתניהו', 'Benjamin Netanyahu'],
    ['יַעֲקֹב כ״ץ', 'Yaakov Katz'],
    ['ג׳ורג׳ לוי', 'George Levy'],
    ['שלמה אוחיון', 'Shlomo Ohayon'],
    ['अमित शर्मा', 'Amit Sharma'],
    ['नरेन्द्र मोदी', 'MODI NARENDRA'],
    ['ज़ाकिर हुसैन', 'Zakir Hussain'],
    ['નરેન્દ્ર પટેલ', 'Narendra Patel'],
    ['অমিত ব্যানার্জী', 'Amit Banerjee'],
    ['ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ', 'Gurpreet Singh'],
    ['శ్రీనివాస్ రావు', 'Srinivas Rao'],
  ])('%s and %s', (own, latin) => expect([isSameName(own, latin), isSameName(latin, own)]).toEqual([true, true]));

  it.each([
    ['박민수', 'Park Min'],
    ['박민수', 'Park Min Suk'],
    ['박민수', 'Kim Minsu'],
    ['박민수', 'Park'],
    ['이영희', 'Lee Young Ho'],
    ['김서연', 'Kim Seoyoon'],
    ['王小明', 'Wang Xiao'],
    ['王小明', 'Wang Xiaomei'],
    ['王小明', 'Li Xiaoming'],
    ['李娜', 'Li Nan'],
    ['黄家强', 'Wong Ka Keung'],
    ['דוד כהן', 'Daniel Cohen'],
    ['טל ישראלי', 'Gal Israeli'],
    ['अमित शर्मा', 'Anil Sharma'],
    ['अमित शर्मा', 'Amit'],
  ])('%s and %s are not', (own, latin) => expect(isSameName(own, latin)).toBe(false));
});
