import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { liveTerms, emptyForm } from '../features/listings/use-listing-form';
import { Roof } from '../shared/ui/roof/roof';
import { rlusd } from '../shared/format/format';
import { Button } from '../shared/ui/button/button';
import { Drop, TakenFile } from '../shared/ui/drop/drop';
import { Field } from '../shared/ui/field/field';
import { Checkbox, NumberField, SecretInput, Slider, Switch, Textarea, TextInput } from '../shared/ui/inputs/inputs';
import { Select } from '../shared/ui/inputs/select';
import { MoneyStream, StreamBox } from '../shared/ui/money-stream/money-stream';
import { RadioCards } from '../shared/ui/radio-cards/radio-cards';
import { Stepper, StepperBar } from '../shared/ui/stepper/stepper';
import { Tabs } from '../shared/ui/tabs/tabs';
import { Menu } from '../shared/ui/menu/menu';
import { Drawer, Modal, Sheet } from '../shared/ui/modal/modal';
import { Segments } from '../shared/ui/segments/segments';
import { showToast, type Toast } from '../shared/ui/toast/toast.slice';

export function Roofs() {
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

export function Streams() {
  const box = (name: string, amount: number, dashed = false) => (
    <StreamBox key={name} name={name} dashed={dashed}>
      <span className="figure">{rlusd(amount)}</span>
    </StreamBox>
  );
  const notes = [rlusd(975), rlusd(25)] as const;
  return (
    <>
      <MoneyStream
        sentence="2,500.00 RLUSD goes through the escrow; 250.00 RLUSD of it is the fee"
        from={box('Rent', 2_500)}
        through={box('Escrow wallet', 2_500)}
        to={[box('Token holders', 2_250), box('Platform fee', 250)]}
        share={0.1}
      />
      {(['still', 'forward', 'back'] as const).map((coins) => (
        <MoneyStream
          key={coins}
          sentence="1,000.00 RLUSD goes from the investor: 975.00 to the landlord, 25.00 to the platform"
          from={box('Investor', 9_000)}
          to={[box('Landlord', 975, coins === 'back'), box('Platform', 25)]}
          share={coins === 'back' ? 0 : 0.025}
          notes={notes}
          coins={coins}
        />
      ))}
    </>
  );
}

export function Inputs() {
  const [goal, setGoal] = useState(25_000);
  const [risk, setRisk] = useState('moderate');
  const drop = {
    title: 'Drop the document here or choose a file',
    hint: '.pdf, .jpg or .png, up to 10MB',
    extensions: ['.pdf', '.jpg', '.png'],
    onFiles: () => undefined,
  };
  return (
    <div className="gallery-three">
      <Field label="Native field" hint="The hint is shown below">
        <input defaultValue="LEDGER" />
      </Field>
      <TextInput label="Property name" description="The hint is shown below" />
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
      <Drop label="ID document" check={() => undefined} {...drop} />
      <Drop label="Address proof" check={({ name }) => `${name} is not a PDF, JPG or PNG file`} {...drop} />
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

export function Choices() {
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
          { value: 'investor', label: 'Investor', text: 'Start with a single token' },
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

export function Floating() {
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
          <p>Contains one decision.</p>
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
          <p>Contains what does not fit on the page.</p>
        </Sheet>
      )}
    </div>
  );
}
