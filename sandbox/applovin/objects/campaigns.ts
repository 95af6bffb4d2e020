import { downgraded } from '../../core/downgrade.ts'
import { invalid } from '../errors.ts'
import { IdInput, readBody } from './body.ts'
import { CampaignFields, checkCampaign, fixedFields, timeOf } from './campaign-rules.ts'
import type { CampaignInput } from './campaign-rules.ts'
import { pageOf, wantedIds } from './lists.ts'
import type { Campaign } from './objects.ts'
import { hashedId, newId, timeText } from '../world.ts'
import type { ApiCall } from '../world.ts'
import { required } from '../../core/required.ts'

const CreateInput = CampaignFields.partial().extend({ type: CampaignFields.shape.type })
const UpdateInput = CreateInput.extend({ id: IdInput })

/** A start in the past is refused, but not one that was now when the call left. */
const onTheWayMs = 60_000

export function listCampaigns(call: ApiCall): object[] {
  const isWanted = wantedIds(call)
  const own = call.world.campaigns.lookup('account', call.account.id)
  return pageOf(call, isWanted ? own.filter(({ id }) => isWanted(id)) : own).map(showCampaign)
}

function showCampaign({ id, type, name, status, created, fields }: Campaign): object {
  return { id, hashed_id: hashedId(id), type, name, status, created_at: timeText(created), ...fields }
}

export function campaignIn({ world, account }: ApiCall, id: string): Campaign {
  const campaign = world.campaigns.get(id)
  if (campaign?.account_id !== account.id) throw invalid(`campaign ${id} does not exist`)
  return campaign
}

/** Whatever status is asked for, a new campaign is live. */
export function createCampaign(call: ApiCall): object {
  const { type, name, status: _ignored, ...fields } = readBody(call, CreateInput)
  checkCampaign({ type, name, ...fields })
  const { world, account, request } = call
  if (timeOf(required(fields.start_date, 'start')) < world.now() - onTheWayMs)
    throw invalid('start_date must not be in the past')
  const id = newId(world)
  const now = world.now()
  const owned = { id, account_id: account.id, created: now, updated: now }
  const stored = downgraded(fields, request.effects.downgradeFields)
  world.campaigns.put(id, {
    ...owned,
    type,
    name: required(name, 'name of the campaign'),
    status: 'LIVE',
    fields: stored,
  })
  return { id }
}

export function updateCampaign(call: ApiCall): object {
  const { id, type, name, status, ...fields } = readBody(call, UpdateInput)
  const before = campaignIn(call, id)
  if (type !== before.type) throw invalid('type can not be changed')
  const known = before.fields as CampaignInput
  for (const field of fixedFields)
    if (fields[field] !== undefined && fields[field] !== known[field]) throw invalid(`${field} can not be changed`)
  if (fields.goal && fields.goal.goal_type !== known.goal?.goal_type) throw invalid('goal_type can not be changed')
  const merged = { ...known, ...endsOf(fields, known), ...fields }
  checkCampaign({ type, name: name ?? before.name, ...merged })
  call.world.campaigns.put(id, {
    ...before,
    name: name ?? before.name,
    status: status ?? before.status,
    fields: merged,
    updated: call.world.now(),
  })
  return { id }
}

/** An end takes the place of none, and the other way round. */
function endsOf(given: CampaignInput, known: CampaignInput): CampaignInput {
  if (given.end_date !== undefined && given.is_continuous_delivery === undefined)
    return { is_continuous_delivery: false }
  return given.is_continuous_delivery ? { end_date: undefined } : { end_date: known.end_date }
}

export function catalogInfo(_call: ApiCall): object {
  return { catalogs: [{ id: '5501', name: 'Everything', type: 'DPA', variant_sets: [{ id: '1', name: 'All' }] }] }
}
