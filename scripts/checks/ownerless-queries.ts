/**
 * Queries of what an account owns that do not name the account (security S2.1), by what keeps them within it. Any other
 * one is refused; so is an entry that is no longer needed.
 */
export const ownerExemptions: Record<string, Record<string, string[]>> = {
  'rows that whoever calls has found, or inserted, for their owner': {
    'conversations/turns/queries': ['latestMessages', 'releaseAnswer'],
    'knowledge/passages/queries': ['hasPassages', 'deletePassages'],
    'knowledge/passages/analysis-queries': ['storedTerms', 'replaceLexicon'],
    'knowledge/passages/vector-queries': ['sourcesWithoutVectors'],
    'sources/copies/queries': ['hasSources', 'insertCopiedPages', 'scheduleCopiedCrawl'],
    'sources/crawling/crawl-page-queries': ['crawlPagesOf', 'namePages', 'awaitKnownPages'],
    'sources/crawling/crawl-source-queries': ['awaitSources', 'sourceIdsOfCrawl'],
    'sources/files/file-queries': ['countFiles'],
    'sources/records/list-queries': ['deleteChosen'],
    'sources/crawling/crawl-queries': [
      'countCrawls',
      'findCrawlByUrl',
      'updateCrawlRow',
      'addCounts',
      'listIdleCrawls',
    ],
    'sources/records/queries': [
      'withLockedSources',
      'findSourceByBytes',
      'findSourceByUrl',
      'countUrls',
      'updateSource',
    ],
    'sources/files/upload-queries': ['finishUpload'],
  },
  'a job’s: its payload names what a request of the owner has put there': {
    'sources/crawling/crawl-queries': ['findCrawlForJob'],
    'sources/copies/queries': ['findRunningCopy', 'advanceCopy', 'endCopy', 'listUnclaimedCopies'],
    'sources/crawling/page-queries': [
      'claimPages',
      'hasWaitingSources',
      'lockPages',
      'listSourcesAt',
      'storePages',
      'confirmPages',
      'keepPage',
      'failPage',
      'delayPages',
      'returnPages',
      'deleteSources',
      'setNotice',
    ],
    'sources/records/queries': ['findSourceForJob', 'lockSourceForJob', 'noteState'],
    'sources/records/vector-queries': ['waitForVectors'],
  },
  'a visitor’s: by its token, or by an address that everybody may know': {
    'chatbots/queries': ['markPage', 'imageOf'],
    'conversations/turns/queries': ['conversationOfVisitor', 'setFeedback'],
  },
  'what is due or outdated of all accounts': {
    'conversations/desk/queries': ['deleteOutdated'],
    'knowledge/passages/analysis-queries': ['passagesAnalysedBefore'],
    'sources/crawling/crawl-queries': ['listDueCrawls'],
    'sources/crawling/page-queries': ['listDueSources'],
    'sources/files/file-queries': ['isFileKept', 'leaveUnreadableFiles'],
    'sources/files/upload-queries': ['forgetStaleUploads'],
  },
};
