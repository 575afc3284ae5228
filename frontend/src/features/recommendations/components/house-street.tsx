import type { PropertyPerformance } from '@tknest/contracts/api';
import { propertyName } from '@tknest/contracts/words';
import { Link } from 'react-router';
import { percent } from '../../../shared/format/format';
import { Facade, facadeLabel, houseWidth } from '../../../shared/ui/facade/facade';
import style from './recommendations.module.css';

const SCALE = 0.82;

export const performanceLink = ({ id }: PropertyPerformance) => `/properties/${id}?role=investor`;

/** A street of houses, each lit by the share of its tokens that is sold, and leading to its property. */
export function HouseStreet({ rows }: { rows: readonly PropertyPerformance[] }) {
  return (
    <section className={`card ${style.street}`} aria-labelledby="street">
      <h2 id="street" className="sr-only">
        Funding of each property
      </h2>
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
              <Link to={performanceLink(row)} className={style.name} title={propertyName(row)}>
                {propertyName(row)}
              </Link>
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
