import { preparePasting, showFaults, showPeople } from './desk.js';
import { show } from './dom.js';
import { countdown, titleOf } from './format.js';
import { icon } from './icons.js';
import { outcomeScreen, requestScreen } from './request-screen.js';
import { announce, homeScreen } from './screens.js';
import { follow, onChange, read, refresh, state, ui } from './store.js';

const SECOND = 1000;
const phone = document.getElementById('phone');
let known;

function render() {
  if (!state) return;
  const request = state.requests.find((each) => each.payloadUuid === ui.reading);
  if (ui.outcome) show(phone, ...outcomeScreen(ui.outcome));
  else if (request) show(phone, ...requestScreen(request));
  else show(phone, ...homeScreen());
  document.body.classList.toggle('at-home', !ui.outcome && !request);
  document.getElementById('away').textContent = ui.away ? 'The sandbox is not responding. Trying again.' : '';
  showPeople();
  showFaults();
  ring();
}

/** A new request slides in, is announced to screen readers, and is counted in the tab's title. */
function ring() {
  const count = state.requests.filter((each) => !each.expired).length;
  document.title = count > 0 ? `(${count}) Sandbox phone` : 'Sandbox phone';
  const now = new Set(state.requests.map((each) => each.payloadUuid));
  if (known?.wallet === ui.wallet) {
    for (const each of state.requests.filter(({ payloadUuid }) => !known.requests.has(payloadUuid))) {
      announce(`New request: ${titleOf(each).title}`);
      document.getElementById(`request-${each.payloadUuid}`)?.classList.add('new');
    }
  }
  known = { wallet: ui.wallet, requests: now };
}

/** Updates the countdowns; when one has just ended, its request is loaded again. */
function tick() {
  document.getElementById('clock').textContent = new Date().toLocaleTimeString('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
  });
  let over = false;
  for (const time of document.querySelectorAll('time[data-expires]')) {
    const text = countdown(time.dataset.expires);
    over ||= text === '0:00' && time.textContent !== '0:00';
    time.textContent = text;
  }
  if (over) void refresh().catch(() => undefined);
}

document.getElementById('stripe-icon').append(icon('flask', 16));
document.getElementById('status-icons').append(icon('wifi', 17, 2), icon('battery-3', 20, 2));
preparePasting();
onChange(render);
tick();
setInterval(tick, SECOND);
if (ui.reading) await read(ui.reading);
else await refresh();
follow();
