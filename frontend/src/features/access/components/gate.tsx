import { useState, type FormEvent } from 'react';
import { messageOf } from '../../../shared/api/problem';
import { useTitle } from '../../../shared/use-title';
import { Button } from '../../../shared/ui/button/button';
import { Facade, houseWidth } from '../../../shared/ui/facade/facade';
import { Field } from '../../../shared/ui/field/field';
import { House } from '../../../shared/ui/wordmark/wordmark';
import { useEnterDemoMutation } from '../api';
import { useGate } from '../use-gate';
import './gate.css';

const STREET = [3, 0, 2, 5, 1, 4, 0, 2];

/** The demo gate (D1 §2, §4): the button waits for a code, Enter submits too, and the server knows whether it is right. */
export function Gate() {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [enter, { isLoading }] = useEnterDemoMutation();
  const { pass } = useGate();
  useTitle('Demo access');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '' || isLoading) return;
    const result = await enter(code);
    if ('error' in result && result.error) setError(messageOf(result.error, 'Invalid access code. Please try again.'));
    else pass();
  };
  return (
    <main className="gate">
      <form className="gate-card" onSubmit={(event) => void submit(event)}>
        <span className="wordmark"><House size={28} />Tknest</span>
        <h1>Property funding,<br />paid back by rent.</h1>
        <p className="dim">This is a demonstration on a test ledger. Enter your access code to look around.</p>
        <Field label="Access code" error={error}>
          <input value={code} autoFocus autoComplete="off" spellCheck={false} onChange={(event) => { setCode(event.target.value); setError(undefined); }} />
        </Field>
        <Button type="submit" look="filled" size="lg" wide disabled={code.trim() === ''} busy={isLoading}>Access Demo Platform</Button>
      </form>
      <div className="gate-street" aria-hidden>
        {STREET.map((id, index) => <Facade key={index} id={id} share={[0.4, 0.7, 0.55, 0.2, 0.85, 0.3, 0.6, 0.75][index]!} width={houseWidth(id, 1.06)} />)}
      </div>
    </main>
  );
}
