import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../buttons/IconButton.tsx';
import { TextInput, type TextInputProps } from './TextInput.tsx';

export interface PasswordInputProps extends Omit<TextInputProps, 'type' | 'end'> {
  revealLabel: string;
  hideLabel: string;
}

export function PasswordInput({ revealLabel, hideLabel, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextInput
      {...rest}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <IconButton size="sm" label={shown ? hideLabel : revealLabel} onClick={() => setShown(!shown)}>
          <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      }
    />
  );
}
