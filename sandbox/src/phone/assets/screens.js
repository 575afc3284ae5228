import { h } from './dom.js';
import { countdown, currencyName, dayOf, initials, money, shortAddress, titleOf } from './format.js';
import { icon } from './icons.js';
import { choose, read, state, ui, changed } from './store.js';

const COPIED_MS = 1200;

/** The home screen: whose phone it is, the balances, and the open requests. */
export function homeScreen() {
  const tabs = { requests: requestsTab, wallet: walletTab, activity: activityTab };
  return [
    h(
      'div',
      { class: 'home' },
      h('h1', { class: 'hidden' }, 'Sandbox phone'),
      header(),
      h('div', { class: 'scroll' }, tabs[ui.tab]()),
      tabBar(),
    ),
  ];
}

function header() {
  const { address, tokens, xrp } = state.wallet;
  const me = state.people.find((person) => person.address === address);
  const rlusd = tokens.find((token) => token.issuer === state.rlusdIssuer);
  const others = tokens.filter((token) => token !== rlusd && Number(token.value) !== 0);
  const beside = [
    `${trimmed(xrp)} XRP`,
    ...others.map((token) => `${trimmed(token.value)} ${currencyName(token.currency)}`),
  ];
  const options = state.people.map((person) =>
    h(
      'option',
      { value: person.address, selected: person.address === address },
      `${person.name}${person.requests ? ` (${person.requests})` : ''}`,
    ),
  );
  return h(
    'header',
    { class: 'top' },
    h(
      'div',
      { class: 'me' },
      h('span', { class: 'avatar', 'aria-hidden': 'true' }, initials(me.name)),
      h(
        'div',
        { class: 'who' },
        h('span', { class: 'name' }, me.name, icon('chevron-down', 16)),
        h('span', { class: 'mono' }, shortAddress(address)),
        h(
          'select',
          { id: 'wallet-choice', 'aria-label': 'Whose phone', onchange: (event) => void choose(event.target.value) },
          options,
        ),
      ),
      h(
        'button',
        {
          id: 'scan',
          class: 'plain',
          'aria-label': 'Paste a link',
          onclick: () => document.dispatchEvent(new Event('paste-link')),
        },
        icon('scan', 22),
      ),
    ),
    h(
      'p',
      { class: 'balance' },
      h('span', { class: 'figure' }, rlusd ? money(rlusd.value) : trimmed(xrp)),
      h('span', { class: 'unit' }, rlusd ? 'RLUSD' : 'XRP'),
    ),
    h('p', { class: 'beside' }, rlusd ? beside.join(' and ') : beside.slice(1).join(' and ') || 'No RLUSD trust line'),
  );
}

const trimmed = (value) => Number(value).toLocaleString('en-US', { maximumFractionDigits: 6 });

function requestsTab() {
  const { earlier } = state;
  const requests = state.requests.filter((each) => !each.expired);
  return [
    ui.problem && h('p', { class: 'card notice', role: 'alert' }, ui.problem),
    h('h2', {}, 'Requests', requests.length > 0 && h('span', { class: 'count' }, String(requests.length))),
    requests.length === 0
      ? h('div', { class: 'empty' }, icon('inbox', 28, 1.5), h('p', {}, 'Nothing to sign. New requests appear here.'))
      : h('ul', { class: 'card list' }, requests.map(requestRow)),
    ...(earlier.length > 0
      ? [h('h2', {}, 'Earlier'), h('ul', { class: 'card list' }, earlier.slice(0, 3).map(earlierRow))]
      : []),
  ];
}

function requestRow(request, place) {
  const { title, icon: picture } = titleOf(request);
  const { application, instruction } = request;
  const about = instruction ? `${application}, ${instruction}` : application;
  return h(
    'li',
    {},
    h(
      'button',
      { id: `request-${request.payloadUuid}`, class: 'row', onclick: () => void read(request.payloadUuid) },
      h('span', { class: place === 0 ? 'tile first' : 'tile' }, icon(picture)),
      h('span', { class: 'what' }, h('strong', {}, title), h('span', { class: 'dim' }, about)),
      h('time', { class: 'dim', 'data-expires': request.expiresAt }, countdown(request.expiresAt)),
      icon('chevron-right', 20),
    ),
  );
}

function earlierRow(request) {
  const { title, icon: picture } = titleOf(request);
  return h(
    'li',
    { class: 'row' },
    h('span', { class: 'tile' }, icon(picture)),
    h(
      'span',
      { class: 'what' },
      h('strong', {}, title),
      h('span', { class: 'dim' }, request.signed ? 'signed' : 'you rejected it'),
    ),
    h('span', { class: 'dim' }, dayOf(request.resolvedAt)),
  );
}

function activityTab() {
  const { earlier } = state;
  const none = h('div', { class: 'empty' }, icon('history', 28, 1.5), h('p', {}, 'Nothing signed or rejected yet.'));
  return [
    h('h2', {}, 'Activity'),
    earlier.length === 0 ? none : h('ul', { class: 'card list' }, earlier.map(earlierRow)),
  ];
}

function walletTab() {
  const { address, xrp, tokens } = state.wallet;
  const line = (name, value, note) =>
    h(
      'div',
      { class: 'pair' },
      h('dt', {}, name),
      h('dd', {}, h('span', {}, value), note && h('span', { class: 'dim' }, note)),
    );
  return [
    h('h2', {}, 'Wallet'),
    h(
      'dl',
      { class: 'card pairs' },
      line('XRP', trimmed(xrp)),
      tokens.map((token) =>
        line(
          currencyName(token.currency),
          token.issuer === state.rlusdIssuer ? money(token.value) : trimmed(token.value),
          `from ${state.names[token.issuer] ?? shortAddress(token.issuer)}`,
        ),
      ),
    ),
    h('h2', {}, 'Address'),
    h(
      'div',
      { class: 'card address' },
      h('span', { class: 'mono' }, address),
      h(
        'button',
        { id: 'copy', class: 'plain', 'aria-label': 'Copy the address', onclick: () => void copy(address) },
        icon(ui.copied ? 'check' : 'copy', 18),
      ),
    ),
  ];
}

async function copy(address) {
  await navigator.clipboard.writeText(address);
  announce('Copied to Clipboard');
  changed({ copied: true });
  setTimeout(() => changed({ copied: false }), COPIED_MS);
}

function tabBar() {
  const tab = (name, picture, label) =>
    h(
      'button',
      {
        id: `tab-${name}`,
        'aria-current': ui.tab === name ? 'page' : undefined,
        onclick: () => changed({ tab: name }),
      },
      icon(picture, 21),
      label,
    );
  return h(
    'nav',
    { class: 'tabs', 'aria-label': 'Phone' },
    tab('requests', 'inbox', 'Requests'),
    tab('wallet', 'wallet', 'Wallet'),
    tab('activity', 'history', 'Activity'),
  );
}

/** Announced by screen readers. */
export function announce(text) {
  document.getElementById('live').textContent = text;
}
