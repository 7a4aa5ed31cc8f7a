import { useEffect, useRef, useState } from 'react';
import { useLanguage } from '../../../lib/language/language.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { captchaTexts } from './texts.ts';

/** What the page in the frame sends; the provider's script runs there and never here. */
type CaptchaMessage =
  | { captcha: 'solved'; token: string }
  | { captcha: 'expired' }
  | { captcha: 'size'; height: number };

const allowedHeight = { least: 70, most: 620 };

export function CaptchaFrame({ onToken }: { onToken: (token: string | undefined) => void }) {
  const t = useTexts(captchaTexts);
  const language = useLanguage();
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(allowedHeight.least);
  const [theme] = useState(() => document.documentElement.dataset.theme ?? 'dark');

  useEffect(() => {
    const hear = (event: MessageEvent<Partial<CaptchaMessage> | null>) => {
      const isOurs = event.origin === window.location.origin && event.source === frame.current?.contentWindow;
      const told = isOurs ? event.data : null;
      if (told?.captcha === 'solved' && typeof told.token === 'string') onToken(told.token);
      if (told?.captcha === 'expired') onToken(undefined);
      if (told?.captcha === 'size' && typeof told.height === 'number')
        setHeight(Math.min(allowedHeight.most, Math.max(allowedHeight.least, told.height)));
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, [onToken]);

  return (
    <iframe
      ref={frame}
      title={t.captcha}
      src={`/captcha?language=${language}&theme=${theme}`}
      height={height}
      className="w-full rounded-2"
    />
  );
}
