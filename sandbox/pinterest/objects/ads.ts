import { z } from 'zod'
import { downgraded } from '../../core/downgrade.ts'
import { accountIn, belonging } from './accounts.ts'
import { eachItem, readBody } from './batch.ts'
import { checkChange, EntityStatus, Id } from './campaigns.ts'
import { ApiError, refused } from '../errors.ts'
import { idsParam, ordered, pageOf, statusesParam } from '../lists.ts'
import type { Page } from '../lists.ts'
import type { Ad, Pin } from './objects.ts'
import { newId, unixSeconds } from '../world.ts'
import type { ApiCall, World } from '../world.ts'

const callsToAction =
  `GET_OFFER LEARN_MORE ORDER_NOW SHOP_NOW SIGN_UP SUBSCRIBE BUY_NOW CONTACT_US GET_QUOTE VISIT_SITE APPLY_NOW
  BOOK_NOW REQUEST_DEMO REGISTER_NOW FIND_A_DEALER ADD_TO_CART WATCH_NOW READ_MORE BUY_TICKETS DONATE_NOW DOWNLOAD
  EXPLORE_MORE FIND_A_LOCATION GET_DEAL GET_RECIPE GET_SHOWTIMES ON_SALE PLAY_GAME TRY_IT`.split(/\s+/)
const creativeTypes =
  'REGULAR VIDEO SHOPPING CAROUSEL MAX_VIDEO SHOP_THE_PIN COLLECTION IDEA SHOWCASE QUIZ COLLAGE'.split(' ')

const changeable = {
  name: z.string().max(255).nullable().optional(),
  status: EntityStatus.optional(),
  destination_url: z.url().max(2048).nullable().optional(),
  customizable_cta_type: z.enum(callsToAction).nullable().optional(),
}
const CreateItem = z.object({
  ...changeable,
  ad_group_id: Id,
  pin_id: z.string().regex(/^\d+$/),
  creative_type: z.enum(creativeTypes),
})
const UpdateItem = z.object({ ...changeable, id: Id })

export function reviewStatus(world: World, ad: Ad): 'PENDING' | 'APPROVED' {
  return world.now() < ad.reviewed ? 'PENDING' : 'APPROVED'
}

function render(world: World, ad: Ad): object {
  const { account_id, tenant: _tenant, created, updated, reviewed: _reviewed, disclosed, ...fields } = ad
  return {
    ...fields,
    // The published interface has no such field: it is there for whoever sent it.
    ...(disclosed === null ? {} : { [world.settings().disclosureField]: disclosed }),
    ad_account_id: account_id,
    review_status: reviewStatus(world, ad),
    rejected_reasons: [],
    rejection_labels: [],
    summary_status: ad.status === 'ACTIVE' ? reviewStatus(world, ad) : ad.status,
    is_pin_deleted: false,
    is_removable: false,
    type: 'ad',
    created_time: unixSeconds(created),
    updated_time: unixSeconds(updated),
  }
}

export function listAds(call: ApiCall, [accountId = '']: string[]): Page {
  const { world, request } = call
  const account = accountIn(call, accountId)
  const campaigns = idsParam(request.query, 'campaign_ids')
  const groups = idsParam(request.query, 'ad_group_ids')
  const ids = idsParam(request.query, 'ad_ids')
  const statuses = statusesParam(request.query)
  const all = world.ads
    .lookup('account', account.id)
    .filter((ad) => statuses.has(ad.status) && (!ids || ids.has(ad.id)))
    .filter((ad) => (!groups || groups.has(ad.ad_group_id)) && (!campaigns || campaigns.has(ad.campaign_id)))
  return pageOf(call, ordered(request.query, all), (ad) => render(world, ad))
}

export function readAd(call: ApiCall, [accountId = '', id = '']: string[]): object {
  const { world } = call
  return render(world, belonging(world.ads.get(id), accountIn(call, accountId), 'Ad'))
}

export function createAds(call: ApiCall, [accountId = '']: string[]): object {
  const { world } = call
  const account = accountIn(call, accountId)
  const { disclosureField } = world.settings()
  const items = readBody(call, z.array(CreateItem).min(1).max(30))
  const Disclosure = z.looseObject({ [disclosureField]: z.boolean().nullish() })
  const said = readBody(call, z.array(Disclosure)).map((item) => item[disclosureField] ?? null)
  const asked = items.map((item, index) => ({ item, disclosed: said[index] as boolean | null }))
  return eachItem(asked, world.settings().adExceptions, ({ item, disclosed }) => {
    const group = belonging(world.adGroups.get(item.ad_group_id), account, 'Ad group')
    if (group.status === 'ARCHIVED') throw refused('The ad group is archived.')
    if (world.campaigns.get(group.campaign_id)?.status === 'ARCHIVED') throw refused('The campaign is archived.')
    const pin = promotablePin(call, item.pin_id, item.creative_type)
    const now = world.now()
    const ad: Ad = {
      name: null,
      status: 'ACTIVE',
      destination_url: null,
      customizable_cta_type: null,
      ...downgraded(item, call.request.effects.downgradeFields),
      disclosed,
      account_id: account.id,
      campaign_id: group.campaign_id,
      id: newId(world),
      tenant: call.tenant,
      created: now,
      updated: now,
      reviewed: now + world.settings().reviewSeconds * 1000,
    }
    world.pins.put(pin.id, { ...pin, promoted: true })
    return render(world, world.ads.put(ad.id, ad))
  })
}

/** Only pins of one's own can be promoted, and as what they are. */
function promotablePin(call: ApiCall, id: string, creativeType: string): Pin {
  const pin = call.world.pins.get(id)
  if (!pin) throw new ApiError(404, 50, 'Pin not found.')
  if (pin.tenant !== call.tenant) throw new ApiError(403, 29, 'You are not permitted to access that resource.')
  const fitting = pin.kind === 'video' ? ['VIDEO', 'MAX_VIDEO'] : ['REGULAR']
  if (!fitting.includes(creativeType)) throw refused(`A ${pin.kind} pin cannot be promoted as ${creativeType}.`)
  return pin
}

export function updateAds(call: ApiCall, [accountId = '']: string[]): object {
  const { world } = call
  const account = accountIn(call, accountId)
  const items = readBody(call, z.array(UpdateItem).min(1).max(30))
  return eachItem(items, world.settings().adExceptions, (item) => {
    const before = belonging(world.ads.get(item.id), account, 'Ad')
    checkChange(world, before, item)
    return render(world, world.ads.put(before.id, { ...before, ...item, updated: world.now() }))
  })
}
