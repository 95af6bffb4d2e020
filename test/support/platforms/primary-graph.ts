import type { Reply, TestApp } from '../harness.ts'
import { demoFixture } from '../demo.ts'
import type { Fixture } from '../demo.ts'

/** What a test finds on the simulated primary platform, read with plain calls and none of our own code. */
export interface PrimaryGraph {
  get<T = Record<string, unknown>>(path: string, params?: Record<string, string>): Promise<T>
  post<T = Record<string, unknown>>(path: string, params: Record<string, unknown>): Promise<T>
  /** The first ad set of the account whose campaign has this objective. */
  adSetFor(objective: string): Promise<string>
  creativeOf(adId: unknown): Promise<StoredCreative>
  /** How many calls other than reads were made since the log was last emptied. */
  writes(): Promise<string[]>
  /** How many ads, creatives, images and videos there are. */
  counts(): Promise<Record<string, number>>
}

export interface StoredCreative {
  id: string
  name: string
  object_story_spec?: Record<string, Record<string, unknown>>
  asset_feed_spec?: Record<string, unknown>
  object_story_id?: string
  [field: string]: unknown
}

/** What the platform may change in the ad by itself: OPT_IN or OPT_OUT by feature. */
export function featuresOf({ degrees_of_freedom_spec: spec }: StoredCreative): Record<string, string> {
  const { creative_features_spec: features = {} } = (spec ?? {}) as {
    creative_features_spec?: Record<string, { enroll_status: string }>
  }
  return Object.fromEntries(Object.entries(features).map(([name, choice]) => [name, choice.enroll_status]))
}

const creativeFields = [
  'id,name,object_story_spec,asset_feed_spec,object_story_id,instagram_user_id,url_tags,degrees_of_freedom_spec',
  'contextual_multi_ads,destination_spec,object_id,branded_content,facebook_branded_content,instagram_branded_content,call_to_action,adlabels',
].join(',')

export async function openGraph(test: TestApp, fixture: Fixture): Promise<PrimaryGraph> {
  const { token, baseUrl } = await test.control<{ token: string; baseUrl: string }>('GET', 'state?platform=meta')
  const account = fixture.accounts[0]!.id
  const send = async <T>(method: string, path: string, params: Record<string, unknown>): Promise<T> => {
    const form = new URLSearchParams()
    for (const [name, value] of Object.entries(params))
      form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    const isRead = method === 'GET'
    const answer = await fetch(`${baseUrl}/v26.0/${path}${isRead ? `?${form.toString()}` : ''}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      body: isRead ? null : form,
    })
    const body: unknown = await answer.json()
    if (!answer.ok) throw new Error(JSON.stringify(body))
    return body as T
  }
  const graph: PrimaryGraph = {
    get: (path, params = {}) => send('GET', path, params),
    post: (path, params) => send('POST', path, params),
    async adSetFor(objective) {
      const { data } = await graph.get<{ data: { id: string; campaign: { objective: string } }[] }>(
        `${account}/adsets`,
        { fields: 'id,campaign{objective}', limit: '100' },
      )
      return data.find((adSet) => adSet.campaign.objective === objective)!.id
    },
    async creativeOf(adId) {
      const ad = await graph.get<{ creative: StoredCreative }>(String(adId), {
        fields: `creative{${creativeFields}}`,
      })
      return ad.creative
    },
    async writes() {
      const { calls } = await test.control<{ calls: { method: string; path: string }[] }>('GET', 'calls?platform=meta')
      // What a batch holds stands in the list by itself, writes and reads.
      const isWrite = ({ method, path }: (typeof calls)[0]) => method !== 'GET' && !/^\/v[\d.]+\/$/.test(path)
      return calls.filter(isWrite).map(({ method, path }) => `${method} ${path}`)
    },
    counts: async () => (await test.control<{ counts: Record<string, number> }>('GET', 'state?platform=meta')).counts,
  }
  return graph
}

/** Everything that tests of the launch types need: the service, what to launch with, and the platform's side. */
export async function launchFixture(test: TestApp) {
  const fixture = await demoFixture(test)
  const graph = await openGraph(test, fixture)
  const launch = (ad: Record<string, unknown>): Promise<Reply<LaunchReply>> =>
    test.call<LaunchReply>('POST', '/v1/launch', { body: { ads: [ad] } })
  return {
    demo: fixture,
    graph,
    launch,
    asset: (name: string) => `${test.sandboxUrl}/_assets/${name}`,
    /** Launches one ad that must succeed, and answers its id and creative as the platform has them. */
    launched: async (ad: Record<string, unknown>) => {
      const { status, body } = await launch(ad)
      if (status !== 202) throw new Error(`launch answered ${status}: ${JSON.stringify(body)}`)
      const done = await test.finished(body.adBatchId)
      if (done.status !== 'success') throw new Error(JSON.stringify(done.failedAds))
      const adId = String(done.ads![0]!.adId)
      return { adId, creative: await graph.creativeOf(adId), ads: done.ads! }
    },
    /** Launches one ad that is accepted and then fails. */
    failed: async (ad: Record<string, unknown>) => {
      const { status, body } = await launch(ad)
      if (status !== 202) throw new Error(`launch answered ${status}: ${JSON.stringify(body)}`)
      return (await test.finished(body.adBatchId)).failedAds[0] as Record<string, unknown>
    },
  }
}

export interface LaunchReply {
  adBatchId: number
  error: { code: string; message: string; details: { issues: { path: string; message: string }[] } }
}
