import type { JsonSchema } from '../../http/docs/schema.ts'
import { briefFigures, briefPlan, briefReceipts, wholeOfPlan, wholeOfReceipts } from './brief.ts'

/** A tool for one operation that reads, or changes nothing that costs: which, and what a model should know of it besides. */
export interface Listed {
  operation: string
  /** Instead of the operation's own words. */
  description?: string
  /** What usually follows, or what follows on such an answer. */
  next?: string | ((value: object) => string)
  /** Instead of the whole schema, where another tool has it already. */
  loose?: JsonSchema
  /** Makes an answer shorter: what is left out is said in the description. */
  brief?: (value: object) => object
  /** Fields of the entries that are not in such an answer. */
  without?: readonly string[]
  /** Shown as a card, where the host shows one. */
  card?: true
  /** Takes how long to wait for the end of it, and tells how far it is. */
  waits?: true
}

/** Ads as plan_launch describes them. */
const sameAds: JsonSchema = {
  type: 'array',
  items: { type: 'object' },
  description: 'As ads of plan_launch; search_docs with validate_launch tells, too.',
}

/** The operations that agents need most. All others are found with search_docs. */
export const listedOperations: Listed[] = [
  { operation: 'who_am_i', next: 'key.scopes says what this key may do. list_ad_accounts comes next.' },
  { operation: 'list_ad_accounts', next: 'Use an id as accountId: list_campaigns, list_ad_sets, query_reports.' },
  { operation: 'list_profiles', next: 'page and secondary go into the ads of plan_launch.' },
  { operation: 'list_campaigns', next: 'list_ad_sets has what new ads go into.' },
  {
    operation: 'list_ad_sets',
    next: 'value is the id: put it into adSets of plan_launch. list_profiles has the page that speaks in an ad.',
  },
  { operation: 'list_ads' },
  { operation: 'query_reports', next: 'What wastes money can be paused with pause_entities.', brief: briefFigures },
  { operation: 'list_top_ads', brief: briefFigures },
  { operation: 'get_daily_spend', brief: briefFigures },
  { operation: 'list_changes' },
  {
    operation: 'validate_launch',
    description: 'Check ads without planning to launch them: every rule, every ad, nothing stored.',
    ...{ brief: briefPlan, without: wholeOfPlan },
    next: 'When there are no issues, plan_launch with the same arguments.',
    loose: { type: 'object', properties: { ads: sameAds }, required: ['ads'] },
  },
  { operation: 'list_batches', next: 'get_batch_status and get_receipts tell more of one.' },
  {
    operation: 'get_batch_status',
    next: afterStatus,
    ...{ card: true, waits: true },
  },
  {
    operation: 'get_receipts',
    description:
      'Every launched ad, with where what the platform stored differs from what was asked, in the words of the platform. refresh reads it again. use_operation get_receipts has all.',
    next: 'Report adName and adId of every ad to the person, and every difference.',
    ...{ brief: briefReceipts, without: wholeOfReceipts, card: true },
  },
  { operation: 'list_drafts', next: 'plan_launch_draft plans the launch of one.' },
  { operation: 'get_spend_guard_status', next: 'No tool changes a guard: people do.' },
  { operation: 'list_approvals', next: 'Only a person approves; run_plan again then gives the answer.' },
  {
    operation: 'list_events',
    // What every type means would fill a tenth of the list of tools, and grow with each new one.
    description:
      'What happened in the company, oldest first. Go on with after, the id of the last event that you have: nothing is missed. ' +
      'The resource flightdeck://docs/events says what each type means and carries.',
  },
  { operation: 'upload_media_from_url', next: 'Use url in media of plan_launch.' },
  {
    operation: 'create_draft',
    description:
      'Save ads for a person to look at before they are launched. They may be incomplete; issues says what is missing.',
    next: 'plan_launch_draft plans its launch, when the person wants it.',
    loose: { type: 'object', properties: { name: { type: 'string' }, ads: sameAds } },
  },
  { operation: 'cancel_batch', next: 'get_batch_status says what was launched before; plan_undo_batch removes it.' },
]

function afterStatus(value: object): string {
  const { summaryStatus } = value as { summaryStatus: string }
  const after = 'get_receipts has the ids of the ads.'
  if (summaryStatus !== 'in_progress') return after
  return `While summaryStatus is in_progress, ask again with waitSeconds; when it is over, ${after}`
}
