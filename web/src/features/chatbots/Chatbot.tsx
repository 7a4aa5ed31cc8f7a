import type { Chatbot as Row } from '@parlance/contract/chatbots';
import { useQuery } from '@tanstack/react-query';
import { Copy, ExternalLink, Library } from 'lucide-react';
import { useId, useRef } from 'react';
import { configQuery } from '../../lib/config.ts';
import { useForm } from '../../lib/form.ts';
import { sentenceOf } from '../../lib/refusal.ts';
import { useTexts } from '../../lib/texts.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { showToast } from '../../ui/toasts.ts';
import { ChatbotPage } from './ChatbotPage.tsx';
import { ChatbotStatus } from './ChatbotStatus.tsx';
import { useUpdateChatbot } from './queries.ts';
import { texts } from './texts.ts';

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Code to paste elsewhere, with its button. */
function Snippet({ title, help, code }: { title: string; help: string; code: string }) {
  const t = useTexts(texts);
  const text = useRef<HTMLElement>(null);
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => showToast({ tone: 'success', title: t.copied }),
      () => {
        if (text.current) getSelection()?.selectAllChildren(text.current);
        showToast({ tone: 'danger', title: t.copyFailed });
      },
    );
  return (
    <Card
      title={title}
      aside={
        <Button size="sm" icon={<Copy {...icon} size={16} />} onClick={() => void copy()}>
          {t.copy}
        </Button>
      }
    >
      <p className="mb-3 text-md text-text-2">{help}</p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        translate="no"
        className="overflow-x-auto rounded-2 border border-line bg-sunken p-3.5 font-mono text-sm text-text"
      >
        <code ref={text}>{code}</code>
      </pre>
    </Card>
  );
}

function Contact({ chatbot }: { chatbot: Row }) {
  const t = useTexts(texts);
  const formId = useId();
  const update = useUpdateChatbot();
  const start = useRef({ contact: chatbot.contact });
  const form = useForm({
    initial: start.current,
    validate: () => ({}),
    async submit({ contact }) {
      try {
        await update.mutateAsync({ chatbotId: chatbot.id, contact: contact.trim() });
        showToast({ tone: 'success', title: t.saved });
        return undefined;
      } catch (error) {
        return { contact: sentenceOf(error) };
      }
    },
  });
  return (
    <Card title={t.contactTitle}>
      <form id={formId} {...form.formProps} className="flex flex-col gap-4">
        <TextInput
          {...form.field('contact')}
          label={t.contactLabel}
          help={t.contactHelp}
          placeholder={t.contactPlaceholder}
          maxLength={200}
        />
        <Button className="self-start" type="submit" busy={form.busy}>
          {t.save}
        </Button>
      </form>
    </Card>
  );
}

/** A chatbot's own screen: how it gets onto a site, and what it offers when it does not know. */
export function Chatbot() {
  const t = useTexts(texts);
  const { data: config } = useQuery(configQuery);
  const origin = config?.url ?? location.origin;
  return (
    <ChatbotPage>
      {(chatbot) => {
        const base = `${origin}/embed`;
        return (
          <Page>
            <PageHead
              title={chatbot.name}
              description={
                <span className="flex flex-wrap items-center gap-3">
                  {t[chatbot.platform]} <ChatbotStatus status={chatbot.status} />
                </span>
              }
              actions={
                <>
                  <ButtonLink to={`/chatbots/${chatbot.id}/data-sources`} icon={<Library {...icon} />}>
                    {t.openSources}
                  </ButtonLink>
                  <ButtonLink
                    look="primary"
                    to={`/embed/${chatbot.publicId}`}
                    reloadDocument
                    target="_blank"
                    icon={<ExternalLink {...icon} />}
                  >
                    {t.openTest}
                  </ButtonLink>
                </>
              }
            />
            <Snippet
              title={t.snippetTitle}
              help={t.snippetHelp}
              code={`<script src="${base}/v1/${chatbot.publicId}/widget.js" data-chatbot="${chatbot.publicId}" async></script>`}
            />
            <Snippet
              title={t.frameTitle}
              help={t.frameHelp}
              code={`<iframe src="${base}/${chatbot.publicId}" title="${chatbot.name.replace(/[&<>"]/g, '')}" width="400" height="640"></iframe>`}
            />
            <Contact key={chatbot.id} chatbot={chatbot} />
          </Page>
        );
      }}
    </ChatbotPage>
  );
}
