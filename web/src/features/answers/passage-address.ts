/** Where a passage is read in its source. */
export const passageAddress = (chatbotId: string, passage: { id: string; sourceId: string }) =>
  `/chatbots/${chatbotId}/data-sources?source=${passage.sourceId}&passage=${passage.id}`;
