import { type PreviewState, previewStates } from '@parlance/contract/display/preview';
import { Monitor, Moon, Smartphone, Sun } from 'lucide-react';
import { useTexts } from '../../../lib/language/texts.ts';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { previewTexts } from './texts.ts';

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The page on which the widget is shown, and its state. */
export interface PreviewChoice {
  device: 'desktop' | 'phone';
  look: 'light' | 'dark';
  state: PreviewState;
}

export function PreviewControls({
  choice,
  onChange,
}: {
  choice: PreviewChoice;
  onChange: (choice: PreviewChoice) => void;
}) {
  const t = useTexts(previewTexts);
  const { device, look, state } = choice;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <div className="flex gap-2">
        <Segmented
          label={t.device}
          iconsOnly
          value={device}
          onChange={(device) => onChange({ ...choice, device })}
          options={[
            { value: 'desktop', label: t.desktop, icon: <Monitor {...icon} /> },
            { value: 'phone', label: t.phone, icon: <Smartphone {...icon} /> },
          ]}
        />
        <Segmented
          label={t.page}
          iconsOnly
          value={look}
          onChange={(look) => onChange({ ...choice, look })}
          options={[
            { value: 'light', label: t.light, icon: <Sun {...icon} /> },
            { value: 'dark', label: t.dark, icon: <Moon {...icon} /> },
          ]}
        />
      </div>
      <Segmented
        label={t.state}
        value={state}
        onChange={(state) => onChange({ ...choice, state })}
        options={previewStates.map((value) => ({ value, label: t[value] }))}
      />
    </div>
  );
}
