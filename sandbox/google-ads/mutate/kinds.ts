import type { Kind } from '../world.ts'
import { snakeCase } from '../schema/fields.ts'

export type Verb = 'create' | 'update' | 'remove'

export interface WrittenKind {
  kind: Kind
  /** In queries: `campaign`. */
  resource: string
  /** In answers: `campaign`, `campaignOperation`, `campaignResult`. */
  field: string
  /** As lists of changes call it; none for what they do not tell of. */
  changeType: string | null
  verbs: Verb[]
  /** How many ids its resource name has. */
  ids: 1 | 2
}

const all: Verb[] = ['create', 'update', 'remove']
const links: Verb[] = ['create', 'remove']

function written(kind: Kind, field: string, ids: 1 | 2, more: Partial<WrittenKind> = {}): WrittenKind {
  const resource = snakeCase(field)
  return { kind, field, ids, resource, changeType: resource.toUpperCase(), verbs: all, ...more }
}

/** Everything that can be written, in the order in which one needs the other. */
export const writtenKinds: WrittenKind[] = [
  written('campaignBudgets', 'campaignBudget', 1),
  written('campaigns', 'campaign', 1),
  written('adGroups', 'adGroup', 1),
  written('adGroupAds', 'adGroupAd', 2),
  written('adGroupCriteria', 'adGroupCriterion', 2),
  written('campaignCriteria', 'campaignCriterion', 2),
  written('sharedSets', 'sharedSet', 1),
  written('sharedCriteria', 'sharedCriterion', 2, { verbs: links, changeType: null }),
  written('campaignSharedSets', 'campaignSharedSet', 2, { verbs: links }),
  written('assetGroups', 'assetGroup', 1, { verbs: ['update', 'remove'] }),
  written('conversionActions', 'conversionAction', 1, { changeType: null }),
  written('userLists', 'userList', 1, { changeType: null }),
  written('assets', 'asset', 1, { verbs: ['create'], changeType: null }),
]

export function kindInPath(word: string): WrittenKind | undefined {
  return writtenKinds.find(({ kind }) => kind === word)
}
