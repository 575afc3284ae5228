// What the ledger itself shows of the platform, without relying on the program.
const MEMO = Buffer.from('tknest/for/1').toString('hex').toUpperCase();
const PAGE = 400;

/** Each validated success that an account has signed and that names its purpose: `{ subject, hash }`. */
export async function settledBy(sandbox, account) {
  const all = [];
  let marker;
  do {
    const page = await sandbox.ledger('account_tx', { account, ledger_index_min: -1, limit: PAGE, marker });
    all.push(...page.transactions);
    ({ marker } = page);
  } while (marker);
  return all
    .filter(({ tx_json: tx, meta }) => tx.Account === account && meta.TransactionResult === 'tesSUCCESS')
    .map(({ tx_json: tx, hash }) => ({ subject: subjectOf(tx), hash }))
    .filter(({ subject }) => subject !== null);
}

/** Subjects that more than one transaction was made for. */
export function paidTwice(settled) {
  const count = new Map();
  for (const { subject } of settled) count.set(subject, (count.get(subject) ?? 0) + 1);
  return [...count].filter(([, times]) => times > 1).map(([subject, times]) => `${subject} (${times} times)`);
}

/** A wallet's balances by currency and issuer in the last validated ledger. */
export async function holdingsOf(sandbox, account) {
  const { lines } = await sandbox.ledger('account_lines', { account, ledger_index: 'validated' });
  return Object.fromEntries(lines.map((line) => [`${line.currency}.${line.account}`, line.balance]));
}

function subjectOf(tx) {
  const named = (tx.Memos ?? []).find(({ Memo }) => Memo.MemoType === MEMO);
  return named ? Buffer.from(named.Memo.MemoData, 'hex').toString('utf8') : null;
}
