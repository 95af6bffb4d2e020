import { ask } from '../support/ask.ts'
import { dayIn } from './days.ts'
import type { Service } from './service.ts'
import { accounts } from './world.ts'
import type { Entity, Spent, Truth } from './world.ts'

/** The platform behind the service's back: what it holds, and whoever else writes there. */
export interface Platform {
  /** The accounts' ids, in the order of the model's accounts. */
  ids: string[]
  /** Of these accounts. */
  truth(inPlay: number[]): Promise<Truth>
  write(path: string, form: Record<string, unknown>): Promise<string>
  /** In one call; a part may lie `in` an earlier one that has a name. */
  writeAll(parts: Part[]): Promise<void>
  /** The creative that ads are made of behind the service's back, one for each account. */
  creative(account: number): Promise<string>
  page: string
}

export interface Part {
  path: string
  name?: string
  form: Record<string, unknown>
  in: Record<string, string>
}

/** What one main unit is, in the units in which this platform writes money. */
const perMain = [100, 1, 100]
const version = 'v26.0'

interface Wire {
  data?: Record<string, unknown>[]
  id?: string
  error?: { message: string }
}

export async function openPlatform(service: Service, tenant: string): Promise<Platform> {
  const send = async (method: string, path: string, form?: Record<string, unknown>): Promise<Wire> => {
    const { text } = await ask(`${service.sandboxUrl}/meta/${version}/${path}`, {
      method,
      headers: {
        authorization: `Bearer sandbox-meta-token.${tenant}`,
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      body: form && new URLSearchParams(encoded(form)).toString(),
    })
    return JSON.parse(text) as Wire
  }
  const list = async (path: string, fields: string) =>
    (await send('GET', `${path}?fields=${fields}&limit=500`)).data ?? []
  const write = async (path: string, form: Record<string, unknown>) => {
    const { id, error } = await send('POST', path, form)
    if (error) throw new Error(`The platform refused ${path}: ${error.message}`)
    return id ?? ''
  }
  const writeAll = async (parts: Part[]) => {
    const batch = parts.map(({ path, name, form, in: within }) => {
      const given = new URLSearchParams(encoded(form)).toString()
      const inside = Object.entries(within).map(([field, one]) => `&${field}={result=${one}:$.id}`)
      return {
        method: 'POST',
        relative_url: `${version}/${path}`,
        name,
        omit_response_on_success: false,
        body: given + inside.join(''),
      }
    })
    const answers = (await send('POST', '', { batch })) as unknown as ({ code: number } | null)[]
    const failed = answers.find((answer) => answer?.code !== 200)
    if (failed !== undefined) throw new Error(`The platform refused a part: ${JSON.stringify(failed)}`)
  }
  const [seen, pages] = await Promise.all([list('me/adaccounts', 'id,currency'), list('me/accounts', 'id')])
  const ids = accounts.map(({ currency }) => String(seen.find((one) => one['currency'] === currency)?.['id']))
  const page = String(pages[0]?.['id'])
  const creatives = new Map<number, Promise<string>>()
  const begun = Date.now()
  return {
    ids,
    page,
    write,
    writeAll,
    creative(account) {
      const made = creatives.get(account) ?? makeCreative(ids[account]!)
      creatives.set(account, made)
      return made
    },
    async truth(inPlay) {
      const all = await Promise.all(inPlay.map((account) => readAccount(ids[account]!, account)))
      const structure = new Map(all.flatMap(({ entities }) => entities).map((entity) => [entity.id, entity]))
      const spent = all
        .flatMap(({ spend }) => spend)
        .map(({ adSetId, ...rest }) => {
          const adSet = structure.get(adSetId)
          return { ...rest, adSetId, campaignId: adSet?.kind === 'adset' ? adSet.campaignId : '' }
        })
      return { at: Date.now(), structure, spent }
    },
  }

  async function makeCreative(id: string): Promise<string> {
    const [image] = await list(`${id}/adimages`, 'hash')
    const link = 'https://shop.example/model'
    const story = {
      link,
      message: 'Model',
      name: 'Model',
      image_hash: image?.['hash'],
      call_to_action: { type: 'SHOP_NOW', value: { link } },
    }
    return write(`${id}/adcreatives`, { name: 'Model', object_story_spec: { page_id: page, link_data: story } })
  }

  async function readAccount(id: string, account: number) {
    const from = dayIn(accounts[account]!.timezone, begun)
    const fields = [
      'campaigns.limit(500){name,status,daily_budget,lifetime_budget}',
      'adsets.limit(500){campaign_id,status,daily_budget,lifetime_budget,end_time}',
      'ads.limit(500){adset_id,status}',
    ]
    const [all, spend] = await Promise.all([
      send('GET', `${id}?fields=${fields.join(',')}`) as Promise<Record<string, Wire | undefined>>,
      service.control('GET', `meta/totals?accountId=${id}&from=${from}&level=adset`),
    ])
    const [campaigns = [], adSets = [], ads = []] = ['campaigns', 'adsets', 'ads'].map((edge) => all[edge]?.data)
    const entities = [
      ...campaigns.map((one) => entityOf('campaign', account, one)),
      ...adSets.map((one) => entityOf('adset', account, one)),
      ...ads.map((one) => entityOf('ad', account, one)),
    ]
    return { entities, spend: (spend['rows'] as Record<string, unknown>[]).map((row) => spentOf(account, row)) }
  }
}

function encoded(form: Record<string, unknown>): Record<string, string> {
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [name, text(value)]))
}

function spentOf(account: number, row: Record<string, unknown>): Omit<Spent, 'campaignId'> {
  return {
    account,
    adSetId: String(row['id']),
    day: String(row['day']),
    micros: microsOf(account, row['spendMinor']) ?? 0n,
  }
}

function entityOf(kind: Entity['kind'], account: number, wire: Record<string, unknown>): Entity {
  const common = { account, id: String(wire['id']), on: wire['status'] === 'ACTIVE' }
  if (kind === 'ad') return { kind, ...common, adSetId: String(wire['adset_id']) }
  const budgets = {
    daily: microsOf(account, wire['daily_budget']),
    lifetime: microsOf(account, wire['lifetime_budget']),
  }
  if (kind === 'campaign') return { kind, ...common, ...budgets, name: String(wire['name']) }
  const end = typeof wire['end_time'] === 'string' ? Date.parse(wire['end_time']) : null
  return { kind, ...common, ...budgets, campaignId: String(wire['campaign_id']), end }
}

/** Budgets that are not there are absent, or 0. */
function microsOf(account: number, minor: unknown): bigint | null {
  const amount = Number(minor ?? 0)
  return amount === 0 ? null : BigInt(amount) * BigInt(1_000_000 / perMain[account]!)
}

/** In the units in which this platform writes money. */
export function minorOf(account: number, units: number): number {
  return Math.max(Math.round(units * accounts[account]!.unit * perMain[account]!), account === 1 ? 150 : 100)
}

/** The same in main units, for the service. */
export function mainOf(account: number, units: number): number {
  return minorOf(account, units) / perMain[account]!
}
