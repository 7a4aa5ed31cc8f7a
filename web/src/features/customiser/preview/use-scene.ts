import type { PreviewScene } from '@parlance/contract/display/preview';
import { writeUnknownReply } from '@parlance/contract/display/unknown-reply';
import type { Citation } from '@parlance/contract/endpoints/embed';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { configQuery } from '../../../lib/calls/config.ts';
import { useLanguage } from '../../../lib/language/language.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import type { Editing } from '../editing/draft.ts';
import { colourKeys, isColour } from '../palettes.ts';
import { previewTexts } from './texts.ts';

/** What the frame is to show of the draft. */
export function useScene(
  { chatbot, draft }: Editing,
  state: PreviewScene['state'],
  isDark: boolean,
): PreviewScene {
  const t = useTexts(previewTexts);
  const language = useLanguage();
  const { data: config } = useQuery(configQuery);
  const answers = config?.answers ?? 'quoted';
  return useMemo(() => {
    const appearance = { ...draft.appearance };
    // While a colour is being typed, the one before it stays.
    for (const key of colourKeys) if (!isColour(appearance[key])) appearance[key] = chatbot.appearance[key];
    const citation = (number: number, sourceName: string, page: number): Citation => ({
      number,
      passageId: chatbot.id,
      sourceName,
      position: { page },
      quote: t.sampleQuote,
    });
    const isUnknown = state === 'unanswered';
    return {
      publicId: chatbot.publicId,
      language,
      isDark,
      state,
      config: {
        name: draft.name.trim() || chatbot.name,
        language: draft.language,
        welcomeMessage: draft.welcomeMessage,
        suggestions: draft.suggestions.filter((text) => text.trim() !== ''),
        avatarUrl: chatbot.avatarUrl,
        appearance,
        contact: draft.contact,
        privacyUrl: draft.privacyUrl,
        answers,
      },
      sample: {
        question: isUnknown ? t.unknownQuestion : t.sampleQuestion,
        answer: isUnknown ? writeUnknownReply(language, draft) : t.sampleAnswer,
        mode: isUnknown ? 'unanswered' : answers,
        citations: isUnknown ? [] : [citation(1, t.sampleGuide, 4), citation(2, t.samplePrices, 2)],
      },
    };
  }, [chatbot, draft, state, isDark, language, answers, t]);
}
