/** The page's state and actions. */
const listeners = new Set();
const query = new URLSearchParams(location.search);

export const ui = {
  wallet: query.get('wallet') ?? undefined,
  /** The request that is open now; a link may name one. */
  reading: query.get('payload') ?? undefined,
  tab: 'requests',
  outcome: undefined,
  answerLate: false,
  signAnother: false,
  problem: undefined,
  copied: false,
  /** The sandbox does not answer, so what is shown may be out of date. */
  away: false,
};
export let state;

export function onChange(listener) {
  listeners.add(listener);
}

export function changed(patch = {}) {
  Object.assign(ui, patch);
  listeners.forEach((listener) => listener());
}

/** Loads everything again. A link chooses the phone only the first time; after that, the user chooses. */
export async function refresh() {
  const wanted = new URLSearchParams();
  if (ui.wallet) wanted.set('wallet', ui.wallet);
  if (ui.reading && !ui.outcome) wanted.set('payload', ui.reading);
  const response = await fetch(`/phone/state?${wanted}`);
  if (!response.ok) {
    if (ui.reading) return changed({ reading: undefined, problem: 'This request does not exist.' });
    throw new Error('The sandbox is not responding.');
  }
  state = await response.json();
  ui.wallet = state.wallet.address;
  history.replaceState(history.state, '', address());
  changed();
}

const address = () => `/phone?wallet=${ui.wallet}${ui.reading ? `&payload=${ui.reading}` : ''}`;

export function choose(wallet) {
  return home({ wallet });
}

/** A request opened from the list is an entry in the browser's history, so its Back button leads to the list too. */
export function back() {
  return history.state?.fromList ? history.back() : home();
}

function home(more = {}) {
  Object.assign(ui, { reading: undefined, outcome: undefined, problem: undefined }, more);
  return refresh();
}

addEventListener('popstate', () => {
  const query = new URLSearchParams(location.search);
  void home({ wallet: query.get('wallet') ?? ui.wallet, reading: query.get('payload') ?? undefined }).catch(
    () => undefined,
  );
});

export async function read(payloadUuid) {
  const fromList = state && !ui.reading;
  Object.assign(ui, { reading: payloadUuid, outcome: undefined, problem: undefined, tab: 'requests' });
  if (fromList) history.pushState({ fromList }, '', address());
  await refresh();
  const request = state?.requests.find((each) => each.payloadUuid === payloadUuid);
  if (request && !request.opened && !request.expired) await act(payloadUuid, 'open');
}

/** Answers a request on this phone. */
export async function act(payloadUuid, verb, body = {}) {
  const response = await fetch(`/control/phone/${ui.wallet}/${payloadUuid}/${verb}`, post(body)).catch(() => undefined);
  if (!response) return changed({ problem: 'The sandbox is not responding. Try again in a moment.' });
  const answer = await response.json();
  ui.problem = response.ok ? undefined : answer.error;
  await refresh();
  return response.ok ? answer : undefined;
}

export const setFault = (fault) => fetch('/control/faults', post(fault));
export const clearFaults = () => fetch('/control/faults', { method: 'DELETE' });
export const closeLedger = () => fetch('/ledger', post({ method: 'ledger_accept', params: [{}] }));

const post = (body) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** The sandbox announces changes; while it is unavailable, the page keeps polling. */
export function follow() {
  const source = new EventSource('/phone/live');
  source.addEventListener('change', () => void refresh().catch(() => undefined));
  source.addEventListener('open', () => {
    ui.away = false;
    void refresh().catch(() => undefined);
  });
  source.addEventListener('error', () => changed({ away: true }));
}
