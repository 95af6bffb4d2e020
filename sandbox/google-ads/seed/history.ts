import { difference, placeOf } from '../mutate/changes.ts'
import { kindInPath } from '../mutate/kinds.ts'
import { textOf } from '../objects/objects.ts'
import type { Change, Entity, Fields } from '../objects/objects.ts'
import type { Kind } from '../world.ts'
import type { Builder } from './builder.ts'
import { seedCampaign, seedKeyword } from './campaigns.ts'
import { removedPlan } from './plan.ts'
import { required } from '../../core/required.ts'

const day = 24 * 3600 * 1000

interface PastChange {
  kind: Kind
  daysAgo: number
  client: string
  user: string
}

function record(
  builder: Builder,
  { kind, daysAgo, client, user }: PastChange,
  before: Fields | null,
  after: Entity,
): void {
  const { world, customer } = builder
  const written = required(kindInPath(kind), 'kind')
  const at = world.now() - daysAgo * day
  const isGone = after.fields['status'] === 'REMOVED'
  const change: Change = {
    id: `${BigInt(Math.floor(at)) * 1000n}~0~0`,
    customer: customer.id,
    at,
    resource: after.name,
    type: required(written.changeType, 'type of the change'),
    operation: before === null ? 'CREATE' : isGone ? 'REMOVE' : 'UPDATE',
    client,
    user: `${user}@${customer.tenant}.example`,
    ...placeOf(builder, written, after),
    ...difference(written, before ?? {}, isGone ? {} : after.fields),
  }
  world.changes.put(`${customer.id} ${change.id} ${after.name}`, change)
}

/** Changes one of the seeded resources some days ago, as if somebody had. */
function change(builder: Builder, past: PastChange, entity: Entity, fields: Fields): void {
  const { world } = builder
  const at = world.now() - past.daysAgo * day
  const isSwitched = fields['status'] !== undefined
  const history = isSwitched ? [...entity.history, { at, status: textOf(fields['status']) }] : entity.history
  const after = world[past.kind].put(entity.name, { ...entity, history, fields: { ...entity.fields, ...fields } })
  record(builder, past, entity.fields, after)
}

/** What people and their tools did of late, oldest first. */
export function seedHistory(builder: Builder): void {
  const { world, customer, random } = builder
  const named = (name: string) => required(world.campaigns.lookup('name', `${customer.id} ${name}`)[0], 'campaign')
  const web = { client: 'GOOGLE_ADS_WEB_CLIENT', user: 'mara' }
  const summer = seedCampaign(builder, removedPlan, null)
  change(builder, { kind: 'campaigns', daysAgo: 21, ...web }, summer, { status: 'REMOVED' })
  const shelves = named('shelves')
  const budget = required(world.campaignBudgets.get(textOf(shelves.fields['campaignBudget'])), 'budget')
  change(builder, { kind: 'campaignBudgets', daysAgo: 12, ...web }, budget, { amountMicros: builder.money(65) })
  const [lamps] = world.adGroups.lookup('campaign', named('lamps').name)
  const keyword = seedKeyword(
    builder,
    required(lamps, 'ad group of lamps'),
    { text: 'standing lamp', matchType: 'PHRASE' },
    111,
  )
  record(builder, { kind: 'adGroupCriteria', daysAgo: 9, client: 'GOOGLE_ADS_EDITOR', user: 'jo' }, null, keyword)
  const [benches] = world.adGroups.lookup('campaign', named('outdoor').name)
  change(builder, { kind: 'adGroups', daysAgo: 5, ...web }, required(benches, 'ad group of benches'), {
    cpcBidMicros: builder.money(random.integer(90, 180) / 100),
  })
  const [ad] = world.adGroupAds.lookup('adGroup', required(benches, 'ad group of benches').name)
  const rule = { client: 'GOOGLE_ADS_AUTOMATED_RULE', user: 'mara' }
  change(builder, { kind: 'adGroupAds', daysAgo: 2, ...rule }, required(ad, 'ad'), { status: 'PAUSED' })
}
