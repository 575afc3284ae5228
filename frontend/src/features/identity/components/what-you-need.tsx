import { IconCamera, IconHomeCheck, IconId, IconMail } from '@tabler/icons-react';
import style from '../pages/kyc-verification.module.css';

const DOCUMENTS = [
  { Icon: IconId, name: 'Government ID', text: 'Passport, driver’s license or identity card, not expired' },
  { Icon: IconHomeCheck, name: 'Proof of address', text: 'A bill or bank letter of the last three months' },
  { Icon: IconCamera, name: 'Selfie', text: 'Taken in the provider’s window' },
];

/** What the provider requires (REQ-1.2.43). */
export function WhatYouNeed({ supportEmail }: { supportEmail?: string }) {
  return (
    <section className="card" aria-labelledby="needed">
      <h2 id="needed">What you need</h2>
      <ul className={style.needed}>
        {DOCUMENTS.map(({ Icon, name, text }) => (
          <li key={name}>
            <Icon size={22} stroke={1.7} aria-hidden />
            <div>
              <strong>{name}</strong>
              <p className="small dim">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <Help supportEmail={supportEmail} />
    </section>
  );
}

/** The contact for questions. */
export const Help = ({ supportEmail, verified }: { supportEmail?: string; verified?: boolean }) => (
  <div className="note note-off">
    <IconMail aria-hidden />
    <div>
      <strong>Need help?</strong> {!verified && 'It typically takes 2-5 minutes.'}
      {supportEmail && (
        <>
          {' '}
          Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
        </>
      )}
    </div>
  </div>
);
