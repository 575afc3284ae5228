import type { PropertyProfileView } from '@tknest/contracts/api';
import { RentalContract } from '../../../../shared/properties/rental-contract';
import { ButtonLink } from '../../../../shared/ui/button/button';
import { HashText } from '../../../../shared/ui/copyable/copyable';
import { offerOf } from '../../offered';
import style from './property.module.css';

const READ = [
  ['Terms of use', 'What you agree to', '/terms'],
  ['Risk disclosure', 'What can go wrong', '/risks'],
] as const;

/** What somebody reads before buying, each in its row. The server decides who may read the contract. */
export function Documents({ profile }: { profile: PropertyProfileView }) {
  const sha256 = profile.details?.contract?.sha256;
  return (
    <section className={`card ${style.part} ${style.documents}`} aria-labelledby="documents">
      <h2 id="documents">Documents</h2>
      <RentalContract property={offerOf(profile)} />
      {sha256 && (
        <p className="small dim">
          SHA-256 <HashText hash={sha256} what="SHA-256 of the contract" />
        </p>
      )}
      {READ.map(([name, what, to]) => (
        <div className="between" key={to}>
          <div>
            <strong>{name}</strong>
            <p className="small dim">{what}</p>
          </div>
          <ButtonLink to={to} size="sm" aria-label={`Read: ${name}`}>
            Read
          </ButtonLink>
        </div>
      ))}
    </section>
  );
}
