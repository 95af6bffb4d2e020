import { z } from 'zod'

/** Numbers of 64 bits travel as text; what is zero or not set is left out. */
const Int = z.union([z.string(), z.number()])
export const Id = Int.transform(String)
const Count = Int.transform(Number).default(0)
const Micros = Int.transform(Number).optional()
const Flag = z.boolean().default(false)
const Text = z.string().default('')
const Word = z.string().default('UNSPECIFIED')

const PathElementWire = z.object({ fieldName: z.string().default(''), index: z.number().optional() })

const AdsErrorWire = z.object({
  errorCode: z.record(z.string(), z.string()).default({}),
  message: z.string().default('The platform refused this without a reason.'),
  trigger: z.record(z.string(), z.unknown()).optional(),
  location: z.object({ fieldPathElements: z.array(PathElementWire).default([]) }).optional(),
  details: z
    .object({ quotaErrorDetails: z.object({ retryDelay: z.string().optional() }).optional() })
    .loose()
    .optional(),
})
export type AdsError = z.output<typeof AdsErrorWire>

/** One of several things that can stand in the details of a refusal; the others are of no use here. */
export const FailureWire = z.object({ errors: z.array(AdsErrorWire).min(1), requestId: z.string().optional() })

const StatusWire = z.object({
  code: z.number().optional(),
  message: z.string().default(''),
  status: z.string().optional(),
  details: z.array(z.record(z.string(), z.unknown())).default([]),
})

/** What a stream has to tell stands in a list, errors included. */
const ErrorObject = z.object({ error: StatusWire })
export const ErrorWire = z.union([ErrorObject, z.tuple([ErrorObject]).transform(([only]) => only)])

export const TokenWire = z.object({
  access_token: z.string().min(1),
  expires_in: z.number(),
  refresh_token: z.string().min(1).optional(),
  /** Only while the app is in testing. */
  refresh_token_expires_in: z.number().optional(),
  scope: z.string().default(''),
})

export const AccessibleWire = z.object({ resourceNames: z.array(z.string()).default([]) })

export const PageWire = z.object({ results: z.array(z.unknown()).default([]), nextPageToken: z.string().optional() })
export const StreamWire = z.array(PageWire)

const ResultWire = z.object({ resourceName: z.string().optional() })
export const MutateWire = z.object({
  results: z.array(ResultWire).default([]),
  partialFailureError: StatusWire.optional(),
})
/** Each entry has one member, named after the kind of thing that was written; none where it was refused. */
export const MutateAllWire = z.object({
  mutateOperationResponses: z.array(z.record(z.string(), ResultWire)).default([]),
  partialFailureError: StatusWire.optional(),
})

export const ClientWire = z.object({
  customerClient: z.object({
    id: Id,
    descriptiveName: Text,
    currencyCode: Text,
    timeZone: z.string().default('UTC'),
    manager: Flag,
    level: Count,
    status: Word,
  }),
})

const Metrics = z.object({
  impressions: Count,
  clicks: Count,
  costMicros: Count,
  conversions: Count,
  conversionsValue: Count,
})
export type Metrics = z.output<typeof Metrics>
const noMetrics: Metrics = { impressions: 0, clicks: 0, costMicros: 0, conversions: 0, conversionsValue: 0 }
export const MetricsWire = z.object({ metrics: Metrics.default(noMetrics) })

const Campaign = z.object({
  id: Id,
  name: Text,
  status: Word,
  primaryStatus: z.string().optional(),
  advertisingChannelType: z.string().optional(),
  advertisingChannelSubType: z.string().optional(),
  biddingStrategyType: z.string().optional(),
  startDateTime: z.string().optional(),
  endDateTime: z.string().optional(),
})

const Budget = z.object({
  id: Id,
  name: Text,
  amountMicros: Micros,
  totalAmountMicros: Micros,
  period: z.string().default('DAILY'),
  explicitlyShared: Flag,
  referenceCount: Count,
})
export type BudgetFields = z.output<typeof Budget>

export const CampaignWire = z.object({ campaign: Campaign, campaignBudget: Budget.optional() })
export const CampaignNameWire = z.object({ campaign: z.object({ id: Id, name: Text }) })

const CampaignRef = z.object({ id: Id, name: Text })

export const AdGroupWire = z.object({
  adGroup: z.object({
    id: Id,
    name: Text,
    status: Word,
    primaryStatus: z.string().optional(),
    type: z.string().optional(),
    cpcBidMicros: Micros,
  }),
  campaign: CampaignRef,
})

const AdText = z.object({ text: Text })

export const AdWire = z.object({
  adGroupAd: z.object({
    status: Word,
    primaryStatus: z.string().optional(),
    adStrength: z.string().optional(),
    policySummary: z.object({ approvalStatus: z.string().optional() }).default({}),
    ad: z.object({
      id: Id,
      name: Text,
      type: z.string().optional(),
      finalUrls: z.array(z.string()).default([]),
      responsiveSearchAd: z
        .object({ headlines: z.array(AdText).default([]), descriptions: z.array(AdText).default([]) })
        .default({ headlines: [], descriptions: [] }),
    }),
  }),
  adGroup: z.object({ id: Id, name: Text }),
  campaign: CampaignRef,
})

const Keyword = z.object({ text: Text, matchType: Word })

export const KeywordWire = z.object({
  adGroupCriterion: z.object({
    criterionId: Id,
    status: Word,
    primaryStatus: z.string().optional(),
    keyword: Keyword,
    cpcBidMicros: Micros,
    effectiveCpcBidMicros: Micros,
    qualityInfo: z.object({ qualityScore: z.number().optional() }).default({}),
    positionEstimates: z.object({ firstPageCpcMicros: Micros }).default({}),
  }),
  adGroup: z.object({ id: Id, name: Text }),
  campaign: CampaignRef,
})

export const GroupNegativeWire = z.object({
  adGroupCriterion: z.object({ criterionId: Id, keyword: Keyword }),
  adGroup: z.object({ id: Id, name: Text }),
  campaign: CampaignRef,
})

export const CampaignNegativeWire = z.object({
  campaignCriterion: z.object({ criterionId: Id, keyword: Keyword }),
  campaign: CampaignRef,
})

export const ListedNegativeWire = z.object({
  sharedCriterion: z.object({ criterionId: Id, keyword: Keyword }),
  sharedSet: z.object({ id: Id, name: Text }),
})

export const ListUseWire = z.object({ sharedSet: z.object({ id: Id }), campaign: CampaignRef })

export const TermWire = z.object({
  searchTermView: z.object({ searchTerm: Text, status: Word }),
  segments: z.object({ searchTermMatchType: z.string().optional() }).default({}),
  campaign: CampaignRef,
  adGroup: z.object({ id: Id, name: Text }),
  metrics: Metrics.default(noMetrics),
})

const Loose = z.record(z.string(), z.unknown())

export const ChangeWire = z.object({
  changeEvent: z.object({
    changeDateTime: z.string(),
    changeResourceType: Word,
    changeResourceName: z.string(),
    clientType: Word,
    userEmail: Text,
    oldResource: z.record(z.string(), Loose).default({}),
    newResource: z.record(z.string(), Loose).default({}),
    resourceChangeOperation: Word,
    changedFields: Text,
  }),
  campaign: CampaignRef.partial().optional(),
  adGroup: CampaignRef.partial().optional(),
})
