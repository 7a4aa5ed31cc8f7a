import { countCharacters, limits } from '@parlance/contract/limits';
import { useEffect, useState } from 'react';
import { useTexts } from '../../../lib/language/texts.ts';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { isNameTaken } from '../queries.ts';
import { texts } from '../texts.ts';

const pauseMs = 350;

/** The sentence for a name that the specification's rule refuses. */
export function useNameRule() {
  const t = useTexts(texts);
  return (name: string): string | undefined => {
    const length = countCharacters(name.trim());
    if (length === 0) return t.nameRequired;
    if (length < limits.chatbotName.min) return t.nameShort;
    if (length > limits.chatbotName.max) return t.nameLong;
    return undefined;
  };
}

interface NameField {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  onBlur: () => void;
}

/** A chatbot's name; whether it is free is looked up while it is typed, and decided by the server. */
export function ChatbotName({
  field,
  except,
  limit = limits.chatbotName,
  help,
  tooLong,
}: {
  field: NameField;
  except?: string;
  /** Bounds of its length; `help` and `tooLong` say so. */
  limit?: { min: number; max: number };
  help?: string;
  tooLong?: string;
}) {
  const t = useTexts(texts);
  const [taken, setTaken] = useState<string>();
  const name = field.value.trim();
  const length = countCharacters(name);
  const isUsual = length >= limit.min && length <= limit.max;
  // A name that a channel gave may be longer, and is no mistake while it stays.
  const [given] = useState(name);
  useEffect(() => {
    if (!isUsual) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      isNameTaken(name, except, controller.signal).then(
        (isTaken) => setTaken(isTaken ? name : undefined),
        // The server decides when the form is sent.
        () => undefined,
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [name, except, isUsual]);
  // What more typing cannot mend is said immediately.
  const isTooLong = length > limit.max && name !== given;
  const found = isTooLong ? (tooLong ?? t.nameLong) : taken === name ? t.nameTaken : undefined;
  return (
    <TextInput
      {...field}
      label={t.name}
      placeholder={t.namePlaceholder}
      help={help ?? t.nameHelp}
      dir="auto"
      aside={`${length} / ${limit.max}`}
      error={field.error ?? found}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
