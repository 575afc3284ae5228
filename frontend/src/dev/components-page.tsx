import { IconShieldCheckFilled, IconShieldExclamation, IconShieldQuestion } from '@tabler/icons-react';
import { SchemeSwitch } from '../app/shell/scheme-switch';
import { rlusd } from '../shared/format/format';
import { useTitle } from '../shared/use-title';
import { ActionBar } from '../features/listings/components/action-bar';
import { Button } from '../shared/ui/button/button';
import { Bars } from '../features/investments/components/bars';
import { Facade, facadeLabel, houseWidth, Street } from '../shared/ui/facade/facade';
import { SandboxStripe } from '../shared/ui/sandbox-stripe/sandbox-stripe';
import { Split } from '../shared/ui/split/split';
import { Money } from '../shared/ui/money/money';
import { Note } from '../shared/ui/note/note';
import { PageBar } from '../shared/ui/page-bar/page-bar';
import { Pager, type Pages } from '../shared/ui/pager/pager';
import { Progress, Shares } from '../shared/ui/progress/progress';
import { Empty, Failed, FeedPaused, Skeleton } from '../shared/ui/states/states';
import { StatusPill } from '../shared/ui/status-pill/status-pill';
import { Strip } from '../shared/ui/strip/strip';
import { Table } from '../shared/ui/table/table';
import { Verdict } from '../shared/ui/verdict/verdict';
import { Choices, Floating, Inputs, Roofs, Streams } from './moving-parts';
import { Basics, Part } from './basics';
import './components-page.css';
import '../features/listings/pages/landlord-home.css';

const REFUSAL = {
  type: 'about:blank',
  title: 'Error',
  status: 500,
  detail: 'Failed to load properties.',
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
};
const MONTHS = Object.entries({ Apr: 2, May: 8, Jun: 8, Jul: 30, Aug: 60, Sep: 60, Oct: 107.2, Nov: 121.16 }).map(
  ([label, value]) => ({ label, value, shown: rlusd(value) }),
);

/** Every shared component in all its states, for development and for the browser test. Not in the production bundle. */
export default function ComponentsPage() {
  useTitle('Components');
  return (
    <main className="gallery">
      <div className="between">
        <h1>Components</h1>
        <SchemeSwitch />
      </div>
      <Basics />
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
      <Part title="Money streams">
        <Streams />
      </Part>
      <Part title="Inputs">
        <Inputs />
      </Part>
      <Part title="Wizards, choices, tabs">
        <Choices />
      </Part>
      <Part title="Amounts with fee, sandbox">
        <SandboxStripe>Simulated: nothing here moves money</SandboxStripe>
        <Split amount={500} fee={12.5} feeName="Platform fee, 2.5%" />
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
          The request was not signed within 5 minutes.
        </Note>
        <FeedPaused />
      </Part>
      <Part title="Empty, loading, failed">
        <div className="gallery-three">
          <div className="card">
            <Empty
              as="h3"
              title="No Properties Available"
              text="New listings appear here once a landlord has been verified."
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
          title="The chain is intact"
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
      <Part title="Overlays">
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

/** The second of three pages, and the last page. */
const MIDDLE: Pages = { cursor: 'b', number: 2, forward: () => undefined, back: () => undefined };
