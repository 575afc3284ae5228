import { Switch } from '../../shared/ui/inputs/inputs';
import { COMMAND, COMMAND_K, Keys } from '../../shared/ui/keys/keys';
import { Modal } from '../../shared/ui/modal/modal';
import { GO_TO } from './destinations';
import { switchSingleKeys, useSingleKeys } from './single-keys';
import style from './shortcut-list.module.css';

const GROUPS: readonly { title: string; keys: readonly (readonly [readonly string[], string])[] }[] = [
  {
    title: 'Anywhere',
    keys: [
      [[COMMAND, 'K'], 'Search or jump'],
      [['/'], 'Search or jump'],
      [['?'], 'Show this list'],
      [['esc'], 'Close'],
    ],
  },
  { title: 'Go to', keys: GO_TO.map(({ key, label }) => [['g', key], label] as const) },
  {
    title: 'In tables',
    keys: [
      [['j'], 'Next row'],
      [['k'], 'Previous row'],
      [['enter'], 'Open the row'],
    ],
  },
];

/** `?`: lists every shortcut, with the switch for single-key shortcuts. */
export default function ShortcutList({ onClose }: { onClose(): void }) {
  const on = useSingleKeys();
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose} narrow>
      <div className={style.shortcuts}>
        {GROUPS.map(({ title, keys }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([combination, what]) => (
                <div key={what + combination.join()} className="between">
                  <dt>{what}</dt>
                  <dd>
                    <Keys keys={combination} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch
        label="Single-key shortcuts"
        description={`When off, only ${COMMAND_K} and Esc work.`}
        checked={on}
        onChange={(event) => switchSingleKeys(event.currentTarget.checked)}
      />
    </Modal>
  );
}
