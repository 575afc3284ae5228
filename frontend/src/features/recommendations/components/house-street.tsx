import type { PropertyPerformance } from '@tknest/contracts/api';
import { propertyName } from '@tknest/contracts/words';
import { percent } from '../../../shared/format/format';
import { Facade, facadeLabel, houseWidth } from '../../../shared/ui/facade/facade';
import style from './recommendations.module.css';

const SCALE = 0.82;

/** A street of houses, each lit by the share of its tokens that is sold. */
export function HouseStreet({ rows, total }: { rows: readonly PropertyPerformance[]; total: number }) {
  return (
    <section className={`card ${style.street}`} aria-labelledby="street">
      <div className="between">
        <h2 id="street" className="sr-only">
          Funding of each property
        </h2>
        {total > rows.length && (
          <a href="#performance" className="btn btn-subtle btn-sm">
            Show all {total.toLocaleString('en-US')}
          </a>
        )}
      </div>
      <div className={style.scroll} tabIndex={0} role="region" aria-label="Properties by funding">
        <ul>
          {rows.map((row) => (
            <li key={row.id}>
              <span className={style.house}>
                <Facade
                  id={row.id}
                  share={row.fundingRate / 100}
                  width={houseWidth(row.id, SCALE)}
                  label={facadeLabel(row.tokensSold, row.tokenCount)}
                />
              </span>
              <strong className={style.name} title={propertyName(row)}>
                {propertyName(row)}
              </strong>
              <span>
                <strong className={style.figure}>{percent(row.fundingRate)}</strong>{' '}
                <span className="small dim">funded</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
