import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { drafts } from '../storage/drafts.ts';

type Values = Record<string, string | boolean>;
export type FieldErrors<V> = Partial<Record<keyof V & string, string>>;

/** Says that the form could not be sent, at that field or as the form's problem. */
type Fail<V> = (sentence: string, at?: keyof V & string) => undefined;

export interface FormOptions<V extends Values> {
  initial: V;
  /** A sentence per field that is wrong. */
  validate: (values: V) => FieldErrors<V>;
  /** May return sentences for fields that the server refused, or `fail`. */
  submit: (values: V, fail: Fail<V>) => Promise<FieldErrors<V> | undefined>;
  /** Says beside the form how sending it went. */
  told?: { failed: (sentence: string) => void; succeeded: () => void };
  /** Kept in this tab under this name until sent, but for the secrets. */
  draft?: string;
  secrets?: readonly (keyof V & string)[];
}

/** A constant: another list each time would have a draft written anew after it was sent. */
const noSecrets: readonly string[] = [];

let isPressing = false;
for (const type of ['pointerdown', 'pointerup', 'pointercancel']) {
  window.addEventListener(type, () => (isPressing = type === 'pointerdown'), true);
}

/** Acts once a press is over: one that ends the typing must hit what it aims at, and an error would move the button. */
function afterPress(act: () => void) {
  if (!isPressing) return void setTimeout(act);
  const once = new AbortController();
  for (const type of ['pointerup', 'pointercancel'])
    window.addEventListener(
      type,
      () => {
        once.abort();
        setTimeout(act);
      },
      { signal: once.signal },
    );
}

/**
 * A form that validates a field once it was left, then on each change; that focuses the first error when
 * submitted; and whose unsent text survives a reload.
 */
export function useForm<V extends Values>({
  initial,
  validate,
  submit,
  told,
  draft,
  secrets = noSecrets as readonly (keyof V & string)[],
}: FormOptions<V>) {
  const [values, setValues] = useState<V>(() => {
    const kept = draft && drafts.read(draft);
    if (!kept) return initial;
    try {
      return { ...initial, ...(JSON.parse(kept) as Partial<V>) };
    } catch {
      return initial;
    }
  });
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<FieldErrors<V>>({});
  const [refusals, setRefusals] = useState(0);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);
  const hasFailed = useRef(false);
  const latest = useRef(values);
  latest.current = values;

  useEffect(() => {
    if (!draft) return;
    const open = Object.fromEntries(Object.entries(values).filter(([name]) => !secrets.includes(name)));
    if (Object.entries(open).every(([name, value]) => value === initial[name])) drafts.remove(draft);
    else drafts.write(draft, JSON.stringify(open));
  }, [draft, values, secrets, initial]);

  const found = validate(values);
  const errors: FieldErrors<V> = {};
  for (const name of Object.keys(values) as (keyof V & string)[]) {
    const sentence = refused[name] ?? (touched.has(name) ? found[name] : undefined);
    if (sentence) errors[name] = sentence;
  }

  const set = useCallback(<K extends keyof V & string>(name: K, value: V[K]) => {
    setValues((before) => ({ ...before, [name]: value }));
    setRefused((before) => ({ ...before, [name]: undefined }));
  }, []);

  // After the errors are drawn, so that the field is found and already carries its description.
  useEffect(() => {
    if (refusals > 0) formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  const focusFirstError = () => setRefusals((before) => before + 1);

  const forgetDraft = () => {
    if (draft) drafts.remove(draft);
  };

  const fail: Fail<V> = (sentence, at) => {
    hasFailed.current = true;
    told?.failed(sentence);
    if (at) {
      setRefused({ [at]: sentence } as FieldErrors<V>);
      focusFirstError();
    } else setProblem(sentence);
  };

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    // What stands in the form; a field that another choice brings out was not filled in wrongly.
    const shown = [...(formRef.current?.elements ?? [])].map((element) => element.getAttribute('name') ?? '');
    setTouched((before) => new Set([...before, ...shown]));
    if (Object.values(validate(latest.current)).some(Boolean)) return focusFirstError();
    setBusy(true);
    setProblem(undefined);
    hasFailed.current = false;
    try {
      const answer = await submit(latest.current, fail);
      if (answer && Object.values(answer).some(Boolean)) {
        setRefused(answer);
        focusFirstError();
      } else if (!hasFailed.current) told?.succeeded();
    } finally {
      setBusy(false);
    }
  };

  return {
    values,
    errors,
    busy,
    /** What kept it from being sent, where no field is at fault; until it is sent again. */
    problem,
    fail,
    set,
    setErrors: setRefused,
    /** Forgets the draft: it was sent. What stands in the fields stays. */
    forgetDraft,
    /** Forgets what was typed: it was sent, or given up. */
    clear: () => {
      forgetDraft();
      setValues(initial);
      setTouched(new Set());
      setRefused({});
      setProblem(undefined);
    },
    formProps: { ref: formRef, onSubmit, noValidate: true },
    /** What a text field needs. */
    field: (name: keyof V & string) => ({
      name,
      value: values[name] as string,
      error: errors[name],
      onChange: (value: string) => set(name, value as V[typeof name]),
      // A field passed by on the way is no mistake yet.
      onBlur: () => {
        if (latest.current[name] !== '') afterPress(() => setTouched((before) => new Set([...before, name])));
      },
    }),
    /** What a checkbox or switch needs. */
    toggle: (name: keyof V & string) => ({
      name,
      checked: values[name] as boolean,
      error: errors[name],
      onChange: (checked: boolean) => set(name, checked as V[typeof name]),
    }),
  };
}
