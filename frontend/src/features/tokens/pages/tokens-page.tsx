import { useSearchParams } from 'react-router';
import { usePlatformConfigQuery } from '../../../shared/session/api';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { Tabs } from '../../../shared/ui/tabs/tabs';
import { PageHead } from '../../../shared/page-head';
import { BulkForm } from '../components/bulk-form';
import { CheckBalance } from '../components/check-balance';
import { IssueTokens } from '../components/issue-tokens';
import { IssuedLately } from '../components/issued-lately';
import { RlusdPayouts } from '../components/rlusd-payouts';
import { TrustlineSetup } from '../components/trustline-setup';
import { Unallocated } from '../components/unallocated';
import '../../../shared/styles/lists.css';
import '../components/tokens.css';
import { IconStack2 } from '@tabler/icons-react';
import { Button } from '../../../shared/ui/button/button';

/** REQ-2.2.3.1. */
const TABS = [
  ['issue', 'Issue Tokens'],
  ['payouts', 'RLUSD Payouts'],
  ['trustline', 'Trustline Setup'],
  ['balance', 'Check Balance'],
  ['bulk', 'Bulk Operations'],
] as const;
const addressOf = (tab: string) => (tab === 'issue' ? '/tokens' : `/tokens?tab=${tab}`);

/** Manual token operations of admins. */
export default function TokensPage() {
  const [params] = useSearchParams();
  const { data: config } = usePlatformConfigQuery();
  const [tab] = TABS.find(([value]) => value === params.get('tab')) ?? TABS[0];
  return (
    <>
      <PageHead
        title="Token management"
        text={
          <span className="tokens-issuer">
            TKNEST, issued by {config ? <WalletText wallet={config.issuer} /> : '…'}
          </span>
        }
      />
      <Tabs
        label="Token operations"
        current={addressOf(tab)}
        items={TABS.map(([value, label]) => [addressOf(value), label])}
      />
      {tab === 'issue' && (
        <div className="stack">
          <IssueTokens />
          <Unallocated />
          <IssuedLately />
        </div>
      )}
      {tab === 'payouts' && config && <RlusdPayouts config={config} />}
      {tab === 'trustline' && config && <TrustlineSetup issuer={config.issuer} />}
      {tab === 'balance' && config && <CheckBalance issuer={config.issuer} />}
      {tab === 'bulk' && (config?.bulkOperations ? <BulkForm /> : <BulkOperations />)}
    </>
  );
}

/** REQ-2.2.3.2: 'Coming Soon'; its button does nothing. */
function BulkOperations() {
  return (
    <section className="card between tokens-bulk" aria-labelledby="bulk">
      <div className="row">
        <IconStack2 size={30} stroke={1.5} className="dim" aria-hidden />
        <div>
          <h2 id="bulk">Bulk Operations</h2>
          <p className="small dim">Coming Soon</p>
        </div>
      </div>
      <Button unavailable>Start bulk operation</Button>
    </section>
  );
}
