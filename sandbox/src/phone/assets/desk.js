import { h, show } from './dom.js';
import { initials } from './format.js';
import { icon } from './icons.js';
import { act, back, choose, clearFaults, closeLedger, read, setFault, state, ui, changed } from './store.js';
import { announce } from './screens.js';

const MOST_PEOPLE = 10;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/i;
let ledgerIsCut = false;

/** A card for each phone; beyond the first ten, phones are only in the list on the phone. */
export function showPeople() {
  const ranked = [...state.people].sort((a, b) => rank(a) - rank(b));
  const shown = ranked.slice(0, MOST_PEOPLE);
  const rest = ranked.length - shown.length;
  show(
    document.getElementById('people'),
    h(
      'div',
      { class: 'people' },
      shown.map((person) =>
        h(
          'button',
          {
            id: `person-${person.address}`,
            'aria-pressed': String(person.address === ui.wallet),
            onclick: () => void choose(person.address),
          },
          h('span', { class: 'avatar', 'aria-hidden': 'true' }, initials(person.name)),
          h('span', { class: 'label' }, h('strong', {}, person.name), h('span', {}, person.role ?? 'no role')),
          person.requests > 0 &&
            h(
              'span',
              { class: 'badge', 'aria-label': `${person.requests} ${person.requests === 1 ? 'request' : 'requests'}` },
              String(person.requests),
            ),
        ),
      ),
    ),
    rest > 0 && h('p', { class: 'hint' }, `${rest} more in the list on the phone.`),
  );
}

const rank = (person) => (person.address === ui.wallet && !person.role ? 0 : person.role ? 1 : 2);

/** A button for each fault; faults that last show whether they are on. */
export function showFaults() {
  const open = state.requests.find((each) => each.payloadUuid === ui.reading) ?? state.requests[0];
  const pace =
    state.closeEveryMs === null
      ? 'Ledgers close only on request'
      : `Close now instead of within ${state.closeEveryMs / 1000} s`;
  const card = (id, title, text, onclick, more = {}) =>
    h('button', { id, onclick, ...more }, h('strong', {}, title), h('span', {}, text));
  const toggle = (id, title, text, on, set) => card(id, title, text, () => set(!on), { 'aria-pressed': String(on) });
  show(
    document.getElementById('faults'),
    card(
      'expire',
      'Let it expire',
      open ? 'The request expires unsigned' : 'No open request',
      () => void act(open.payloadUuid, 'expire'),
      { disabled: !open, 'data-payload': open?.payloadUuid },
    ),
    toggle('late', 'Answer late', 'Sign now, report it 20 seconds later', ui.answerLate, (on) =>
      changed({ answerLate: on }),
    ),
    toggle('another', 'Sign something else', 'The wallet changes the request before signing', ui.signAnother, (on) =>
      changed({ signAnother: on }),
    ),
    card('close', 'Close the ledger', pace, () => void closeLedger()),
    card('lose', 'Lose the next notice', 'The platform gets no notice and has to ask', () => void lose()),
    toggle(
      'cut',
      'Disconnect the ledger',
      ledgerIsCut ? 'The platform has no ledger node' : 'Disconnects the platform from its ledger node',
      ledgerIsCut,
      (on) => void cut(on),
    ),
  );
}

async function lose() {
  await setFault({ party: 'xaman', kind: 'lose-webhook', times: 1 });
  announce('The next notice will be lost');
}

async function cut(on) {
  if (on) {
    await setFault({ party: 'ledger', kind: 'refuse' });
    await setFault({ party: 'ledger', kind: 'disconnect' });
  } else {
    await clearFaults();
  }
  ledgerIsCut = on;
  announce(on ? 'The ledger is disconnected' : 'The ledger is connected again');
  changed();
}

/** Takes a link or an id instead of a scanned code: a form beside the phone, a dialog on a phone. */
export function preparePasting() {
  const form = document.getElementById('paste');
  const field = document.getElementById('link');
  const dialog = document.getElementById('paste-dialog');
  document.getElementById('paste-icon').append(icon('clipboard', 18));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void openLink(field, document.getElementById('paste-error'));
  });
  dialog.querySelector('form').addEventListener('submit', (event) => {
    if (event.submitter?.value === 'cancel') return;
    event.preventDefault();
    void openLink(document.getElementById('dialog-link'), document.getElementById('dialog-error')).then(
      (found) => found && dialog.close(),
    );
  });
  document.addEventListener('paste-link', () => (form.offsetParent ? field.focus() : dialog.showModal()));
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !dialog.open && (ui.reading || ui.outcome)) void back();
  });
}

async function openLink(field, error) {
  const uuid = UUID.exec(field.value)?.[0];
  error.textContent = uuid ? '' : 'That link does not open a request.';
  if (!uuid) return false;
  await read(uuid.toLowerCase());
  error.textContent = ui.problem ?? '';
  if (!ui.problem) field.value = '';
  return !ui.problem;
}
