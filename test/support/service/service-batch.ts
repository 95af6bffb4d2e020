import assert from 'node:assert/strict'
import type { ServiceProcess } from './service-process.ts'
import { askUntil } from '../ask-until.ts'

/** Launching on a service that is a process of its own, and may be another one by the next call. */
export interface ServiceBatches {
  call: <T>(method: string, path: string, body?: object) => Promise<T>
  /** Ten ads, cut off in the middle by a hanging call, so that there is work in hand. Answers the batch. */
  launchIntoAHang: (name: string) => Promise<number>
  untilFinished: (batchId: number) => Promise<{ status: string; failedAds: object[] }>
  /** Every ad of the batch exists on the platform, once. */
  assertExactlyOnce: (name: string) => Promise<void>
}

const adsInABatch = 10

export function serviceBatches(service: () => Pick<ServiceProcess, 'url' | 'sandboxUrl'>, key: string): ServiceBatches {
  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch((path.startsWith('/_') ? service().sandboxUrl : service().url) + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: body ? JSON.stringify(body) : undefined,
    })
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status}`)
    return (await answer.json()) as T
  }

  const list = async <T>(path: string) => (await call<{ data: T[] }>('GET', path)).data

  async function ad(): Promise<Record<string, unknown>> {
    const [account] = await list<{ id: string }>('/v1/adaccounts?platform=primary')
    const [profile] = await list<{ page: string; secondary: string }>(`/v1/profiles?businessId=${account!.id}`)
    const [adSet] = await list<{ value: string }>(`/v1/adsets?accountId=${account!.id}&status=ACTIVE`)
    const media = [{ url: `${service().sandboxUrl}/_assets/square.png` }]
    const texts = { title: 'T', description: 'D', cta: 'SHOP_NOW', link: 'https://example.com' }
    return { adAccountId: account!.id, adSets: [adSet!.value], ...profile!, ...texts, media }
  }

  return {
    call,
    async launchIntoAHang(name) {
      const match = { method: 'POST', path: '/ads$' }
      await call('POST', '/_control/faults', { platform: 'meta', match, fault: 'hang', after: 3, times: 2 })
      const one = await ad()
      const ads = Array.from({ length: adsInABatch }, (_, n) => ({ ...one, adName: `${name} ${n}` }))
      const { adBatchId } = await call<{ adBatchId: number }>('POST', '/v1/launch', { ads })
      return askUntil(async () => {
        const { faults } = await call<{ faults: { applied: number }[] }>('GET', '/_control/faults')
        return faults.some((fault) => fault.applied === 2) ? adBatchId : null
      })
    },
    async untilFinished(batchId) {
      return askUntil(async () => {
        const status = await call<{ status: string; summaryStatus: string; failedAds: object[] }>(
          'GET',
          `/v1/batch-status/${batchId}`,
        )
        return status.summaryStatus === 'in_progress' ? null : status
      })
    },
    async assertExactlyOnce(name) {
      const { ads } = await call<{ ads: { name: string }[] }>('GET', '/_control/state?platform=meta')
      assert.deepEqual(
        ads
          .map((each) => each.name)
          .filter((each) => each.startsWith(`${name} `))
          .sort(),
        Array.from({ length: adsInABatch }, (_, n) => `${name} ${n}`),
      )
    },
  }
}
