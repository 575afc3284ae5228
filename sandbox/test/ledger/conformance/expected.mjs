// What a scenario expects: its placeholders, and how an answer is compared with it.

// Placeholders in tx, request and expect:
// $alice address   $alice.pub public key   #label hash of a submitted transaction   %name saved value, %name+10 a saved
// number and ten
// =ledger+2 ledger index (0 = open ledger when the scenario began)   =seq.alice+1 (0 = sequence after funding)   =str:…
// as text
export function resolve(v, ctx) {
  if (Array.isArray(v)) return v.map((x) => resolve(x, ctx));
  if (v && typeof v === 'object') return Object.fromEntries(Object.entries(v).map(([k, x]) => [k, resolve(x, ctx)]));
  if (typeof v !== 'string') return v;
  let m;
  if ((m = /^\$(\w+)$/.exec(v)) && ctx.wallets[m[1]]) return ctx.wallets[m[1]].classicAddress;
  if ((m = /^\$(\w+)\.pub$/.exec(v)) && ctx.wallets[m[1]]) return ctx.wallets[m[1]].publicKey;
  if ((m = /^#(\w+)$/.exec(v)) && ctx.sent[m[1]]) return ctx.sent[m[1]].hash;
  if ((m = /^#blob\.(\w+)$/.exec(v)) && ctx.sent[m[1]]) return ctx.sent[m[1]].blob;
  if ((m = /^%(\w+)([+-]\d+)?$/.exec(v)) && m[1] in ctx.saved)
    return m[2] ? ctx.saved[m[1]] + Number(m[2]) : ctx.saved[m[1]];
  if ((m = /^=(str:)?(?:ledger|seq\.(\w+))([+-]\d+)?$/.exec(v))) {
    const n = (m[2] ? ctx.seq0[m[2]] : ctx.ledger0) + Number(m[3] ?? 0);
    return m[1] ? String(n) : n;
  }
  return v;
}

// A part of an answer is compared:
// {"$any":1} present   {"$absent":1} not there   {"$oneOf":[…]}   {"$unordered":[…]} same elements in any order
// arrays: same length and order
export function differences(want, got, at = '') {
  const bad = [`${at || '.'}: expected ${JSON.stringify(want)}, got ${JSON.stringify(got)?.slice(0, 600)}`];
  if (want === null || typeof want !== 'object') return want === got ? [] : bad;
  if (want.$absent) return got === undefined ? [] : bad;
  if (want.$any) return got === undefined ? bad : [];
  if (want.$oneOf) return want.$oneOf.some((w) => differences(w, got).length === 0) ? [] : bad;
  if (want.$unordered) {
    if (!Array.isArray(got) || got.length !== want.$unordered.length) return bad;
    const left = [...got];
    for (const w of want.$unordered) {
      const i = left.findIndex((g) => differences(w, g).length === 0);
      if (i < 0) return [`${at}: nothing matches ${JSON.stringify(w)} in ${JSON.stringify(left).slice(0, 900)}`];
      left.splice(i, 1);
    }
    return [];
  }
  if (Array.isArray(want)) {
    if (!Array.isArray(got) || got.length !== want.length) return bad;
    return want.flatMap((w, i) => differences(w, got[i], `${at}[${i}]`));
  }
  if (got === null || typeof got !== 'object') return bad;
  return Object.entries(want).flatMap(([k, w]) => differences(w, got[k], at ? `${at}.${k}` : k));
}
