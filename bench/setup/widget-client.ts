export interface WidgetAnswer {
  mode: string;
  /** All that the visitor reads. */
  text: string;
  /** The quoted sentences and rows, without the numbers of their citations. */
  shown: string[];
  /** The quoted sentences as the citations carry them. */
  quotes: string[];
  conversationId: string;
  visitorToken: string;
}

/** Asks a chatbot as the widget does. */
export async function askWidget(
  url: string,
  publicId: string,
  body: {
    text: string;
    language?: string | undefined;
    conversationId?: string | undefined;
    visitorToken?: string | undefined;
  },
): Promise<WidgetAnswer> {
  const answer = await fetch(`${url}/embed/v1/${publicId}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(body),
  });
  const events = new Map<string, string[]>();
  for (const frame of (await answer.text()).split('\n\n')) {
    const event = /^event: (.*)$/m.exec(frame)?.[1];
    const data = /^data: (.*)$/m.exec(frame)?.[1];
    if (event && data) events.set(event, [...(events.get(event) ?? []), data]);
  }
  const done = events.get('done')?.[0];
  if (done === undefined)
    throw new Error(`no answer to "${body.text}": ${answer.status} ${events.get('error')?.[0]}`);
  const meta = JSON.parse(events.get('meta')?.[0] ?? '{}') as {
    conversationId: string;
    visitorToken: string;
  };
  const { citations } = JSON.parse(events.get('citations')?.[0] ?? '{"citations":[]}') as {
    citations: { quote: string }[];
  };
  const { mode } = JSON.parse(done) as { mode: string };
  const text = (events.get('delta') ?? [])
    .map((data) => (JSON.parse(data) as { text: string }).text)
    .join('');
  return {
    mode,
    text,
    // What stands in front of the quoted sentences has no citation.
    shown:
      mode === 'quoted'
        ? text.split('\n\n').flatMap((piece) => /^(.*) \[\d+\]$/s.exec(piece)?.[1] ?? [])
        : [],
    quotes: citations.map(({ quote }) => quote),
    conversationId: meta.conversationId,
    visitorToken: meta.visitorToken,
  };
}
