import { h } from './dom.js';
import { amountOf, countdown, currencyName, memoOf, money, paymentOf, shortAddress, titleOf } from './format.js';
import { icon } from './icons.js';
import { act, back, read, state, ui, changed } from './store.js';

const LATE_MS = 20_000;

/** An opened request: what is requested, by whom, what it costs, and the two answers. */
export function requestScreen(request) {
  const { short } = titleOf(request);
  const expired = request.expired;
  const shortfall = shortfallOf(request);
  return [
    h(
      'div',
      { class: expired ? 'request over' : 'request' },
      h(
        'header',
        { class: 'bar' },
        h(
          'button',
          { id: 'back', class: 'plain', 'aria-label': 'Back to requests', onclick: () => void back() },
          icon('arrow-left', 22),
        ),
        h('h1', {}, short + placeOf(request)),
        h(
          'time',
          { class: 'pill', 'data-expires': request.expiresAt, 'aria-label': 'Time left' },
          countdown(request.expiresAt),
        ),
      ),
      h(
        'div',
        { class: 'scroll' },
        hero(request),
        h(
          'div',
          { class: 'card asker' },
          h('img', { src: '/phone/tknest.svg', alt: '', width: 20, height: 20 }),
          h(
            'div',
            {},
            h('strong', {}, `Requested by ${request.application}`),
            h('span', { class: 'dim' }, `${location.host}, ${networkName()}`),
          ),
        ),
        h('dl', { class: 'card pairs' }, rowsOf(request)),
        // Xaman's review of a sign-in shows no memo, only who asks, and for what.
        request.txType !== 'SignIn' &&
          h(
            'details',
            { id: 'words' },
            h('summary', {}, 'Full transaction'),
            h('pre', { tabindex: 0 }, JSON.stringify(request.txjson, null, 2)),
          ),
      ),
      expired ? overActions(request) : actions(request, shortfall),
    ),
  ];
}

const networkName = () => (state.network === 'SANDBOX' ? 'sandbox network' : state.network.toLowerCase());

/** ", 1 of 2" if several requests belong to one payment. */
function placeOf(request) {
  const payment = paymentOf(request);
  if (!payment || request.txType !== 'Payment') return '';
  const legs = [...state.requests, ...state.earlier.filter((each) => each.signed)].filter(
    (each) => each.txType === 'Payment' && paymentOf(each) === payment,
  );
  const inOrder = [...new Set(legs.map((each) => each.txjson.Sequence ?? each.createdAt))].sort((a, b) =>
    a < b ? -1 : 1,
  );
  if (inOrder.length < 2) return '';
  return `, ${inOrder.indexOf(request.txjson.Sequence ?? request.createdAt) + 1} of ${inOrder.length}`;
}

function hero(request) {
  const { txjson, txType } = request;
  if (txType === 'Payment') {
    const { value, unit } = amountOf(txjson.Amount);
    return h(
      'div',
      { class: 'hero' },
      h('p', {}, 'You send'),
      h('p', { class: 'sum' }, h('span', { class: 'figure' }, money(value)), ' ', h('span', { class: 'unit' }, unit)),
    );
  }
  if (txType === 'TrustSet') {
    const { currency, value } = txjson.LimitAmount;
    return h(
      'div',
      { class: 'hero' },
      h('p', {}, 'You allow your wallet to hold'),
      h('p', { class: 'sum' }, h('span', { class: 'figure' }, currencyName(currency))),
      h('p', {}, `up to ${Number(value).toLocaleString('en-US')}`),
    );
  }
  if (txType === 'SignIn') {
    return h(
      'div',
      { class: 'hero' },
      h('span', { class: 'round' }, icon('login-2', 30)),
      h('p', { class: 'claim' }, 'Show that this wallet is yours'),
      h('p', {}, 'No money moves.'),
    );
  }
  return h(
    'div',
    { class: 'hero' },
    h('span', { class: 'round' }, icon('file-pencil', 30)),
    h('p', { class: 'claim' }, titleOf(request).title),
  );
}

function rowsOf(request) {
  const { txjson } = request;
  const pair = (name, value, note, mono) =>
    h(
      'div',
      { class: 'pair' },
      h('dt', {}, name),
      h('dd', {}, h('span', { class: mono ? 'mono' : undefined }, value), note && h('span', { class: 'dim' }, note)),
    );
  const memo = request.txType === 'SignIn' ? '' : memoOf(txjson);
  return [
    txjson.Destination && pair('To', txjson.Destination, state.names[txjson.Destination], true),
    txjson.LimitAmount && pair('Issued by', txjson.LimitAmount.issuer, state.names[txjson.LimitAmount.issuer], true),
    pair(txjson.Destination ? 'From' : 'Wallet', shortAddress(state.wallet.address), beforeAndAfter(request), true),
    request.txType !== 'SignIn' && pair('Network fee', `${(Number(txjson.Fee ?? 12) / 1_000_000).toFixed(6)} XRP`),
    request.instruction && pair('For', request.instruction),
    memo && pair('Memo', memo),
  ];
}

function held(request) {
  const { token, unit } = amountOf(request.txjson.Amount);
  if (unit === 'XRP') return Number(state.wallet.xrp);
  const line = state.wallet.tokens.find((each) => each.currency === token.currency && each.issuer === token.issuer);
  return line === undefined ? 0 : Number(line.value);
}

function beforeAndAfter(request) {
  if (request.txType !== 'Payment') return state.people.find((each) => each.address === state.wallet.address)?.name;
  const before = held(request);
  if (shortfallOf(request)) return `${money(before)} held`;
  return `${money(before)} before, ${money(rounded(before - amountOf(request.txjson.Amount).value))} after`;
}

const rounded = (value) => Math.round(value * 1e6) / 1e6;

/** The amount that is missing for a payment; undefined if there is enough. */
function shortfallOf(request) {
  if (request.txType !== 'Payment') return undefined;
  const { value, unit } = amountOf(request.txjson.Amount);
  const missing = rounded(value - held(request));
  return missing > 0 ? `You are ${money(missing)} ${unit} short.` : undefined;
}

function actions(request, shortfall) {
  const reason = ui.problem ?? shortfall;
  return h(
    'footer',
    { class: 'actions' },
    reason && h('p', { class: 'reason', id: 'reason', role: 'alert' }, reason),
    h('button', { id: 'reject', class: 'no', onclick: () => void reject(request) }, icon('x'), 'Reject'),
    h(
      'button',
      {
        id: 'sign',
        class: 'yes',
        disabled: shortfall !== undefined,
        'aria-describedby': reason ? 'reason' : undefined,
        onclick: () => void sign(request),
      },
      icon('face-id', 22),
      'Sign',
    ),
  );
}

/** A request that was opened in time can still be signed after its expiry, as in Xaman; a platform must handle that. */
function overActions(request) {
  return h(
    'footer',
    { class: 'actions' },
    h('p', { class: 'over-note', role: 'status' }, icon('clock-off', 18), 'The request expired unsigned'),
    request.opened && h('button', { id: 'sign', class: 'no', onclick: () => void sign(request) }, 'Sign too late'),
    h('button', { id: 'leave', class: 'yes', onclick: () => void back() }, 'Back to requests'),
  );
}

async function reject(request) {
  if (await act(request.payloadUuid, 'reject')) changed({ outcome: { kind: 'rejected', request } });
}

/** Answering late delays the signature: the phone shows it as sent, but the platform has not received it yet. */
async function sign(request) {
  const options = ui.signAnother ? { tamper: true } : {};
  if (ui.answerLate) {
    const told = new Date(Date.now() + LATE_MS).toISOString();
    changed({ outcome: { kind: 'signed', request, told } });
    await new Promise((wake) => setTimeout(wake, LATE_MS));
  }
  document.getElementById('sign')?.setAttribute('disabled', '');
  const answer = await act(request.payloadUuid, 'sign', options);
  if (answer)
    changed({
      outcome:
        ui.outcome?.request.payloadUuid === request.payloadUuid || !ui.answerLate
          ? { kind: 'signed', request, txid: answer.txid }
          : ui.outcome,
    });
  else changed({ outcome: undefined });
}

/** After the answer: what happens next, and a button for the next request of the same payment. */
export function outcomeScreen({ kind, request, txid, told }) {
  const signed = kind === 'signed';
  const next = signed ? nextLeg(request) : undefined;
  return [
    h(
      'div',
      { class: 'outcome' },
      h(
        'div',
        { class: 'scroll middle', role: 'status' },
        h('span', { class: signed ? 'seal' : 'seal quiet' }, icon(signed ? 'check' : 'x', 46, 2)),
        h('h1', {}, signed ? 'Signed' : 'Rejected'),
        h('p', {}, sentence(request, signed)),
        told && h('p', { class: 'dim' }, 'Tknest is told in ', h('time', { 'data-expires': told }, countdown(told))),
        txid &&
          h(
            'dl',
            { class: 'card pairs' },
            h(
              'div',
              { class: 'pair' },
              h('dt', {}, 'Transaction'),
              h('dd', {}, h('span', { class: 'mono', title: txid }, txid.slice(0, 8))),
            ),
          ),
      ),
      h(
        'footer',
        { class: 'actions' },
        next
          ? h(
              'button',
              { id: 'next', class: 'yes wide', onclick: () => void read(next.payloadUuid) },
              `Next: ${nextName(next)}`,
              icon('chevron-right'),
            )
          : h('button', { id: 'done', class: 'yes wide', onclick: () => void back() }, 'Done'),
      ),
    ),
  ];
}

function sentence(request, signed) {
  if (!signed) return 'Nothing was signed. Tknest has been told.';
  if (request.txType === 'SignIn') return `${request.application} now knows that this wallet is yours.`;
  if (request.txType === 'TrustSet')
    return `Your wallet will be able to hold ${currencyName(request.txjson.LimitAmount.currency)}.`;
  if (request.txType !== 'Payment') return 'It is on its way to the ledger.';
  const { value, unit } = amountOf(request.txjson.Amount);
  const to = state.names[request.txjson.Destination];
  return `${money(value)} ${unit}${to ? ` to ${to}` : ''} ${request.submit ? 'is on its way to the ledger.' : 'is on its way to Tknest, which sends it to the ledger.'}`;
}

function nextLeg(request) {
  const payment = paymentOf(request);
  return state.requests.find(
    (each) => each.payloadUuid !== request.payloadUuid && payment && paymentOf(each) === payment && !each.expired,
  );
}

function nextName(request) {
  if (request.txType !== 'Payment') return titleOf(request).short.toLowerCase();
  const { value, unit } = amountOf(request.txjson.Amount);
  const about = /fee/i.test(request.instruction ?? '') ? ' fee' : '';
  return `${money(value)} ${unit}${about}`;
}
