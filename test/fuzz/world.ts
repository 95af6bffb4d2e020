import type { FuzzedService } from './start-service.ts'
import type { World } from './values.ts'

interface Listed {
  data?: { id?: string | number; value?: string; page?: string; secondary?: string; campaignId?: string }[]
  adBatchId?: number
  id?: number
}

async function ask(
  service: FuzzedService,
  method: string,
  path: string,
  { body, key = service.key }: { body?: object; key?: string } = {},
): Promise<Listed> {
  const answer = await fetch(service.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return (await answer.json()) as Listed
}

const texts = (values: (string | number | undefined)[]) =>
  values.flatMap((value) => (value === undefined ? [] : [String(value)]))
const orSome = (values: string[]) => (values.length > 0 ? values.slice(0, 20) : ['1'])

/** What there is on the sandbox and in the service before anything odd is sent. */
export async function surveyWorld(service: FuzzedService): Promise<World> {
  // Documents are written once, by whoever asks first.
  for (const path of ['/openapi.json', '/llms.txt', '/llms-full.txt']) await (await fetch(service.url + path)).text()
  const read = async (path: string, key?: string) => (await ask(service, 'GET', path, { key })).data ?? []
  const accounts = texts((await read('/v1/adaccounts')).map(({ id }) => id))
  const adSets = await read(`/v1/adsets?accountId=${accounts[0]}&status=ACTIVE`)
  const campaigns = await read(`/v1/campaigns?accountId=${accounts[0]}`)
  const ads = await read(`/v1/manage/list-ads?accountId=${accounts[0]}`)
  const profiles = await read(`/v1/profiles?businessId=${accounts[0]}`)
  const address = `${service.sandboxUrl}/_assets/square.png`
  const launch = (key: string) => ask(service, 'POST', '/v1/drafts', { body: { name: 'A draft', ads: [] }, key })
  const [draft, foreign] = await Promise.all([launch(service.key), launch(service.strangerKey)])
  const media = await ask(service, 'POST', '/v1/media/upload/url', { body: { url: address } })
  const foreignAccounts = texts((await read('/v1/adaccounts', service.strangerKey)).map(({ id }) => id))
  return {
    accounts: orSome(accounts),
    adSets: orSome(texts(adSets.map(({ value, id }) => value ?? id))),
    campaigns: orSome(texts(campaigns.map(({ id, value }) => id ?? value))),
    ads: orSome(texts(ads.map(({ id }) => id))),
    pages: orSome(texts(profiles.flatMap(({ page, secondary }) => [page, secondary]))),
    batches: orSome(texts([draft.id])),
    drafts: orSome(texts([draft.id])),
    media: orSome(texts([media.id])),
    others: orSome([...texts([foreign.id]), ...foreignAccounts]),
    addresses: [address, 'https://shop.invalid/a.png', 'http://127.0.0.1:1/x.png'],
  }
}
