import type { TestApp } from '../harness.ts'

/** What the sandbox's demo company launches pins with. */
export interface PinFixture {
  usd: string
  jpy: string
  boards: string[]
  /** By account id. */
  adSets: Record<string, string[]>
}

interface List<T> {
  data: T[]
}

export async function pinFixture(test: TestApp, key = test.key): Promise<PinFixture> {
  const get = async <T>(path: string) => (await test.call<List<T>>('GET', path, { key })).body.data
  const accounts = await get<{ id: string; currency: string }>('/v1/adaccounts?platform=pinterest')
  const usd = accounts.find(({ currency }) => currency === 'USD')!.id
  const jpy = accounts.find(({ currency }) => currency === 'JPY')!.id
  const boards = await get<{ value: string }>(`/v1/pinterest/boards?accountId=${usd}`)
  const adSets: Record<string, string[]> = {}
  for (const id of [usd, jpy]) {
    adSets[id] = (await get<{ value: string }>(`/v1/adsets?accountId=${id}&status=ACTIVE`)).map(({ value }) => value)
  }
  return { usd, jpy, boards: boards.map(({ value }) => value), adSets }
}

/** A pin ad that passes every rule. */
export function pinAd(test: TestApp, fixture: PinFixture, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    adName: 'Autumn pin',
    adAccountId: fixture.usd,
    adAccountType: 'pin',
    adSets: [fixture.adSets[fixture.usd]![0]],
    boardId: fixture.boards[0],
    title: 'Autumn living',
    description: 'Warm rooms for long evenings.',
    cta: 'SHOP_NOW',
    link: 'https://example.com/autumn',
    media: [{ url: `${test.sandboxUrl}/_assets/portrait.png` }],
    ...more,
  }
}

export interface SandboxAd {
  id: string
  name: string
  accountId: string
  adsetId: string
  creativeId: string
  status: string
}

export async function pinAds(test: TestApp, prefix: string): Promise<SandboxAd[]> {
  const { ads } = await test.control<{ ads: SandboxAd[] }>('GET', 'state?platform=pinterest')
  return ads.filter(({ name }) => name.startsWith(prefix))
}

/** Reads from the platform as it shows itself. */
export async function readPlatform<T = Record<string, unknown>>(test: TestApp, path: string): Promise<T> {
  const answer = await fetch(`${test.sandboxUrl}/pinterest/v5/${path}`, {
    headers: { authorization: 'Bearer sandbox-pinterest-token' },
  })
  return (await answer.json()) as T
}

export async function pinCalls(test: TestApp): Promise<{ method: string; path: string; status: number | null }[]> {
  const { calls } = await test.control<{ calls: { method: string; path: string; status: number | null }[] }>(
    'GET',
    'calls?platform=pinterest',
  )
  return calls
}
