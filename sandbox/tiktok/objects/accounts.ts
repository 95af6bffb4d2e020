import { checkApp } from '../auth.ts'
import { requiredList } from '../call.ts'
import type { Call } from '../call.ts'
import { TikTokError } from '../errors.ts'
import { withFields } from '../lists.ts'
import type { Advertiser } from './objects.ts'

export function authorizedAdvertisers(call: Call): object {
  checkApp(call.world, call.params)
  const list = call.world.advertisers
    .lookup('tenant', call.tenant)
    .filter(({ id }) => call.opened.opens(id))
    .map(({ id, name }) => ({ advertiser_id: id, advertiser_name: name }))
  return { list }
}

function renderAdvertiser(advertiser: Advertiser): object {
  return {
    advertiser_id: advertiser.id,
    name: advertiser.name,
    currency: advertiser.currency,
    timezone: advertiser.timezone,
    display_timezone: advertiser.displayTimezone,
    status: 'STATUS_ENABLE',
    country: advertiser.country,
    balance: 10_000,
    role: 'ROLE_ADVERTISER',
    create_time: Math.floor(advertiser.created / 1000),
    owner_bc_id: `72${advertiser.id.slice(2)}`,
    can_use_custom_identity: advertiser.mayUseCustomIdentity,
    industry: '290502',
    company: advertiser.name,
  }
}

export function advertiserInfo(call: Call): object {
  const ids = requiredList(call.params, 'advertiser_ids', 100)
  const found = ids.map((id) => {
    const advertiser = call.world.advertisers.get(id)
    if (advertiser?.tenant !== call.tenant || !call.opened.opens(id))
      throw new TikTokError(40001, `No permission to operate advertiser ${id.slice(0, 30)}.`)
    return advertiser
  })
  return { list: withFields(call, found.map(renderAdvertiser)) }
}

export function userInfo({ tenant }: Call): object {
  return {
    core_user_id: '7200000000000000001',
    display_name: `Sandbox user of ${tenant}`,
    email: 'sandbox@example.com',
    create_time: 1_600_000_000,
  }
}
