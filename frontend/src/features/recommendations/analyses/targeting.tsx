import { IconMail, IconSpeakerphone, IconUsersGroup } from '@tabler/icons-react';
import { useAppDispatch } from '../../../shared/store/store';
import { Button } from '../../../shared/ui/button/button';
import { StepMark } from '../../../shared/ui/step-mark/step-mark';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import style from '../components/recommendations.module.css';
import { ExamplesNote } from '../components/examples-note';
import { MatchPill } from '../components/pills';

/** REQ-2.2.1.9: hard-coded samples. */
const PROFILES = [
  {
    name: 'Sample profile A',
    kind: 'Income first, small amounts',
    match: 0.92,
    reasons: [
      'Buys every month, 100 to 500 RLUSD',
      'Prefers terms under 48 months',
      'Interested in heating and insulation',
    ],
  },
  {
    name: 'Sample profile B',
    kind: 'Spreads over many properties',
    match: 0.87,
    reasons: ['Holds tokens of nine properties, never over 8% in one', 'Answers new listings within two days'],
  },
  {
    name: 'Sample profile C',
    kind: 'Local, long term',
    match: 0.81,
    reasons: ['Only Springfield addresses', 'Has never redeemed early'],
  },
];
const STRATEGY = [
  'Write to people who already hold tokens nearby',
  'Show one month of rent, split at the 30% line',
  'End with the date of the first rent share',
];
const CHANNELS = [
  ['Email to holders', 'first'],
  ['Local housing groups', 'second'],
  ['Newsletter', 'third'],
];

/** Investors whom a landlord might contact (REQ-2.2.1.9, Targeting); all data is made up. */
export default function Targeting() {
  const dispatch = useAppDispatch();
  const invite = () => dispatch(showToast({ title: 'Example only. Nothing was sent.', tone: 'run' }));
  return (
    <>
      <ExamplesNote title="Static examples.">
        These profiles are made up. No person’s data is used or shown here.
      </ExamplesNote>
      <div className={style.targeting}>
        <section className={`card ${style.profiles}`} aria-label="Sample profiles">
          {PROFILES.map(({ name, kind, match, reasons }) => (
            <article key={name}>
              <MatchPill confidence={match} />
              <div>
                <h2>{name}</h2>
                <span className="small dim">{kind}</span>
                <ul>
                  {reasons.map((reason) => (
                    <li key={reason}>{reason}</li>
                  ))}
                </ul>
              </div>
              <Button
                size="sm"
                icon={<IconMail size={16} aria-hidden />}
                aria-label={`Send Invite to ${name}`}
                onClick={invite}
              >
                Send Invite
              </Button>
            </article>
          ))}
        </section>
        <div className={style.stack}>
          <section className="card" aria-labelledby="strategy">
            <h2 id="strategy">
              <IconUsersGroup size={20} aria-hidden /> Marketing strategy
            </h2>
            <ol className={style.steps}>
              {STRATEGY.map((step, index) => (
                <li key={step}>
                  <StepMark state="later" number={index + 1} />
                  {step}
                </li>
              ))}
            </ol>
          </section>
          <section className="card" aria-labelledby="channels">
            <h2 id="channels">
              <IconSpeakerphone size={20} aria-hidden /> Channels
            </h2>
            <dl className={style.rows}>
              {CHANNELS.map(([name, turn]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{turn}</dd>
                </div>
              ))}
            </dl>
          </section>
        </div>
      </div>
    </>
  );
}
