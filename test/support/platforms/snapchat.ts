import assert from 'node:assert/strict'
import type { TestApp } from '../harness.ts'

interface SandboxAd {
  id: string
  name: string
  accountId: string
  adsetId: string
  creativeId: string
  status: string
}

interface State {
  token: string
  baseUrl: string
  counts: { images: number; creatives: number; ads: number }
  ads: SandboxAd[]
}

interface Refusal {
  error: { details?: { issues?: { path: string; message: string }[] } }
}

/** What the sandbox's demo company launches with on this platform. */
export async function snapFixture(app: TestApp) {
  const accounts = (
    await app.call<{ data: { id: string; currency: string }[] }>('GET', '/v1/adaccounts?platform=snapchat')
  ).body.data
  const usd = accounts.find(({ currency }) => currency === 'USD')!
  const jpy = accounts.find(({ currency }) => currency === 'JPY')!
  /** Ad sets whose ads lead somewhere, and the one whose ads are only looked at. */
  const adSets: Record<string, string[]> = {}
  const snapsOnly: Record<string, string> = {}
  for (const { id } of [usd, jpy]) {
    const { body } = await app.call<{ data: { value: string; label: string }[] }>(
      'GET',
      `/v1/adsets?accountId=${id}&status=ACTIVE`,
    )
    const isSnapsOnly = ({ label }: { label: string }) => label.startsWith('Snaps only')
    adSets[id] = body.data.filter((set) => !isSnapsOnly(set)).map(({ value }) => value)
    snapsOnly[id] = body.data.find(isSnapsOnly)!.value
  }
  const profiles = await app.call<{ data: { page: string }[] }>('GET', `/v1/profiles?businessId=${usd.id}`)
  const profileId = profiles.body.data[0]!.page
  const state = () => app.control<State>('GET', 'state?platform=snapchat')

  /** An ad that passes every rule. */
  const snapAd = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
    adName: 'Spring sale',
    adAccountId: usd.id,
    adSets: [adSets[usd.id]![0]],
    profileId,
    brandName: 'Harbor & Pine',
    title: 'Spring sale',
    cta: 'SHOP_NOW',
    link: 'https://example.com/sale',
    media: [{ url: `${app.sandboxUrl}/_assets/vertical.png` }],
    ...more,
  })

  return {
    usd,
    jpy,
    adSets,
    snapsOnly,
    profileId,
    snapAd,
    state,
    launch: (body: object) => app.call<{ adBatchId: number } & Refusal>('POST', '/v1/launch', { body }),
    paths: (refusal: Refusal) => (refusal.error.details?.issues ?? []).map((issue) => issue.path),
    adsNamed: async (prefix: string) => (await state()).ads.filter((ad) => ad.name.startsWith(prefix)),
    /** Reads an object in the sandbox as the platform shows it. */
    read: async (plural: string, singular: string, id: string, query = ''): Promise<Record<string, unknown>> => {
      const { token, baseUrl } = await state()
      const answer = await fetch(`${baseUrl}/v1/${plural}/${id}${query}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const body = (await answer.json()) as Record<string, Record<string, Record<string, unknown>>[]>
      assert.equal(answer.status, 200, JSON.stringify(body))
      return body[plural]![0]![singular]!
    },
  }
}
