import { createBrowser } from '../../support/people/browser.ts'
import type { Browser } from '../../support/people/browser.ts'
import type { Attack, Note } from '../attack.ts'
import type { Stage } from '../stage.ts'

const secret = 'Zanzibar launch nobody may see'
const account = 'act_566148315000001'

/** Somebody who may see one workspace alone, in which there is nothing. */
async function memberOfOne(stage: Stage, owner: Browser, role = 'member'): Promise<Browser> {
  const slug = `apart-${Math.random().toString(36).slice(2)}`
  const made = await owner.call('POST', '/v1/workspaces', { body: { name: slug, slug } })
  const workspaceIds = [Number((made.body.workspace as { id?: unknown } | undefined)?.id ?? made.body.id)]
  const email = `${Math.random().toString(36).slice(2)}@example.com`
  const invited = await owner.call('POST', '/v1/people/invites', { body: { email, role, workspaceIds } })
  const member = createBrowser(stage.url)
  const token = String(invited.body.link).split('/').at(-1)
  const joined = await member.call('POST', `/api/invites/${token}/accept`, { body: { name: 'Limited' } })
  if (joined.status !== 200) throw new Error(`Nobody joined: ${JSON.stringify([made.body, invited.body, joined.body])}`)
  return member
}

async function plant(stage: Stage): Promise<{ batchId: string; draftId: string; adId: string }> {
  const sets = await stage.call('GET', `/v1/adsets?accountId=${account}&status=ACTIVE`)
  const adSet = /"value":"(\d+)"/.exec(sets.text)![1]
  const ad = {
    ...{
      adName: secret,
      adAccountId: account,
      adSets: [adSet],
      page: '106066148315001',
      secondary: '17841661483150001',
    },
    ...{ title: secret, description: secret, cta: 'SHOP_NOW', link: 'https://example.com/zanzibar' },
    media: [{ url: `${stage.sandboxUrl}/_assets/square.png` }],
  }
  const launched = await stage.call('POST', '/v1/launch', { body: { ads: [ad] } })
  const batchId = String(launched.body.adBatchId)
  // Ends with the batch.
  await stage.call('GET', `/v1/batches/${batchId}/events`)
  const draft = await stage.call('POST', '/v1/drafts', { body: { name: secret, ads: [ad] } })
  const status = await stage.call('GET', `/v1/batch-status/${batchId}?include=ads`)
  const adId = /"adId":"(\d+)"/.exec(status.text)?.[1] ?? /"adIds":\["(\d+)"/.exec(status.text)?.[1] ?? ''
  return { batchId, draftId: String(draft.body.id ?? (draft.body.draft as { id: unknown }).id), adId }
}

export const workspaces: Attack = {
  name: 'workspaces',
  about: 'a member of one workspace looks for what is in another',
  async run(stage, note) {
    const { batchId, draftId, adId } = await plant(stage)
    note('something was launched to be looked for', /^\d+$/.test(batchId) && adId !== '', { batchId, draftId, adId })
    const member = await memberOfOne(stage, await stage.owner('demo'))
    const batches = (await member.call('GET', '/v1/batches')).body.data
    note('no batch is listed', Array.isArray(batches) && batches.length === 0, batches)
    await look(note, member, await secretsOf(stage), [
      ...['/v1/batches', `/v1/batches/${batchId}`, `/v1/batch-status/${batchId}?include=ads`],
      ...[`/v1/batches/${batchId}/receipts`, `/v1/batches/${batchId}/timeline`, '/v1/drafts', `/v1/drafts/${draftId}`],
      ...[
        '/v1/adaccounts',
        '/v1/google-ads/accounts',
        '/v1/linkedin/accounts',
        '/v1/user',
        '/v1/audit-log',
        '/v1/approvals',
      ],
      ...[
        '/v1/primary/posts?page=106066148315001',
        `/v1/adsets?accountId=${account}`,
        `/v1/campaigns?accountId=${account}`,
        '/v1/launch-defaults',
      ],
      ...[
        '/v1/events?limit=100',
        '/v1/spend-guards/status',
        '/v1/analytics/top-ads',
        '/v1/spend/daily',
        `/v1/profiles?accountId=${account}`,
      ],
    ])
    for (const path of ['ad-debug-data', 'ad-creative-specs']) {
      const { status, body } = await member.call('POST', `/v1/manage/${path}`, { body: { adIds: [adId] } })
      const leaks = JSON.stringify(body).includes('Zanzibar') || JSON.stringify(body).includes(account)
      note(`POST /v1/manage/${path} of an ad elsewhere`, status < 500 && !leaks, [status, body])
    }
    for (const verb of ['undo', 'cancel']) {
      const { status } = await member.call('POST', `/v1/batches/${batchId}/${verb}`, { body: {} })
      note(`${verb} of a batch elsewhere`, status === 404, status)
    }
    const gone = await member.call('DELETE', `/v1/drafts/${draftId}`)
    note('deleting a draft elsewhere', gone.status === 404, gone.status)
  },
}

/** What is launched, and the ids of every account that the company has. */
async function secretsOf(stage: Stage): Promise<string[]> {
  const lists = ['/v1/adaccounts?limit=100', '/v1/google-ads/accounts', '/v1/linkedin/accounts']
  const texts = await Promise.all(lists.map(async (path) => (await stage.call('GET', path)).text))
  const ids = texts.flatMap((text) => [...text.matchAll(/"(?:id|value|accountId)":"([^"]{6,})"/g)].map(([, id]) => id!))
  return [secret, 'zanzibar', account, ...new Set(ids)]
}

async function look(note: Note, member: Browser, secrets: string[], paths: string[]): Promise<void> {
  for (const path of paths) {
    const { status, body } = await member.call('GET', path)
    const text = JSON.stringify(body)
    const leaks = secrets.filter((word) => text.includes(word) && !path.includes(word))
    note(`GET ${path} holds nothing of another workspace`, status < 500 && leaks.length === 0, [status, leaks])
  }
}
