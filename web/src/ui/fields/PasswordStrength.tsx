import { passwordStrength, strengths, strengthTexts } from '../../lib/forms/password-strength.ts';
import { useTexts } from '../../lib/language/texts.ts';
import { cx } from '../cx.ts';

const fills = [
  'bg-danger-text',
  'bg-danger-text',
  'bg-warning-strong',
  'bg-accent-strong',
  'bg-accent-strong',
];

/** How well a password resists, in four bars and a word; before the first letter, the rule alone. */
export function PasswordStrength({
  password,
  personal,
}: {
  password: string;
  /** Names and addresses that anyone would try first. */
  personal?: readonly string[];
}) {
  const t = useTexts(strengthTexts);
  const strength = passwordStrength(password.trim(), personal);
  const level = password ? strengths.indexOf(strength) : -1;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span aria-hidden="true" className="flex w-28 gap-1">
        {[1, 2, 3, 4].map((bar) => (
          <span
            key={bar}
            className={cx(
              'h-1.5 flex-1 rounded-full motion-fast forced-colors:border',
              bar <= level ? `${fills[level]} forced-color-adjust-none` : 'bg-line',
            )}
          />
        ))}
      </span>
      <span aria-live="polite">{level < 0 ? t.rule : t.strength(t[strength])}</span>
    </span>
  );
}
