import type { WordPairView } from '@tknest/contracts/api';
import { capitalized } from '@tknest/contracts/words';
import style from './words.module.css';

const HOW: Record<WordPairView['how'], string> = {
  same: 'the same',
  spelling: 'spelled alike',
  sound: 'sounds alike',
  'short form': 'other form',
  consonants: 'same consonants',
  looks: 'looks the same',
  initial: 'initial',
  joined: 'written as one',
  none: '',
};
const likeness = ({ how }: WordPairView) => (how === 'same' ? 'same' : how === 'none' ? 'none' : 'similar');
export const hundred = (score: number) => String(Math.round(score * 100));

/** A name with its matched words marked, by color and by an underline, never by color alone. */
export function MarkedName({ words, side }: { words: readonly WordPairView[]; side: 'screened' | 'listed' }) {
  return (
    <span className={style.name}>
      {words.map((pair, index) => {
        const word = pair[side];
        if (word === null) return null;
        return (
          <span key={index} className={style[likeness(pair)]}>
            {side === 'listed' ? capitalized(word) : word}
          </span>
        );
      })}
    </span>
  );
}

/** Each word of the entered name, its counterpart on the list, and why they were paired. */
export function WordAlignment({ words }: { words: readonly WordPairView[] }) {
  return (
    <table className={style.alignment}>
      <thead>
        <tr>
          <th scope="col">Entered</th>
          <th scope="col">
            <span className="sr-only">How they match</span>
          </th>
          <th scope="col">On the list</th>
        </tr>
      </thead>
      <tbody>
        {words.map((pair, index) => (
          <tr key={index}>
            <td>{pair.screened ?? '—'}</td>
            <td className={style[`join-${likeness(pair)}`]}>
              <span>
                {pair.how === 'none'
                  ? pair.screened === null
                    ? 'only on the list'
                    : 'not on the list'
                  : `${HOW[pair.how]}, ${hundred(pair.score)}`}
              </span>
            </td>
            <td>{pair.listed === null ? '—' : capitalized(pair.listed)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
