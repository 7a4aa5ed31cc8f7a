import { Monitor, Moon, Sun } from 'lucide-react';
import { chooseTheme, type Theme, useTheme } from '../../lib/browser/theme.ts';
import { chooseLanguage, useLanguage } from '../../lib/language/language.ts';
import { useTexts } from '../../lib/language/texts.ts';
import { Segmented } from '../../ui/fields/Segmented.tsx';
import { frameTexts } from './texts.ts';

/** Each language names itself. */
export const languageOptions = [
  { value: 'fr', label: 'Français', short: 'FR', lang: 'fr' },
  { value: 'en', label: 'English', short: 'EN', lang: 'en' },
] as const;

export function useThemeOptions() {
  const t = useTexts(frameTexts);
  const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;
  return [
    { value: 'light', label: t.light, icon: <Sun {...icon} /> },
    { value: 'dark', label: t.dark, icon: <Moon {...icon} /> },
    { value: 'system', label: t.system, icon: <Monitor {...icon} /> },
  ] as const satisfies readonly { value: Theme; label: string; icon: unknown }[];
}

/** Language and theme in sight, for people who are not signed in. */
export function LanguageAndTheme() {
  const t = useTexts(frameTexts);
  const language = useLanguage();
  const theme = useTheme();
  const themeOptions = useThemeOptions();
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Segmented label={t.language} value={language} options={languageOptions} onChange={chooseLanguage} />
      <Segmented label={t.theme} value={theme} options={themeOptions} onChange={chooseTheme} iconsOnly />
    </div>
  );
}
