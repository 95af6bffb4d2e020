import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { LookLevel, LookRow } from '../../../sandbox/core/look.ts'
import { createAppLovinSimulator } from '../../../sandbox/applovin/simulator.ts'
import type { Simulator, SimulatorFactory } from '../../../sandbox/core/simulator.ts'
import { createGoogleAdsSimulator } from '../../../sandbox/google-ads/simulator.ts'
import { createLinkedInSimulator } from '../../../sandbox/linkedin/simulator.ts'
import { createMetaSimulator } from '../../../sandbox/meta/simulator.ts'
import { createPinterestSimulator } from '../../../sandbox/pinterest/simulator.ts'
import { createSnapchatSimulator } from '../../../sandbox/snapchat/simulator.ts'
import { createTikTokSimulator } from '../../../sandbox/tiktok/simulator.ts'
import type {
  AccountRef,
  AdPerformanceRow,
  EntityRef,
  EntityState,
  EntityType,
  Paged,
  PerformanceRow,
  SwitchState,
} from '../../../src/platforms/contract/manage.ts'
import type { Platform, Session } from '../../../src/platforms/contract/platform.ts'
import { createPacer } from '../../../src/platforms/kit/http/pacer.ts'
import { startTestSandbox } from '../simulated/sandbox.ts'

const simulators: Record<string, SimulatorFactory> = {
  applovin: createAppLovinSimulator,
  'google-ads': createGoogleAdsSimulator,
  linkedin: createLinkedInSimulator,
  meta: createMetaSimulator,
  pinterest: createPinterestSimulator,
  snapchat: createSnapchatSimulator,
  tiktok: createTikTokSimulator,
}

/** What stands in an account, as the simulator itself has it. */
export interface Truth {
  campaigns: LookRow[]
  groups: LookRow[]
  ads: LookRow[]
}

/** What may spend, as the driver tells it. */
export interface Structure {
  campaigns: PerformanceRow[]
  adSets: PerformanceRow[]
  ads: AdPerformanceRow[]
}

/** A driver over its simulator, whose clock stands still, and a look at what is really there that asks no driver. */
export async function openStructure(context: TestContext, platform: Platform, size = 1) {
  const name = platform.sandboxPath.slice(1)
  const create = simulators[name]
  assert.ok(create, `${name} has a simulator`)
  let simulator: Simulator | undefined
  const watched: SimulatorFactory = (given) => (simulator = create(given))
  const { url, control } = await startTestSandbox(context, { simulators: [watched] })
  const look = simulator?.look
  assert.ok(look)
  const steer = async (method: string, path: string, body?: object) => {
    const answer = await control(method, path, body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  if (size > 1) await steer('POST', '/reset', { size })
  await steer('POST', `/${name}`, { limits: 'off' })
  // The middle of a day in Tokyo, in New York and by UTC.
  const noon = new Date()
  noon.setUTCHours(14, 0, 0, 0)
  await steer('POST', '/clock', { offsetSeconds: Math.round((noon.getTime() - Date.now()) / 1000), stopped: true })
  const session = platform.open(platform.sandboxCredentials(null), {
    baseUrl: url + platform.sandboxPath,
    timeoutMs: 20_000,
    isSandbox: true,
    settings: {},
    now: () => noon,
    pacer: createPacer(platform.name, { load: async () => null, save: async () => undefined }),
  })
  context.after(() => session.close?.())
  return {
    url,
    session,
    accounts: await session.listAccounts(),
    control: steer,
    dayOf: (account: AccountRef) => dayIn(noon, session.reporting?.calendar === 'utc' ? 'UTC' : account.timeZone),
    truth({ id }: AccountRef): Truth {
      const rows = (level: LookLevel) => look.rows(level, id)
      const hasGroups = look.levels.some(({ level }) => level === 'groups')
      return { campaigns: rows('campaigns'), groups: hasGroups ? rows('groups') : rows('campaigns'), ads: rows('ads') }
    },
    /** What the simulator says it spent on the day, in the smallest unit, by id. */
    spent: async ({ id }: AccountRef, level: 'campaign' | 'adset', day: string): Promise<Map<string, number>> => {
      const query = `accountId=${id}&from=${day}&to=${day}&level=${level}`
      const { objects } = (await steer('GET', `/${name}/totals?${query}`)) as unknown as {
        objects: { id: string; spendMinor: number }[]
      }
      return new Map(objects.map((each) => [each.id, each.spendMinor]))
    },
    /** How often the platform is called for something. */
    async callsFor(work: () => Promise<unknown>): Promise<number> {
      await steer('DELETE', '/calls')
      await work()
      const { calls } = (await steer('GET', `/calls?platform=${name}`)) as { calls: unknown[] }
      return calls.length
    },
    switchTo: (account: AccountRef, entity: EntityRef, status: SwitchState) =>
      switchTo(session, account, entity, status),
  }
}

export type Stage = Awaited<ReturnType<typeof openStructure>>

function dayIn(time: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(time)
}

async function switchTo(session: Session, account: AccountRef, entity: EntityRef, status: SwitchState): Promise<void> {
  const [state] = await session.readEntities!(account, [entity])
  assert.ok(state, `${entity.type} ${entity.id} is there`)
  await session.setStatus!(account, state, { status }).send()
}

/** The three lists of the ledger, to their last page. */
export async function readStructure(
  session: Session,
  account: AccountRef,
  day: string,
  limit = 200,
): Promise<Structure> {
  const days = { startDate: day, endDate: day }
  const list = (level: 'campaign' | 'adset') =>
    allOf((after) => session.listPerformance!(account, level, { switchedOn: true, ...days, limit, after }))
  return {
    campaigns: await list('campaign'),
    adSets: await list('adset'),
    ads: await allOf((after) => session.listAdPerformance!(account, { switchedOn: true, limit, after })),
  }
}

async function allOf<T>(read: (after: string | undefined) => Promise<Paged<T>>): Promise<T[]> {
  const found: T[] = []
  let after: string | undefined
  for (let pages = 0; pages < 500; pages++) {
    const page = await read(after)
    found.push(...page.items)
    if (page.after === null) return found
    after = page.after
  }
  throw new Error('A list that never ends.')
}

export async function statesOf(
  session: Session,
  account: AccountRef,
  type: EntityType,
  ids: string[],
): Promise<Map<string, EntityState>> {
  const states = await session.readEntities!(
    account,
    ids.map((id) => ({ type, id })),
  )
  return new Map(states.map((state, index) => [ids[index]!, state!]))
}
