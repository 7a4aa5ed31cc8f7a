import { Card } from '../../ui/Card.tsx';
import { ChatbotName } from '../chatbots/ChatbotName.tsx';
import type { Editing } from './editing.ts';

/** How the chatbot looks. */
export function VisualTab({ editing }: { editing: Editing }) {
  return (
    <Card>
      <ChatbotName
        except={editing.chatbot.id}
        field={{
          name: 'name',
          value: editing.draft.name,
          error: editing.errors.name,
          onChange: (name) => editing.change({ name }),
          onBlur: () => {},
        }}
      />
    </Card>
  );
}
