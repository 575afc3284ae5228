import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

type Scheme = 'auto' | 'light' | 'dark';
const CHOICES: readonly { scheme: Scheme; label: string; Icon: typeof IconSun }[] = [
  { scheme: 'auto', label: 'As the system', Icon: IconDeviceDesktop },
  { scheme: 'light', label: 'Light', Icon: IconSun },
  { scheme: 'dark', label: 'Dark', Icon: IconMoon },
];
const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)').matches;

/** Follows the system unless chosen otherwise; kept on this device. */
export function SchemeSwitch() {
  const [scheme, setScheme] = useState<Scheme>(() => (localStorage.getItem('color-scheme') as Scheme | null) ?? 'auto');
  useEffect(() => {
    const apply = () => document.documentElement.setAttribute('data-mantine-color-scheme', scheme === 'dark' || (scheme === 'auto' && systemIsDark()) ? 'dark' : 'light');
    apply();
    if (scheme === 'auto') localStorage.removeItem('color-scheme');
    else localStorage.setItem('color-scheme', scheme);
    const media = matchMedia('(prefers-color-scheme: dark)');
    media.addEventListener('change', apply);
    return () => media.removeEventListener('change', apply);
  }, [scheme]);
  return (
    <div className="switch" role="radiogroup" aria-label="Colour scheme">
      {CHOICES.map(({ scheme: value, label, Icon }) => (
        <button key={value} type="button" role="radio" aria-checked={scheme === value} aria-label={label} title={label} onClick={() => setScheme(value)} className="btn btn-sm" style={{ flex: 1, padding: '0 8px', minHeight: 30, background: scheme === value ? 'var(--surface)' : 'transparent', color: scheme === value ? 'var(--text)' : 'var(--dim)' }}>
          <Icon size={16} aria-hidden />
        </button>
      ))}
    </div>
  );
}
