// `node scripts/pictures.mjs [name …]`: takes the pictures of the README's tour again, or only the named ones, of the
// program itself with a little history. Build first.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { enterAs, launchBrowser } from './lib/browser.mjs';
import { Person, Sandbox, until } from './lib/platform-client.mjs';
import { withProgram } from './lib/throwaway-program.mjs';

const out = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../docs/pictures');
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const QUALITY = 72;
const wanted = process.argv.slice(2);
/** Houses and their sold tokens, so that the pictures show a street and not one house. */
const HOUSES = [
  [
    'Specimen Terrace',
    '44 Example Avenue, Springfield, IL 62701',
    3400,
    40_000,
    48,
    5.5,
    'Roof renewal for a terrace of six',
    210,
  ],
  ['Template Yard', '7 Sample Street, Springfield, IL 62701', 1900, 12_000, 24, 7, 'Two kitchens and new wiring', 120],
  [
    'Placeholder Lofts',
    '90 Sample Street, Springfield, IL 62701',
    5200,
    50_000,
    60,
    6,
    'Lift and insulated façade',
    35,
  ],
  [
    'Demo Mews',
    '3 Example Street, Springfield, IL 62701',
    2100,
    15_000,
    36,
    6.8,
    'Heat pump in place of a gas boiler',
    64,
  ],
];

const browser = await launchBrowser();
try {
  await withProgram({ RATE_LIMITS: 'off' }, async (runtime) => takeAll(runtime, await moreHistory(runtime)));
} finally {
  await browser.close();
}

/** @returns the people of the pictures */
async function moreHistory(runtime) {
  const of = (role, nth = 0) =>
    new Person(runtime, [...runtime.wallets, ...runtime.officers].filter((wallet) => wallet.role === role)[nth]);
  const people = {
    landlord: of('landlord'),
    owner: of('landlord', 1),
    investor: of('investor'),
    buyer: of('investor', 1),
    admin: of('admin'),
    officer: of('compliance'),
  };
  for (const [name, person] of Object.entries(people))
    await person.signIn(name === 'landlord' || name === 'owner' ? 'landlord' : 'investor');
  await people.owner.verify('landlord', { firstName: 'Otto', lastName: 'Owner', email: 'otto@example.com' });
  await people.buyer.verify('investor', { firstName: 'Paul', lastName: 'Placeholder', email: 'paul@example.com' });
  for (const [name, address, monthlyRent, fundingGoal, tokenTermMonths, monthlyRate, fundingPurpose, sold] of HOUSES) {
    const { id } = await people.owner.list({
      name,
      address,
      monthlyRent,
      fundingGoal,
      tokenTermMonths,
      monthlyRate,
      fundingPurpose,
      tokenPrice: 100,
      tokenCount: fundingGoal / 100,
    });
    await people.buyer.buy(id, sold);
  }
  await payBack(runtime, people);
  const namesake = await new Person(runtime, await new Sandbox(runtime.sandbox.url).newWallet({ xrp: 100 })).signIn(
    'investor',
  );
  await namesake.verify('investor', { firstName: 'Nicolas', lastName: 'Maduro', email: 'nicolas@example.com' });
  const [house] = await people.buyer.get('/api/properties');
  await people.buyer.buy(house.id, 5, { how: () => 'reject' });
  return { ...people, newcomer: await new Sandbox(runtime.sandbox.url).newWallet({ xrp: 100, rlusd: 2_000 }) };
}

/** The sold-out house has a loan: repays two installments, and waits until the holders are paid. */
async function payBack(runtime, { owner, admin }) {
  const houses = await until(
    () => owner.get('/api/properties?mine=true'),
    (all) => all.some(({ loanStatus }) => loanStatus),
    'the loan',
  );
  const { id, monthlyPaymentAmount } = houses.find(({ loanStatus }) => loanStatus);
  for (let month = 0; month < 2; month++) {
    const { paymentId } = await owner.post('/api/rlusd/payback', {
      propertyId: id,
      paybackAmount: monthlyPaymentAmount,
      investorWallet: runtime.accounts.payoutEscrow,
    });
    await owner.seeThrough(paymentId);
  }
  await until(
    () => admin.get(`/api/payouts?propertyId=${id}`),
    (runs) => runs.length === 2 && runs.every(({ status }) => status === 'completed'),
    'the payouts',
  );
}

async function takeAll(runtime, { landlord, owner: payer, buyer: holder, investor, admin, officer, newcomer }) {
  /** A browser of the person's own. @param person null for a visitor */
  const visit = async (person, { size = WIDE, dark = false, gate = true } = {}) => {
    const context = await browser.newContext({
      viewport: size,
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      isMobile: size === PHONE,
      hasTouch: size === PHONE,
    });
    if (person) await enterAs(context, person);
    if (gate)
      await context.addInitScript(() => {
        try {
          sessionStorage.setItem('demo-access', 'open');
        } catch {
          /* the phone's page is elsewhere */
        }
      });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    return page;
  };
  const open = async (page, address, seen) => {
    await page.goto(address.startsWith('http') ? address : runtime.url + address);
    await page.getByText(seen).first().waitFor();
    return page;
  };
  const take = async (page, name) => {
    if (wanted.length > 0 && !wanted.includes(name)) return;
    await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined);
    await page.waitForFunction(() => [...document.images].every((image) => image.complete && image.naturalWidth > 0));
    await page.screenshot({ path: path.join(out, `${name}.jpg`), type: 'jpeg', quality: QUALITY });
    process.stdout.write(`${name}\n`);
  };
  const close = (page) => page.context().close();

  const gate = await open(await visit(null, { size: PHONE, dark: true, gate: false }), '/', 'paid back by rent');
  await take(gate, 'gate-phone');
  await close(gate);

  const visitor = await open(await visit(null), '/', 'Get paid from rent.');
  await take(visitor, 'landing');
  await open(visitor, '/auth', 'Connect Xaman Wallet');
  await visitor.getByRole('button', { name: 'Connect Xaman Wallet' }).click();
  await visitor.getByRole('link', { name: 'Open in Xaman' }).waitFor();
  await take(visitor, 'sign-in');
  await close(visitor);

  const fresh = await new Person(runtime, newcomer).signIn('investor');
  const applicant = await open(await visit(fresh), '/kyc?role=investor', 'First name');
  await take(applicant, 'kyc');
  await open(applicant, '/kyc-verification', 'Identity verification');
  await take(applicant, 'kyc-verification');
  await open(applicant, '/kyc-test', 'Name screening');
  await applicant.getByRole('button', { name: 'Usama Ben Laden' }).click();
  await applicant.getByRole('heading', { name: /^Why / }).waitFor();
  await take(applicant, 'name-screening');
  await open(applicant, '/kyc-test-mode', 'Outcome to simulate');
  const test = { 'First name': 'Ida', 'Last name': 'Example', Email: 'ida@example.com', 'Date of birth': '1985-04-12' };
  for (const [label, value] of Object.entries(test)) await applicant.getByLabel(label).fill(value);
  await applicant.locator('input[aria-haspopup="listbox"]').first().click();
  await applicant.getByRole('option', { name: 'Canada' }).click();
  for (const accepted of await applicant.getByRole('checkbox').all()) await accepted.check();
  await applicant.getByRole('radio', { name: 'Rejected, sanctions' }).check();
  await applicant.getByRole('button', { name: 'Run test' }).click();
  await applicant.getByRole('heading', { name: 'Test KYC Completed' }).waitFor();
  await take(applicant, 'kyc-test-mode');
  await close(applicant);

  const bare = await new Person(runtime, await new Sandbox(runtime.sandbox.url).newWallet({ xrp: 50 })).signIn(
    'investor',
  );
  const setup = await open(await visit(bare), '/easy-setup', 'Open an RLUSD trust line');
  await setup.getByRole('button', { name: 'Open wallet app' }).waitFor();
  await take(setup, 'easy-setup');
  await close(setup);

  const review = await open(await visit(officer), '/compliance', 'Sorted by due date');
  await take(review, 'cases');
  await review.locator('a[href^="/compliance/"]').first().click();
  await review.getByRole('heading', { name: 'Review' }).waitFor();
  await take(review, 'case');
  await review.getByRole('button', { name: 'ID document', exact: true }).first().click();
  await review.getByText('Text of this page').waitFor();
  await take(review, 'document');
  await close(review);

  const owner = await open(await visit(landlord), '/', 'Your Property Listings');
  await owner.getByLabel('Property name').fill('Harbour House');
  await owner.getByLabel('Monthly rent').fill('2500');
  await owner.getByText('Payment complies with 30% rule.').first().waitFor();
  await take(owner, 'landlord');
  await close(owner);

  const buyer = await open(await visit(investor), '/', 'Browse Properties');
  await buyer.getByRole('heading', { name: 'Sample Court', exact: true }).waitFor();
  const sample = (await investor.get('/api/properties')).find(({ name }) => name === 'Sample Court').id;
  await take(buyer, 'investor');
  const stranger = await open(await visit(null), `/properties/${sample}`, 'Funding history');
  await take(stranger, 'property');
  await close(stranger);
  const strangersPhone = await open(await visit(null, { size: PHONE, dark: true }), `/properties/${sample}`, 'Terms');
  await take(strangersPhone, 'property-phone');
  await close(strangersPhone);
  await buyer.getByRole('link', { name: 'Participate Now in Sample Court' }).click();
  await buyer.getByLabel('Tokens', { exact: true }).fill('25');
  await take(buyer, 'participate');
  const amount = await open(await visit(investor), `/simple-investment?propertyId=${sample}`, 'Fee breakdown');
  await amount.getByRole('button', { name: '500', exact: true }).click();
  await take(amount, 'simple-investment');
  await open(amount, `/checkout?propertyId=${sample}&tokens=3&wallet=${investor.address}`, 'Purchase summary');
  await take(amount, 'checkout');
  await open(amount, '/ai-recommendations', 'Property Performance');
  await take(amount, 'recommendations-market');
  await open(amount, '/ai-recommendations?analysis=investor', /^Property #/);
  await take(amount, 'recommendations');
  await close(amount);
  await buyer.getByRole('button', { name: 'Purchase 25 tokens' }).click();
  await buyer.getByRole('heading', { name: 'Sign two transactions' }).waitFor();
  await take(buyer, 'payment');
  const small = await open(await visit(investor, { size: PHONE }), '/', 'payment waiting');
  await small.getByText('payment waiting').click();
  await small.getByRole('heading', { name: 'Sign two transactions' }).waitFor();
  await take(small, 'payment-phone');
  await close(small);
  const phone = await open(
    await visit(null, { size: PHONE }),
    `${runtime.sandbox.phone}?wallet=${investor.address}`,
    'RLUSD',
  );
  await take(phone, 'phone');
  await close(phone);
  const [payment] = await investor.get('/api/rlusd/payments?open=true');
  await investor.seeThrough(payment.id);
  await buyer.getByRole('heading', { name: 'Settled' }).waitFor({ timeout: 60_000 });
  await take(buyer, 'payment-settled');
  await close(buyer);

  const desk = await open(await visit(admin), '/admin', 'Purchase of 25 tokens');
  await take(desk, 'admin');
  await desk
    .getByRole('button', { name: /^Open payment Purchase of 25 tokens/ })
    .first()
    .click();
  await desk.getByText('PaymentStarted').first().waitFor();
  await take(desk, 'admin-payment');
  await open(desk, '/admin/properties', 'Specimen Terrace');
  await take(desk, 'admin-properties');
  await open(desk, '/admin/users', 'Users');
  await take(desk, 'admin-users');
  await open(desk, '/admin/analytics', 'Token holders');
  await take(desk, 'admin-analytics');
  await close(desk);

  const [run] = await admin.get('/api/payouts');
  const back = await open(await visit(payer), `/landlord-payback?propertyId=${run.propertyId}`, 'Pay another amount');
  await back.getByRole('heading', { name: 'Recommended payments' }).waitFor();
  await take(back, 'payback');
  await close(back);
  const office = await open(await visit(admin), `/admin/payouts/${run.id}`, 'All holders are paid');
  await take(office, 'payout-run');
  await open(office, '/tokens', 'Token');
  await take(office, 'tokens');
  await close(office);
  const rent = await open(await visit(holder, { size: PHONE }), '/', 'Rent received');
  await rent.getByRole('heading', { name: 'Rent received' }).scrollIntoViewIfNeeded();
  await take(rent, 'rent-phone');
  await close(rent);
  const told = await open(await visit(holder), '/notifications', 'Today');
  await take(told, 'notifications');
  await open(told, '/portfolio', 'Concentration');
  await take(told, 'portfolio');
  await open(told, '/activity', 'Rent share');
  await take(told, 'activity');
  await open(told, '/statements', 'Received minus paid');
  await take(told, 'statement');
  await open(told, '/notifications', 'Today');
  await told.locator('a[href^="/receipts/"]').first().click();
  await told.getByText('How to check it').waitFor();
  await take(told, 'receipt');
  await open(told, '/sandbox-desk', 'Let a month pass');
  await take(told, 'sandbox-desk');
  await close(told);
  const toldPhone = await open(await visit(holder, { size: PHONE, dark: true }), '/notifications', 'Today');
  await take(toldPhone, 'notifications-phone');
  await open(toldPhone, '/statements', 'Received minus paid');
  await take(toldPhone, 'statement-phone');
  await close(toldPhone);

  const auditor = await open(await visit(admin, { dark: true }), '/audit', 'Replay');
  const proofs = {
    'Anchor now': /^The event log is anchored/,
    Verify: 'The chain is intact',
    Compare: /^Read models match/,
  };
  for (const [button, verdict] of Object.entries(proofs)) {
    await auditor.getByRole('button', { name: button, exact: true }).click();
    await auditor.getByRole('heading', { name: verdict }).waitFor();
  }
  await auditor.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  await take(auditor, 'audit');
  await open(auditor, '/audit/events', 'All events in order');
  await take(auditor, 'audit-events');
  await open(auditor, '/audit/read-models', 'purchases');
  await take(auditor, 'read-models');
  await open(auditor, '/audit/reconciliation', 'Reconciliation');
  await take(auditor, 'audit-reconciliation');
  await close(auditor);
}
