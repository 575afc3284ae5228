import type { AutoTokenConfigView } from '@tknest/contracts/api';
import { POLLING } from '@tknest/contracts/rules';
import { IconBook2, IconScale, IconUserCheck, IconBolt } from '@tabler/icons-react';
import { useShown } from '../../../shared/api/use-shown';
import { usePolling } from '../../../shared/attention/use-attended';
import { rlusd } from '../../../shared/format/format';
import { ButtonLink } from '../../../shared/ui/button/button';
import { Shown } from '../../../shared/ui/shown/shown';
import { Skeleton } from '../../../shared/ui/states/states';
import { Strip } from '../../../shared/ui/strip/strip';
import { PageHead } from '../../../shared/page-head';
import { useAutoTokenConfigQuery } from '../api';
import { AutoSettings } from '../components/auto-settings';
import { LastDay } from '../components/last-day';
import '../components/tokens.css';

/** REQ-2.2.4.1, REQ-2.2.4.2. */
const STEPS = [
  [IconUserCheck, 'KYC of both parties', 'Payer and recipient are verified'],
  [IconScale, 'Threshold check', 'The payment reaches the minimum'],
  [IconBolt, 'Automatic issuance', 'Tokens go to the payer’s wallet'],
  [IconBook2, 'Ledger recording', 'Hash and memo are recorded'],
] as const;

/** Automatic issuance of tokens for direct payments. */
export default function AutoTokensPage() {
  const config = useShown(useAutoTokenConfigQuery(undefined, usePolling(POLLING.adminOther)));
  return (
    <>
      <PageHead
        title="Automated token issuance"
        text="Issues TKNEST as soon as a direct payment has settled. Purchases always issue tokens automatically."
      >
        <ButtonLink to="/tokens" size="sm">
          Token management
        </ButtonLink>
        <ButtonLink to="/admin" size="sm">
          Admin
        </ButtonLink>
      </PageHead>
      <Shown of={config} what="The configuration" skeleton={<Skeleton height={480} />}>
        {(set) => (
          <div className="stack">
            <Standing config={set} />
            <section className="card" aria-labelledby="how-it-works">
              <h2 id="how-it-works">How it works</h2>
              <ol className="auto-steps">
                {STEPS.map(([Icon, title, text]) => (
                  <li key={title}>
                    <Icon size={22} stroke={1.7} aria-hidden />
                    <div>
                      <h3>{title}</h3>
                      <p className="small dim">{text}</p>
                    </div>
                  </li>
                ))}
              </ol>
            </section>
            <div className="tokens-cols">
              <AutoSettings config={set} />
              <LastDay />
            </div>
          </div>
        )}
      </Shown>
    </>
  );
}

function Standing({ config }: { config: AutoTokenConfigView }) {
  const automation = (
    <span key="automation" className="auto-state" data-on={config.enabled}>
      {config.enabled ? 'Enabled' : 'Disabled'}
    </span>
  );
  return (
    <Strip
      figures={[
        ['Automation', automation],
        ['KYC requirement', config.requiresBothPartiesKyc ? 'Both Parties' : 'Flexible'],
        [
          'Min Investment',
          <span key="min" className="money">
            {rlusd(config.minimumInvestmentThreshold).replace(/\.00$/, '')}
            <span className="money-unit">&nbsp;USD</span>
          </span>,
        ],
      ]}
    />
  );
}
