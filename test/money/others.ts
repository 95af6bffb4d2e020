import { dayIn } from './days.ts'
import { minorOf } from './platform.ts'
import type { Platform } from './platform.ts'
import type { Service } from './service.ts'
import type { Others } from './steps.ts'
import { accounts, listOf } from './world.ts'
import type { Level, Structure } from './world.ts'

export interface Correction {
  day: string
  factor: number
  adId: string
}

const targeting = { geo_locations: { countries: ['US'] }, targeting_automation: { advantage_audience: 0 } }
const adSetForm = { billing_event: 'IMPRESSIONS', optimization_goal: 'LINK_CLICKS', targeting }

/** Does on the platform itself what somebody else does there; what the platform refuses them does not happen. */
export async function others(
  { service, platform }: { service: Service; platform: Platform },
  step: Others,
  structure: Structure,
  corrections: Correction[],
): Promise<void> {
  const { account } = step
  const one = (level: Level) => {
    const all = listOf(structure, level, account)
    return all[step.at % all.length]
  }
  const write = async (path: string, form: Record<string, unknown>) => {
    await platform.write(path, form).catch((error: unknown) => {
      if (!(error instanceof Error && error.message.startsWith('The platform refused'))) throw error
    })
  }
  switch (step.do) {
    case 'others budget': {
      const id = one(step.level)?.id
      if (id) await write(id, { daily_budget: minorOf(account, step.amount) })
      return
    }
    case 'others status': {
      const id = one(step.level)?.id
      if (id) await write(id, { status: step.on ? 'ACTIVE' : 'PAUSED' })
      return
    }
    case 'others delete': {
      const id = one(step.level)?.id
      if (id) await write(id, { status: 'DELETED' })
      return
    }
    case 'others name': {
      const id = one('campaign')?.id
      if (id) await write(id, { name: step.name })
      return
    }
    case 'others make': {
      const above = one(step.level === 'ad' ? 'adset' : 'campaign')
      if (!above) return
      const status = step.on ? 'ACTIVE' : 'PAUSED'
      const form =
        step.level === 'ad'
          ? { name: 'Theirs', adset_id: above.id, creative: { creative_id: await platform.creative(account) } }
          : { ...adSetForm, name: 'Theirs', campaign_id: above.id, daily_budget: minorOf(account, step.amount) }
      return write(`${platform.ids[account]}/${step.level}s`, { ...form, status })
    }
    case 'figures': {
      const ad = one('ad')
      if (!ad) return
      const day = dayIn(accounts[account]!.timezone, Date.now())
      corrections.push({ day, factor: step.percent / 100, adId: ad.id })
      await service.control('POST', 'meta', { corrections })
    }
  }
}

interface Plan {
  name: string
  on: boolean
  daily?: number
  adSets: { on: boolean; daily?: number; lifetime?: number; ads: boolean[] }[]
}

/** What an account has when a sequence begins. */
const plans: Plan[] = [
  {
    name: 'Alpha pool',
    on: true,
    daily: 40,
    adSets: [
      { on: true, ads: [true] },
      { on: false, ads: [true] },
    ],
  },
  {
    name: 'Beta',
    on: true,
    adSets: [
      { on: true, daily: 20, ads: [true] },
      { on: false, daily: 10, ads: [true] },
      { on: true, daily: 30, ads: [false] },
      { on: true, daily: 50, ads: [] },
    ],
  },
  {
    name: 'Alpha rest',
    on: false,
    adSets: [
      { on: true, daily: 15, ads: [true] },
      { on: true, lifetime: 100, ads: [true] },
    ],
  },
  { name: 'Delta pool', on: false, daily: 25, adSets: [{ on: true, ads: [true, false] }] },
]

const status = (on: boolean) => ({ status: on ? 'ACTIVE' : 'PAUSED' })

/** In one call: what is made first is referred to by what lies in it. */
export async function furnish(platform: Platform, account: number): Promise<void> {
  const at = platform.ids[account]!
  const creative = { creative_id: await platform.creative(account) }
  const inMonths = new Date(Date.now() + 60 * 86_400_000).toISOString()
  const parts = plans.flatMap(({ name, on, daily, adSets }, place) => {
    const campaign = `c${place}`
    const held =
      daily === undefined ? { is_adset_budget_sharing_enabled: false } : { daily_budget: minorOf(account, daily) }
    const form = { name, objective: 'OUTCOME_TRAFFIC', special_ad_categories: [], ...status(on), ...held }
    const inside = adSets.flatMap((adSet, index) => {
      const made = `${campaign}s${index}`
      const own = {
        ...{ ...adSetForm, name: 'Set', ...status(adSet.on) },
        ...(adSet.daily === undefined ? {} : { daily_budget: minorOf(account, adSet.daily) }),
        ...(adSet.lifetime === undefined
          ? {}
          : { lifetime_budget: minorOf(account, adSet.lifetime), end_time: inMonths }),
        ...(daily === undefined ? { bid_strategy: 'LOWEST_COST_WITHOUT_CAP' } : {}),
      }
      const ads = adSet.ads.map((runs) => ({
        path: `${at}/ads`,
        form: { name: 'Ad', creative, ...status(runs) },
        in: { adset_id: made },
      }))
      return [{ path: `${at}/adsets`, name: made, form: own, in: { campaign_id: campaign } }, ...ads]
    })
    return [{ path: `${at}/campaigns`, name: campaign, form, in: {} }, ...inside]
  })
  await platform.writeAll(parts)
}
