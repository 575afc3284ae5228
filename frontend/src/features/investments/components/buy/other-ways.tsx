import { Link } from 'react-router';
import style from './buy.module.css';

/** Links to buying the same tokens for an amount of money, or on a page that can be linked to. */
export function OtherWays({ propertyId, tokens }: { propertyId: number; tokens: number }) {
  return (
    <p className={`small ${style.ways}`}>
      Or <Link to={`/simple-investment?propertyId=${propertyId}`}>invest an amount</Link>, or{' '}
      <Link to={`/checkout?propertyId=${propertyId}&tokens=${tokens}`}>go to the checkout</Link>
    </p>
  );
}
