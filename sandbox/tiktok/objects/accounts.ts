import { app, checkApp } from '../auth.ts'
import { isGiven, requiredList, requiredText } from '../call.ts'
import type { Call } from '../call.ts'
import { TikTokError } from '../errors.ts'
import { withFields } from '../lists.ts'
import type { Advertiser } from './objects.ts'

export function authorizedAdvertisers(call: Call): object {
  checkApp(call.params)
  const list = call.world.advertisers
    .lookup('tenant', call.tenant)
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
    if (advertiser?.tenant !== call.tenant)
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

/** Tokens do not end by themselves; this is how one is ended. */
export function revokeToken(call: Call): object {
  checkApp(call.params)
  const token = requiredText(call.params, 'access_token')
  if (!isGiven(token) || token !== call.token) throw new TikTokError(40105, 'Access token is incorrect.')
  call.world.revoked.put(token, { token })
  return { app_id: app.id }
}
