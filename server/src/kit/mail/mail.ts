import { defineTexts, type Language, speak } from '@parlance/contract/i18n';
import { escapeHtml } from '../formats/html.ts';

/**
 * What a mail is for. Two kinds always go: `security` (who gets into the account, and what becomes of it and of its data) and
 * `contract` (what is charged, owed or paid back). The others are declined by a preference each: `important` (limits,
 * chatbots that stopped), `activity` (summaries), `marketing` (news and offers).
 */
export type OptionalMailKind = 'important' | 'activity' | 'marketing';
export type MailPurpose =
  | { kind: 'security' | 'contract' }
  | {
      kind: OptionalMailKind;
      /** Ends mails of this kind: on POST at once (RFC 8058), on GET it asks. */
      unsubscribeUrl: string;
    };

interface Bodies {
  text: string;
  html: string;
}

/** A mail as it travels. */
export type Mail = { to: string; subject: string } & Bodies & MailPurpose;

/**
 * What sends mails. Called from jobs only: what leaves the machine leaves after the row that wants it has committed.
 */
export interface Mailer {
  send(letter: { to: string } & MailContent): Promise<void>;
}

type MailContent = MailPurpose & {
  language: Language;
  /** Its heading, and its subject. */
  title: string;
  paragraphs: readonly string[];
  button?: { label: string; url: string };
  /** A code to type, shown large and spaced. */
  code?: string;
  /** Why the reader gets this mail, in a sentence. */
  reason: string;
};

const texts = defineTexts({
  writtenOut: {
    fr: 'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur\u00a0:',
    en: 'If the button does not work, copy this address into your browser:',
  },
  unsubscribe: { fr: 'Ne plus recevoir ces emails', en: 'Unsubscribe from these emails' },
  sentBy: {
    fr: (operator: string) => `Envoyé par ${operator}`,
    en: (operator: string) => `Sent by ${operator}`,
  },
});

/**
 * One mail, as HTML and as its text twin; `operator`: who runs this server, and where. No images, no tracking, nothing to
 * load.
 */
export function renderMail(content: MailContent, operator: string): Bodies & MailPurpose {
  const purpose =
    'unsubscribeUrl' in content
      ? { kind: content.kind, unsubscribeUrl: content.unsubscribeUrl }
      : { kind: content.kind };
  return { ...purpose, html: asHtml(content, operator), text: asText(content, operator) };
}

/** What a mail says in its headers beside its sender and subject. */
export function headersOf(mail: MailPurpose): Record<string, string> {
  return {
    // Out-of-office robots answer neither an auto-generated mail nor a null return path (RFC 3834).
    'Auto-Submitted': 'auto-generated',
    ...('unsubscribeUrl' in mail
      ? {
          'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }
      : {}),
  };
}

function asText(content: MailContent, operator: string): string {
  const { language, title, paragraphs, button, code, reason } = content;
  const parts = [title, ...paragraphs];
  if (code) parts.push(code);
  if (button) parts.push(`${button.label}\n${button.url}`);
  return `${parts.join('\n\n')}\n\n-- \n${operator}\n${reason}\n${'unsubscribeUrl' in content ? `${speak(texts, language).unsubscribe}\n${content.unsubscribeUrl}\n` : ''}`;
}

// Mail readers know neither custom properties nor our fonts: the figures are those of tokens.css, light and
// dark. The styles stand on the elements, since some readers drop <style>; what is in it only adds the dark.
const style = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background: #121617 !important; }
  .paper { background: #1a1e20 !important; border-color: #2f3538 !important; }
  .ink { color: #f2eee6 !important; }
  .soft { color: #c1bdb4 !important; }
  .small, .small a { color: #a8a39b !important; }
  .code { background: #0c1011 !important; color: #f2eee6 !important; }
}
@media (max-width: 480px) {
  .paper { padding: 24px 20px !important; }
}`;
const font =
  "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;-webkit-text-size-adjust:100%";
const speech = (radius: number) => `border-radius:${radius}px ${radius}px ${radius}px 3px`;

function asHtml(content: MailContent, operator: string): string {
  const { language, title, paragraphs, button, code, reason } = content;
  const t = speak(texts, language);
  const body = [
    `<h1 class="ink" style="margin:0 0 16px;${font};font-size:24px;line-height:1.2;font-weight:650;letter-spacing:-0.01em;color:#1e2427">${escapeHtml(title)}</h1>`,
    ...paragraphs.map(
      (paragraph) =>
        `<p class="soft" style="margin:0 0 16px;${font};font-size:16px;line-height:1.55;color:#474e52">${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`,
    ),
  ];
  if (code) {
    body.push(
      `<p class="code" style="margin:8px 0 24px;padding:16px;border-radius:8px;background:#eeeae2;color:#1e2427;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:28px;line-height:1.2;letter-spacing:0.24em;text-align:center">${escapeHtml(code)}</p>`,
    );
  }
  if (button) {
    const url = escapeHtml(button.url);
    body.push(
      `<p style="margin:8px 0 24px"><a href="${url}" style="display:inline-block;padding:12px 20px;${speech(8)};background:#69e1b8;color:#0f2620;${font};font-size:16px;line-height:20px;font-weight:600;text-decoration:none">${escapeHtml(button.label)}</a></p>`,
      `<p class="small" style="margin:0;${font};font-size:13px;line-height:1.55;color:#5d6569">${escapeHtml(t.writtenOut)}<br><a href="${url}" style="color:#5d6569;word-break:break-all">${url}</a></p>`,
    );
  }
  const unsubscribe =
    'unsubscribeUrl' in content
      ? `<br><a href="${escapeHtml(content.unsubscribeUrl)}" style="color:#5d6569">${escapeHtml(t.unsubscribe)}</a>`
      : '';
  return `<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${style}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#f6f3ec">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f3ec">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 4px 16px">
<span style="display:inline-block;width:16px;height:16px;${speech(6)};background:#69e1b8;vertical-align:-2px"></span>
<span class="ink" style="${font};font-size:17px;font-weight:650;color:#1e2427">&nbsp;Parlance</span>
</td></tr>
<tr><td class="paper" style="padding:32px;border:1px solid #e0dcd3;border-radius:12px;background:#fdfbf7">
${body.join('\n')}
</td></tr>
<tr><td class="small" style="padding:16px 4px 0;${font};font-size:13px;line-height:1.55;color:#5d6569">${escapeHtml(reason)}${unsubscribe}<br>${escapeHtml(t.sentBy(operator))}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}
