import { IconBulb } from '@tabler/icons-react';
import { Progress } from '../../../shared/ui/progress/progress';
import style from '../components/recommendations.module.css';
import { ExamplesNote } from '../components/examples-note';
import { OwnProperty } from '../components/own-property';

/** REQ-2.2.1.8: static figures, the same for every property. Positions on the scale from 1,000 to 1,400 dollars. */
const EXAMPLE = { suggested: 1_250, average: 1_180, similar: 12, roi: '7.2%', demand: 75, match: 85 };
const LINE = { from: 1_000, to: 1_400 };
const TIPS: readonly (readonly [title: string, text: string])[] = [
  ['Smaller tokens sell sooner', 'A price that fits many budgets finds more buyers.'],
  ['Say what the money is for', '“New boiler in eight apartments” says more than “renovation”.'],
  ['Upload the contract', 'Verified investors read it before they buy.'],
];
const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`;
const place = (amount: number) => `${(100 * (amount - LINE.from)) / (LINE.to - LINE.from)}%`;

/** How a landlord's property compares (REQ-2.2.1.8, Landlord): examples, and real figures next to them. */
export default function Landlord() {
  return (
    <>
      <ExamplesNote title="Example figures.">
        They show what this analysis looks like and are the same for every property.
      </ExamplesNote>
      <div className={style.landlord}>
        <section className="card" aria-label="Suggested token price, an example">
          <span className="small dim">Suggested token price</span>
          <strong className={style.suggested}>{dollars(EXAMPLE.suggested)}</strong>
          <div className={style.line}>
            <Point at={EXAMPLE.average} text={`average of ${EXAMPLE.similar}`} />
            <Point at={EXAMPLE.suggested} text="suggested" own />
          </div>
        </section>
        <section className="card" aria-label="Demand and competitors, an example">
          <Bar name="Market demand" value={EXAMPLE.demand} />
          <Bar name="Investor match" value={EXAMPLE.match} />
          <dl className={style.rows}>
            <Row name="Similar properties" value={String(EXAMPLE.similar)} />
            <Row name="Average token price" value={dollars(EXAMPLE.average)} />
            <Row name="Average ROI" value={EXAMPLE.roi} />
          </dl>
        </section>
        <section className="card" aria-labelledby="tips">
          <h2 id="tips">Optimization tips</h2>
          <ul className={style.tips}>
            {TIPS.map(([title, text]) => (
              <li key={title}>
                <IconBulb size={20} aria-hidden />
                <span>
                  <strong>{title}</strong>
                  <small>{text}</small>
                </span>
              </li>
            ))}
          </ul>
        </section>
        <OwnProperty />
      </div>
    </>
  );
}

function Point({ at, text, own }: { at: number; text: string; own?: boolean }) {
  return (
    <span className={style.point} data-own={own} style={{ left: place(at) }}>
      <i />
      <strong>{dollars(at)}</strong>
      <small>{text}</small>
    </span>
  );
}

function Bar({ name, value }: { name: string; value: number }) {
  return (
    <div className={style.measure}>
      <div className="between">
        <span className="small dim">{name}</span>
        <strong>{value}%</strong>
      </div>
      <Progress label={name} value={value} tone="pri" />
    </div>
  );
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
