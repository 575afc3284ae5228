import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { Note } from './ui/note/note';
import { Boundary } from './ui/states/boundary';

/**
 * A form or dialog of the page that is loaded after it. If it does not come, what else can be done on the page stays,
 * and it can be requested again.
 * @param coming stands in its place until then; a function is given its properties
 */
export function lateForm<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  coming: ReactNode | ((props: Props) => ReactNode),
): ComponentType<Props> {
  const request = () => lazy(load) as ComponentType<Props>;
  let form = request();
  return function LateForm(props: Props) {
    const [{ Form, tries }, setForm] = useState(() => ({ Form: form, tries: 0 }));
    const again = () => setForm({ Form: (form = request()), tries: tries + 1 });
    const failed = () => (
      <Note tone="bad" live>
        This part did not load. Nothing was lost.
        <button type="button" className="note-way" onClick={again}>
          Load it again
        </button>
      </Note>
    );
    return (
      <Boundary key={tries} failed={failed}>
        <Suspense fallback={typeof coming === 'function' ? coming(props) : coming}>
          <Form {...props} />
        </Suspense>
      </Boundary>
    );
  };
}
