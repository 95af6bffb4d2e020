import type { TestApp } from '../harness.ts'

/** What the sandbox's demo company launches on the professional network with. */
export interface NetworkFixture {
  usd: string
  jpy: string
  organization: string
  /** Of another company: the connection may not speak for it. */
  otherOrganization: string
  /** By the name of the campaign, in the account with dollars. */
  adSets: Record<string, string>
}

interface List<T> {
  data: T[]
}

export async function networkFixture(test: TestApp, key = test.key): Promise<NetworkFixture> {
  const get = async <T>(path: string) => (await test.call<List<T>>('GET', path, { key })).body.data
  const accounts = await get<{ id: string; currency: string }>('/v1/adaccounts?platform=linkedin')
  const usd = accounts.find(({ currency }) => currency === 'USD')!.id
  const jpy = accounts.find(({ currency }) => currency === 'JPY')!.id
  const [profile] = await get<{ page: string }>(`/v1/profiles?businessId=${usd}`)
  const adSets = await get<{ value: string; label: string }>(`/v1/adsets?accountId=${usd}&limit=100`)
  const { organizations } = await test.control<{ organizations: { id: string; role: string | null }[] }>(
    'GET',
    'state?platform=linkedin',
  )
  return {
    usd,
    jpy,
    organization: profile!.page,
    otherOrganization: organizations.find(({ role }) => role === null)!.id,
    adSets: Object.fromEntries(adSets.map(({ label, value }) => [label, value])),
  }
}

/** An ad with a picture that passes every rule. */
export function networkAd(
  test: TestApp,
  fixture: NetworkFixture,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    adName: 'Desks',
    adAccountId: fixture.usd,
    adAccountType: 'professional-network',
    adSets: [fixture.adSets['Workplace images']],
    organizationId: fixture.organization,
    title: 'Desks that last',
    description: 'Made of oak (and ash), #1 in offices.',
    cta: 'LEARN_MORE',
    link: 'https://example.com/desks',
    media: [{ url: `${test.sandboxUrl}/_assets/landscape.png` }],
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

export async function networkAds(test: TestApp, prefix: string): Promise<SandboxAd[]> {
  const { ads } = await test.control<{ ads: SandboxAd[] }>('GET', 'state?platform=linkedin')
  return ads.filter(({ name }) => name.startsWith(prefix))
}

/** Reads from the platform as it shows itself. */
export async function readNetwork<T = Record<string, unknown>>(test: TestApp, path: string): Promise<T> {
  const answer = await fetch(`${test.sandboxUrl}/linkedin/rest/${path}`, {
    headers: {
      authorization: 'Bearer sandbox-linkedin-token',
      'linkedin-version': '202607',
      'x-restli-protocol-version': '2.0.0',
    },
  })
  return (await answer.json()) as T
}

export const creativePath = (accountId: string, id: string) =>
  `adAccounts/${accountId}/creatives/${encodeURIComponent(`urn:li:sponsoredCreative:${id}`)}`

export async function networkCalls(test: TestApp): Promise<{ method: string; path: string; status: number | null }[]> {
  const { calls } = await test.control<{ calls: { method: string; path: string; status: number | null }[] }>(
    'GET',
    'calls?platform=linkedin',
  )
  return calls
}
