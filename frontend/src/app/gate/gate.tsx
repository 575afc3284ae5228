import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { isApiError, messageOf } from '../../shared/api/problem';
import { useTitle } from '../../shared/use-title';
import { Button } from '../../shared/ui/button/button';
import { Field } from '../../shared/ui/field/field';
import { Note } from '../../shared/ui/note/note';
import { Scene } from '../../shared/ui/scene/scene';
import { House } from '../../shared/ui/wordmark/wordmark';
import { useEnterDemoMutation } from '../../shared/session/api';
import { useGate } from './use-gate';
import './gate.css';

/**
 * The access code page (REQ-1.2.3, REQ-1.4.1): the button waits for a code, Enter submits too, and the server checks
 * the code.
 */
export function Gate() {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [wait, setWait] = useState<string>();
  const [enter, { isLoading }] = useEnterDemoMutation();
  const { pass } = useGate();
  const input = useRef<HTMLInputElement>(null);
  useTitle('Demo access');
  // The field was in the page before JavaScript loaded; text typed in the meantime is kept.
  useEffect(() => setCode(input.current!.value), []);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (code.trim() === '' || isLoading) return;
    const result = await enter(code);
    if (!result.error) return pass();
    // Too many attempts are not a wrong code: the field is not red, and the message says how long to wait.
    if (isApiError(result.error) && result.error.status === 429) return setWait(result.error.detail);
    setError(messageOf(result.error, 'Invalid access code. Please try again.'));
  };
  return (
    <Scene>
      <form className="gate" onSubmit={(event) => void submit(event)}>
        <span className="wordmark">
          <House size={28} />
          Tknest
        </span>
        <h1>
          Property funding,
          <br />
          paid back by rent.
        </h1>
        <p className="dim">This is a demonstration on a test ledger. Enter your access code to look around.</p>
        <Field label="Access code" error={error}>
          <input
            ref={input}
            value={code}
            autoFocus
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setCode(event.target.value);
              setError(undefined);
              setWait(undefined);
            }}
          />
        </Field>
        {wait && (
          <Note tone="wait" live>
            {wait}
          </Note>
        )}
        <Button type="submit" look="filled" size="lg" wide disabled={code.trim() === ''} busy={isLoading}>
          Access Demo Platform
        </Button>
      </form>
    </Scene>
  );
}
