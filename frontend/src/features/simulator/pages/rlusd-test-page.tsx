import { IconRefresh } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { Button } from '../../../shared/ui/button/button';
import { VisitorsPage } from '../../../shared/ui/page-bar/visitors-page';
import { SandboxStripe } from '../../../shared/ui/sandbox-stripe/sandbox-stripe';
import { Tabs } from '../../../shared/ui/tabs/tabs';
import { PageHead } from '../../../shared/page-head';
import { Flow } from '../components/flow';
import { Monitoring, SimulatedProperty, Wallets } from '../components/parts';
import { useSimulator } from '../use-simulator';
import '../../../shared/styles/lists.css';
import style from '../components/simulator.module.css';

/** REQ-2.2.8.1. */
const TABS = [
  ['wallets', 'Test Wallets'],
  ['properties', 'Properties'],
  ['flow', 'Transaction Flow'],
  ['live', 'Live Monitoring'],
] as const;
const addressOf = (tab: string) => (tab === 'wallets' ? '/rlusd-test' : `/rlusd-test?tab=${tab}`);

/** The payment simulator, which runs only in the browser, for visitors too. */
export default function RlusdTestPage() {
  return (
    <VisitorsPage>
      <Simulator />
    </VisitorsPage>
  );
}

function Simulator() {
  const [params] = useSearchParams();
  const simulator = useSimulator();
  const [tab] = TABS.find(([value]) => value === params.get('tab')) ?? TABS[0];
  return (
    <>
      <div className={style.stripe}>
        <SandboxStripe>A simulation in your browser. No wallet, no ledger, no money.</SandboxStripe>
      </div>
      <PageHead title="RLUSD test simulator" text="Simulate a purchase and a payout with three sample wallets.">
        <Button size="sm" icon={<IconRefresh size={16} aria-hidden />} onClick={simulator.reset}>
          Reset
        </Button>
      </PageHead>
      <Tabs
        label="Parts of the simulator"
        current={addressOf(tab)}
        items={TABS.map(([value, label]) => [addressOf(value), label])}
      />
      {tab === 'wallets' && <Wallets {...simulator} />}
      {tab === 'properties' && <SimulatedProperty {...simulator} />}
      {tab === 'flow' && <Flow {...simulator} />}
      {tab === 'live' && <Monitoring {...simulator} />}
    </>
  );
}
