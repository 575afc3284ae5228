const DAY_MS = 86_400_000;
const MONEY = { minimumFractionDigits: 2, maximumFractionDigits: 6 };

/** "1,250.00", with up to six decimals. */
export const money = (value) => Number(value).toLocaleString('en-US', MONEY);

/** The code of a currency: three letters, or text from 160 bits. */
export function currencyName(code) {
  if (code.length !== 40) return code;
  const bytes = code.match(/../g).map((pair) => Number.parseInt(pair, 16));
  return String.fromCharCode(...bytes.filter((byte) => byte > 0));
}

/** An amount of a transaction: `{value, unit, token}`; XRP comes in drops. */
export function amountOf(amount) {
  if (typeof amount === 'string') return { value: Number(amount) / 1_000_000, unit: 'XRP' };
  return { value: Number(amount.value), unit: currencyName(amount.currency), token: amount };
}

export const shortAddress = (address) => address.slice(0, 12);

/** The readable part of a transaction's memos. */
export function memoOf(txjson) {
  const texts = (txjson.Memos ?? []).map(({ Memo }) => textOf(Memo.MemoData ?? ''));
  return texts.filter(Boolean).join(', ');
}

function textOf(hex) {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return new TextDecoder().decode(bytes);
}

/** "4:31"; "0:00" once it is over. */
export function countdown(expiresAt, now = Date.now()) {
  const seconds = Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / 1000));
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** "Today", "Yesterday", or the date. */
export function dayOf(iso) {
  const midnight = new Date().setHours(0, 0, 0, 0);
  const at = Date.parse(iso);
  if (at >= midnight) return 'Today';
  if (at >= midnight - DAY_MS) return 'Yesterday';
  return new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
}

/** A short title of a request, and its icon. */
export function titleOf({ txType, txjson, application }) {
  if (txType === 'SignIn') return { title: `Sign in to ${application}`, short: 'Sign in', icon: 'login-2' };
  if (txType === 'TrustSet')
    return { title: `Trust line for ${currencyName(txjson.LimitAmount.currency)}`, short: 'Trust line', icon: 'link' };
  if (txType === 'Payment') {
    const { value, unit } = amountOf(txjson.Amount);
    return { title: `Pay ${money(value)} ${unit}`, short: 'Payment', icon: 'arrow-up-right' };
  }
  const words = txType.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  const title = words[0].toUpperCase() + words.slice(1);
  return { title, short: title, icon: 'file-pencil' };
}

/** The platform's identifiers begin with the payment's id (36 characters); the rest distinguishes its requests. */
export const paymentOf = ({ identifier }) =>
  identifier && identifier.length > 36 ? identifier.slice(0, 36) : undefined;

export const initials = (name) =>
  name
    .split(' ')
    .map((word) => word[0])
    .join('')
    .slice(0, 2)
    .toUpperCase();
