import { AGREEMENT_TEXTS, type AgreementText } from '@tknest/contracts/rules';
import { Link } from 'react-router';
import { businessDay } from '../../../shared/format/time';
import { usePlatformConfigQuery } from '../../../shared/session/api';
import { TextPage, type Section } from './text-page';

interface Props {
  of: AgreementText;
  lead: string;
  /** Without the last section, which contains the contact. */
  sections: readonly Section[];
  contact: Section;
}

/** A text to which applicants agree (REQ-1.2.47), with its version, date and contact, and links to the other texts. */
export function AgreementPage({ of, lead, sections, contact }: Props) {
  const { title, version, since } = AGREEMENT_TEXTS[of];
  const others = Object.values(AGREEMENT_TEXTS).filter((text) => text !== AGREEMENT_TEXTS[of]);
  return (
    <TextPage
      title={title}
      note={`Version ${version}, in force since ${businessDay(since)}`}
      lead={lead}
      sections={[...sections, { ...contact, figure: <WriteTo /> }]}
      foot={
        <nav aria-label="See also" className="text-also">
          <strong>See also</strong>
          {others.map((text) => (
            <Link key={text.path} to={text.path}>
              {text.title}
            </Link>
          ))}
        </nav>
      }
    />
  );
}

function WriteTo() {
  const { data: config } = usePlatformConfigQuery();
  if (!config) return null;
  return (
    <p>
      Write to <a href={`mailto:${config.supportEmail}`}>{config.supportEmail}</a>.
    </p>
  );
}
