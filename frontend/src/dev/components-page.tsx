import { IconShieldCheckFilled, IconShieldExclamation, IconShieldQuestion } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { SchemeSwitch } from '../app/shell/scheme-switch';
import { liveTerms, emptyForm } from '../features/listings/use-listing-form';
import { Roof } from '../features/listings/components/roof';
import { rlusd } from '../shared/format/format';
import { useTitle } from '../shared/use-title';
import { ActionBar } from '../shared/ui/action-bar/action-bar';
import { Button } from '../shared/ui/button/button';
import { Bars } from '../shared/ui/chart/bars';
import { HashText, WalletText } from '../shared/ui/copyable/copyable';
import { Drop, TakenFile } from '../shared/ui/drop/drop';
import { Facade, facadeLabel, houseWidth, Street } from '../shared/ui/facade/facade';
import { Field } from '../shared/ui/field/field';
import {
  Checkbox,
  NumberField,
  SecretInput,
  Select,
  Slider,
  Switch,
  Textarea,
  TextInput,
} from '../shared/ui/inputs/inputs';
import { Paper, Totals } from '../shared/ui/paper/paper';
import { RadioCards } from '../shared/ui/radio-cards/radio-cards';
import { SandboxStripe } from '../shared/ui/sandbox-stripe/sandbox-stripe';
import { Split } from '../shared/ui/split/split';
import { Stepper, StepperBar } from '../shared/ui/stepper/stepper';
import { Stream } from '../shared/ui/stream/stream';
import { Tabs } from '../shared/ui/tabs/tabs';
import { Keys } from '../shared/ui/keys/keys';
import { Menu } from '../shared/ui/menu/menu';
import { Drawer, Modal, Sheet } from '../shared/ui/modal/modal';
import { Money } from '../shared/ui/money/money';
import { Note } from '../shared/ui/note/note';
import { PageBar } from '../shared/ui/page-bar/page-bar';
import { Pager, type Pages } from '../shared/ui/pager/pager';
import { Progress, Shares } from '../shared/ui/progress/progress';
import { Segments } from '../shared/ui/segments/segments';
import { Empty, Failed, FeedPaused, Skeleton } from '../shared/ui/states/states';
import { StatusIcon, StatusPill, VOCABULARY } from '../shared/ui/status-pill/status-pill';
import { Strip } from '../shared/ui/strip/strip';
import { Table } from '../shared/ui/table/table';
import { showToast, type Toast } from '../shared/ui/toast/toast.slice';
import { Verdict } from '../shared/ui/verdict/verdict';
import './components-page.css';
import '../features/listings/pages/landlord-home.css';

const WALLET = 'rE5tLk1RaB7gExampleExampleExample1';
const HASH = '8F3C12A98F3C12A98F3C12A98F3C12A98F3C12A98F3C12A98F3C12A98F3C12A9';
const REFUSAL = {
  type: 'about:blank',
  title: 'Error',
  status: 500,
  detail: 'Failed to load properties.',
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
};
const MONTHS = ['Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov'].map((label, i) => ({
  label,
  value: [2, 8, 8, 30, 60, 60, 107.2, 121.16][i]!,
  shown: rlusd([2, 8, 8, 30, 60, 60, 107.2, 121.16][i]!),
}));

/**
 * Every part that pages are made of, in all its states: to look at while working, and for the browser test. Not in the
 * production bundle.
 */
export default function ComponentsPage() {
  useTitle('Components');
  return (
    <main className="gallery">
      <div className="between">
        <h1>Components</h1>
        <SchemeSwitch />
      </div>
      <Part title="Status">
        <div className="gallery-row">
          {Object.keys(VOCABULARY).map((status) => (
            <StatusPill key={status} status={status} />
          ))}
          <StatusPill status="something_else" />
        </div>
        <div className="gallery-row">
          {['pending', 'processing', 'completed', 'failed'].map((status) => (
            <StatusIcon key={status} status={status} />
          ))}
        </div>
      </Part>
      <Part title="Money, wallet, hash, keys">
        <div className="gallery-row">
          <Money amount={1250} />
          <Money amount={2.668461} six />
          <span className="figure">
            <Money amount={23396.25} />
          </span>
          <Money amount={-12.5} />
        </div>
        <div className="gallery-row">
          <WalletText wallet={WALLET} />
          <HashText hash={HASH} explorer="https://example.com" />
          <WalletText wallet={null} />
          <Keys keys={['g', 'p']} />
        </div>
      </Part>
      <Part title="Buttons">
        <div className="gallery-row">
          <Button look="filled">Purchase 5 tokens</Button>
          <Button>Export</Button>
          <Button look="subtle">View receipt</Button>
          <Button look="danger">Cancel payment</Button>
          <Button look="filled" disabled>
            Fully Funded
          </Button>
          <Button look="muted">Create Property Listing</Button>
          <Button size="sm">Small</Button>
          <Button look="filled" busy>
            Busy
          </Button>
        </div>
      </Part>
      <Part title="Façades">
        <div className="gallery-houses">
          {[0, 1, 2, 3, 4, 5].map((id) => (
            <Facade key={id} id={id} share={id / 5} width={houseWidth(id, 0.7)} label={facadeLabel(id * 50, 250)} />
          ))}
        </div>
        <Street id={1} share={0.4} label={facadeLabel(100, 250)} />
      </Part>
      <Part title="Roof">
        <Roofs />
      </Part>
      <Part title="Progress and charts">
        <Progress label="Funded" value={69} />
        <Progress label="Payment" value={50} tone="pri" />
        <Progress label="Above the limit" value={82} tone="bad" />
        <Shares parts={[40, 20, 5]} />
        <Bars
          bars={MONTHS}
          unit="RLUSD a month"
          sentence="Monthly rent income from April to November: from 2.00 to 121.16 RLUSD"
        />
      </Part>
      <Part title="Inputs">
        <Inputs />
      </Part>
      <Part title="Wizards, choices, tabs">
        <Choices />
      </Part>
      <Part title="Money moving, papers, sandbox">
        <SandboxStripe>Simulated: nothing here moves money</SandboxStripe>
        <Stream
          from={{ name: 'Investor', balance: 4487.5, before: 5000 }}
          to={{ name: 'Owner', balance: 500, before: 0 }}
          platform={{ name: 'Platform', balance: 12.5, before: 0 }}
          amount={512.5}
          fee={12.5}
        />
        <Split amount={500} fee={12.5} feeName="Platform fee, 2.5%" />
        <Paper label="Statement of November">
          <h3>Statement of November</h3>
          <Totals>
            <div className="between">
              <strong>Arrived</strong>
              <strong>
                <Money amount={121.16} />
              </strong>
            </div>
          </Totals>
        </Paper>
      </Part>
      <Part title="Heads, figures, pages">
        <PageBar>
          <Button size="sm">Back</Button>
        </PageBar>
        <Strip
          figures={[
            ['Total Volume', <Money amount={47100} />],
            ['Total Transactions', '14'],
            ['Active Properties', '5'],
            ['Platform Fees', <Money amount={1177.5} />],
          ]}
        />
        <Pager pages={MIDDLE} next="c" />
        <Pager pages={{ ...MIDDLE, number: 3 }} next={null} />
      </Part>
      <Part title="Notes">
        <Note tone="ok">Payment complies with 30% rule. Monthly payment is 26.7% of rent.</Note>
        <Note tone="bad" icon="warn">
          Term too short. Minimum 37 months required to keep payments under 30% of rent.{' '}
          <button type="button" className="note-way">
            Use 42 months
          </button>
        </Note>
        <Note tone="wait">Verification is pending.</Note>
        <Note tone="run">The ledger usually confirms within 5 seconds.</Note>
        <Note tone="off" icon="expired">
          Nobody signed within 5 minutes.
        </Note>
        <FeedPaused />
      </Part>
      <Part title="Empty, loading, failed">
        <div className="gallery-three">
          <div className="card">
            <Empty
              as="h3"
              title="No Properties Available"
              text="New listings appear here as soon as an owner has been verified."
            />
          </div>
          <div className="card stack">
            <Skeleton height={110} />
            <Skeleton height={16} width="60%" />
            <Skeleton height={40} />
          </div>
          <Failed error={REFUSAL} retry={() => undefined} />
        </div>
      </Part>
      <Part title="Verdicts">
        <Verdict
          tone="ok"
          icon={<IconShieldCheckFilled size={40} />}
          title="The chain is whole"
          action={<Button size="sm">Verify again</Button>}
        >
          98,214 events, each sealed to the one before it
        </Verdict>
        <Verdict tone="bad" icon={<IconShieldExclamation size={40} stroke={1.5} />} title="The chain is broken">
          at position 12,077
        </Verdict>
        <Verdict tone="run" icon={<IconShieldQuestion size={40} stroke={1.5} />} title="Verifying the chain">
          41,000 of 98,214 events
        </Verdict>
      </Part>
      <Part title="Table">
        <Table label="Sample rows">
          <thead>
            <tr>
              <th>Property</th>
              <th className="num">Cost</th>
              <th>Status</th>
            </tr>
          </thead>
          <tbody>
            {['Sample Court', 'Example Terrace'].map((name) => (
              <tr key={name}>
                <td>
                  <strong>{name}</strong>
                </td>
                <td className="num">
                  <Money amount={500} />
                </td>
                <td>
                  <StatusPill status="completed" />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Part>
      <Part title="What floats">
        <Floating />
      </Part>
      <ActionBar
        verdict={
          <span className="small">
            <strong>26.7%</strong> of rent
          </span>
        }
      >
        <Button look="filled">Create Property Listing</Button>
      </ActionBar>
    </main>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="gallery-part" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

function Roofs() {
  return (
    <div className="gallery-three">
      {[42, 24, 12].map((tokenTermMonths) => {
        const terms = liveTerms({ ...emptyForm, tokenTermMonths });
        return (
          <div className="card" key={tokenTermMonths}>
            <Roof terms={terms} payment={rlusd(Number(terms.payment) / 1e6)} cap="750.00" />
          </div>
        );
      })}
    </div>
  );
}

/** The second of three pages, and the last one. */
const MIDDLE: Pages = { cursor: 'b', number: 2, forward: () => undefined, back: () => undefined };

function Inputs() {
  const [goal, setGoal] = useState(25_000);
  const [risk, setRisk] = useState('moderate');
  const wrong = 'passport.exe is no PDF, JPG or PNG file';
  const drop = {
    title: 'Drop the document here or choose a file',
    hint: '.pdf, .jpg or .png, up to 10MB',
    extensions: ['.pdf', '.jpg', '.png'],
    onFiles: () => undefined,
  };
  return (
    <div className="gallery-three">
      <Field label="Native field" hint="Below stands the hint">
        <input defaultValue="LEDGER" />
      </Field>
      <TextInput label="Property name" description="Below stands the hint" />
      <TextInput label="Address" error="Address is required" />
      <NumberField label="Monthly rent" suffix=" RLUSD" defaultValue={2500} />
      <Select label="Sort by" data={['Newest first', 'Highest APR']} defaultValue="Newest first" />
      <SecretInput label="Tax ID" />
      <TextInput label="Date of birth" type="date" />
      <Textarea label="Program Purpose" rows={2} />
      <Slider
        label="Participation cap"
        value={goal}
        shown={goal.toLocaleString('en-US')}
        unit="RLUSD"
        range={{ min: 10_000, max: 200_000, step: 5_000 }}
        onChange={setGoal}
      />
      <Switch label="Only with tokens left" defaultChecked />
      <Checkbox label="I accept the terms of service" defaultChecked />
      <Segments
        label="Risk tolerance"
        name="risk"
        value={risk}
        onChange={setRisk}
        options={['conservative', 'moderate', 'aggressive'].map((value) => ({ value, label: value }))}
      />
      <Drop label="ID document" problem={undefined} {...drop} />
      <Drop label="Address proof" problem={wrong} {...drop} />
      <TakenFile file={new File(['x'.repeat(24_000)], 'proof.pdf')} onRemove={() => undefined} />
      <Menu>
        <Menu.Target>
          <Button>Menu</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item>One</Menu.Item>
          <Menu.Item>Two</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

function Choices() {
  const [chosen, setChosen] = useState('landlord');
  return (
    <>
      <Stepper steps={['Personal Information', 'Professional Details', 'Document Upload']} step={2} />
      <StepperBar label="Setup progress" steps={['KYC Verification', 'Wallet Setup', 'Complete Setup']} step={2} />
      <RadioCards
        label="I am here as"
        name="role"
        value={chosen}
        onChange={setChosen}
        options={[
          { value: 'landlord', label: 'Property Owner', text: 'Raise funding for a property that earns rent' },
          { value: 'investor', label: 'Investor', text: 'Take part from one token' },
        ]}
      />
      <Tabs
        label="Tabs"
        current="/dev/components"
        items={[
          ['/dev/components', 'Open'],
          ['/dev/components?tab=2', 'Resolved'],
        ]}
      />
    </>
  );
}

const TOASTS: readonly Omit<Toast, 'id'>[] = [
  { title: 'Success', text: 'Property listed successfully!', tone: 'ok' },
  {
    title: 'Validation Error',
    text: 'Term too short. Minimum 37 months required to keep payments under 30% of rent.',
    tone: 'bad',
  },
  { title: 'Payment Initiated', text: 'Complete the transaction in your wallet app.', tone: 'run' },
];

function Floating() {
  const [open, setOpen] = useState<'modal' | 'drawer' | 'sheet' | null>(null);
  const dispatch = useDispatch();
  const close = () => setOpen(null);
  return (
    <div className="gallery-row">
      {TOASTS.map((toast) => (
        <Button key={toast.title} onClick={() => dispatch(showToast(toast))}>
          Toast: {toast.title}
        </Button>
      ))}
      {(['modal', 'drawer', 'sheet'] as const).map((what) => (
        <Button key={what} onClick={() => setOpen(what)}>
          Open {what}
        </Button>
      ))}
      {open === 'modal' && (
        <Modal title="A step that blocks" onClose={close} narrow>
          <p>One thing to decide.</p>
        </Modal>
      )}
      {open === 'drawer' && (
        <Drawer
          title="One thing of the list"
          onClose={close}
          foot={
            <Button look="filled" size="lg" wide>
              Purchase 5 tokens
            </Button>
          }
        >
          <p>Its details.</p>
        </Drawer>
      )}
      {open === 'sheet' && (
        <Sheet title="Filter and sort" onClose={close}>
          <p>What does not fit.</p>
        </Sheet>
      )}
    </div>
  );
}
