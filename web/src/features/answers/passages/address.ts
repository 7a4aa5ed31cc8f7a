import type { Citation } from '@parlance/contract/endpoints/embed';

/** The address of a passage in its source; of what was cited of it, on the page on which that stands. */
export const passageAddress = (
  chatbotId: string,
  passage: { id: string; sourceId: string },
  citation?: Citation,
) =>
  `/chatbots/${chatbotId}/data-sources?source=${passage.sourceId}&passage=${passage.id}${citation?.position.page ? `&page=${citation.position.page}` : ''}`;
