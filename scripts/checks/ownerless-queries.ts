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
    'knowledge/search/queries': ['quotableState'],
  },
  'a job’s: its payload names what a request of the owner has put there': {
    'channels/records/channels': ['channelOfJob'],
    'channels/records/chats': ['chatOfJob'],
    'sources/copies/queries': ['findRunningCopy', 'endCopy', 'listUnclaimedCopies'],
    'sources/crawling/crawl-queries': ['findCrawlForJob'],
    // By their host, whose index gives them in order: with the owner, too, the planner may read all that an account waits for.
    'sources/crawling/page-queries': ['claimPages', 'hasWaitingSources'],
    'sources/records/queries': ['findSourceForJob'],
  },
  'a visitor’s: by its token, or by an address that everybody may know': {
    'chatbots/queries': ['markPage', 'imageOf'],
    'conversations/turns/queries': ['conversationOfVisitor', 'setFeedback'],
  },
  'a platform’s: its delivery is believed by a secret of the channel that it names': {
    'channels/records/channels': ['channelForDelivery', 'channelsForDelivery'],
  },
  'whether an account at a platform is anybody’s here': {
    'channels/records/channels': ['isAccountTaken'],
  },
  'whoever holds a signed link': {
    'privacy/exports/queries': ['fetchableExport'],
  },
  'Stripe’s: by its own name of a customer, who is none of anybody’s any more': {
    'billing/queries/customers': ['unbindCustomer'],
  },
  'what is due or outdated of all accounts': {
    'sources/crawling/crawl-queries': ['listDueCrawls'],
    'sources/crawling/page-queries': ['listDueSources'],
    'sources/files/file-queries': ['isFileKept', 'leaveUnreadableFiles'],
    'sources/files/upload-queries': ['forgetStaleUploads'],
    'conversations/desk/queries': ['deleteOutdated'],
    'transfers/queries': ['expireTransfers'],
    'channels/records/channels': ['deleteUnfinished'],
    'channels/records/chats': ['deleteHandledEvents', 'deleteForgottenChats'],
    'channels/records/outgoing': ['forgetWithheld'],
    'privacy/exports/queries': ['expireExports', 'forgetExports'],
    'knowledge/passages/analysis-queries': ['passagesAnalysedBefore'],
  },
};
