import { lazy, Suspense, useState, type ComponentType } from 'react';
import { useSearchParams } from 'react-router';
import { Select } from '../../../shared/ui/inputs/select';
import { VisitorsPage } from '../../../shared/ui/page-bar/visitors-page';
import { Skeleton } from '../../../shared/ui/states/states';
import { useTitle } from '../../../shared/use-title';
import style from '../components/recommendations.module.css';

const ANALYSES = [
  {
    value: 'market',
    label: 'Market',
    says: 'How each property performs, from recorded data.',
    load: () => import('../analyses/market'),
  },
  {
    value: 'investor',
    label: 'Investor',
    says: 'Which properties suit you, and why.',
    load: () => import('../analyses/investor'),
  },
  {
    value: 'landlord',
    label: 'Landlord',
    says: 'How a property compares.',
    load: () => import('../analyses/landlord'),
  },
  {
    value: 'targeting',
    label: 'Targeting',
    says: 'Who might buy tokens of a property.',
    load: () => import('../analyses/targeting'),
  },
] as const;

/** The AI recommendations page (REQ-2.2.1.1), for visitors too. The chosen analysis is in the address. */
export default function AiRecommendationsPage() {
  useTitle('AI recommendations');
  return (
    <VisitorsPage>
      <Dashboard />
    </VisitorsPage>
  );
}

function Dashboard() {
  const [params, setParams] = useSearchParams();
  const shown = ANALYSES.find(({ value }) => value === params.get('analysis')) ?? ANALYSES[0];
  const choose = (value: string | null) => value && setParams((now) => (now.set('analysis', value), now));
  return (
    <>
      <div className={`page-head ${style.page}`}>
        <div>
          <h1>AI recommendations</h1>
          <p className="dim">{shown.says}</p>
        </div>
        <Select
          label="Analysis"
          className={style.choice}
          data={ANALYSES.map(({ value, label }) => ({ value, label }))}
          value={shown.value}
          allowDeselect={false}
          onChange={choose}
        />
      </div>
      <div className={style.stack}>
        <Analysis key={shown.value} load={shown.load} />
      </div>
    </>
  );
}

/** A failed chunk is requested again when its analysis is opened next. */
function Analysis({ load }: { load: () => Promise<{ default: ComponentType }> }) {
  const [Part] = useState(() => lazy(load));
  return (
    <Suspense fallback={<Skeleton height={320} />}>
      <Part />
    </Suspense>
  );
}
