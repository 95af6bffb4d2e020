import { createHash } from 'node:crypto'
import type { TestApp } from '../harness.ts'

/** What the sandbox's demo company launches with. */
export interface AppFixture {
  /** Its first account: campaigns of apps alone. */
  games: string
  /** Its second one: a campaign of a website and one of an app. */
  shop: string
  /** The campaigns that are live, by account id. */
  campaigns: Record<string, string[]>
}

interface Row {
  value: string
}

export async function appFixture(test: TestApp, key = test.key): Promise<AppFixture> {
  const get = async <T>(path: string) => (await test.call<{ data: T[] }>('GET', path, { key })).body.data
  const [games, shop] = (await get<{ id: string }>('/v1/adaccounts?platform=mobile-app')).map(({ id }) => id)
  const campaigns: Record<string, string[]> = {}
  for (const id of [games!, shop!])
    campaigns[id] = (await get<Row>(`/v1/adsets?accountId=${id}&status=ACTIVE`)).map(({ value }) => value)
  return { games: games!, shop: shop!, campaigns }
}

/** A video and the picture that is shown after it. */
export function filmAndPicture(test: TestApp, version = 0): { url: string }[] {
  return ['vertical.mp4', 'vertical.png'].map((name) => ({ url: `${test.sandboxUrl}/_assets/${name}?v=${version}` }))
}

/** An ad that passes every rule. */
export function appAd(test: TestApp, fixture: AppFixture, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    adName: 'Level fail',
    adAccountId: fixture.games,
    adAccountType: 'mobile-app',
    adSets: [fixture.campaigns[fixture.games]![0]],
    media: filmAndPicture(test),
    ...more,
  }
}

export interface SandboxSet {
  id: string
  name: string
  accountId: string
  adsetId: string
  status: string
}

export async function appSets(test: TestApp, prefix: string): Promise<SandboxSet[]> {
  const { ads } = await test.control<{ ads: SandboxSet[] }>('GET', 'state?platform=applovin')
  return ads.filter(({ name }) => name.startsWith(prefix))
}

export interface SandboxCall {
  method: string
  path: string
  status: number | null
}

export async function appCalls(test: TestApp): Promise<SandboxCall[]> {
  return (await test.control<{ calls: SandboxCall[] }>('GET', 'calls?platform=applovin')).calls
}

/** Reads from the platform as it shows itself. */
export async function readPlatform<T = Record<string, unknown>[]>(
  test: TestApp,
  accountId: string,
  path: string,
): Promise<T> {
  const joint = path.includes('?') ? '&' : '?'
  const answer = await fetch(`${test.sandboxUrl}/applovin/manage/v1/${path}${joint}account_id=${accountId}`, {
    headers: { authorization: 'sandbox-applovin-key' },
  })
  return (await answer.json()) as T
}

/** The accounts of a company in the sandbox: nobody can ask which there are. */
export function accountIdsOf(tenant: string): string[] {
  const digest = createHash('sha256').update(`applovin ${tenant}`).digest()
  return [1, 2].map((number) => `71${String(digest.readUInt32BE() % 100_000_000).padStart(8, '0')}${number}`)
}
