import { createMetaSimulator } from '../../sandbox/meta/simulator.ts'
import { startSandbox } from '../../sandbox/server.ts'
import { startApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { decide } from '../../src/core/approvals/decide.ts'
import { createCompany } from '../../src/core/people/companies/companies.ts'
import { storeRates } from '../../src/core/currency/store-rates.ts'
import { replaceGuards } from '../../src/core/guards/store.ts'
import type { WantedGuard } from '../../src/core/guards/store.ts'
import { createApiKey } from '../../src/core/people/keys.ts'
import { meta } from '../../src/platforms/meta/index.ts'
import { createPlatforms } from '../../src/platforms/registry.ts'
import { ask } from '../support/ask.ts'
import { givenRates } from './amounts.ts'
import { accounts } from './world.ts'

/**
 * The real service with one platform and its simulator, both over HTTP. The one file of the model that knows the service's
 * code: it starts it, and does with the operator's hand what no key may do.
 */
export interface Service {
  sandboxUrl: string
  /** A company of its own with three keys, of which the last asks before it spends, and accounts in which nothing is yet. */
  company(slug: string): Promise<Company>
  control(method: string, path: string, body?: object): Promise<Record<string, unknown>>
  close(): Promise<void>
}

export interface Company {
  slug: string
  keys: { id: number }[]
  call(method: string, path: string, body: object | undefined, key: number): Promise<Reply>
  /** These guards and no others; answers their ids. */
  guard(guards: GuardWish[]): Promise<number[]>
  /** A person decides what waits for one. Answers when it is over, with its state. */
  decide(approvalId: number, verdict: 'approve' | 'refuse'): Promise<Reply>
}

export interface Reply {
  status: number
  body: Record<string, unknown>
}

type GuardWish = Partial<WantedGuard>

const settings = {
  ...{ PORT: '0', RATE_LIMIT_READ: '100000000', RATE_LIMIT_WRITE: '100000000', RATE_LIMIT_UPLOAD: '100000000' },
  ...{ LOG_LEVEL: 'error', NODE_ENV: 'test', PLATFORM_TIMEOUT_SECONDS: '5', REPORT_SYNC: 'off', RATES_URL: 'off' },
  ...{
    DASHBOARD: 'off',
    DEMO_API_KEY: `ak_${'m'.repeat(32)}`,
    SECRET_KEY: Buffer.alloc(32, 'money').toString('base64'),
  },
}

export async function startService(place: Record<string, string>): Promise<Service> {
  const sandbox = await startSandbox({ simulators: [createMetaSimulator] })
  const config = readConfig({ ...settings, SANDBOX_URL: sandbox.url, ...place })
  const parts = { api: true, worker: true, sandbox: false }
  const app = await startApp(config, parts, { platforms: createPlatforms([meta]) }).catch(async (error: unknown) => {
    await sandbox.close()
    throw error
  })
  const control = async (method: string, path: string, body?: object) => {
    const reply = await send(`${sandbox.url}/_control/${path}`, { method, body })
    if (reply.status !== 200) throw new Error(`The sandbox refused ${method} ${path}: ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  const newAccounts = accounts.map(({ currency, timezone }) => ({ name: `Model ${currency}`, currency, timezone }))
  await control('POST', 'meta', { newAccounts, limits: 'off', reviewSeconds: 0, asyncSeconds: 0, reportSeconds: 0 })
  return {
    sandboxUrl: sandbox.url,
    control,
    company: (slug) => makeCompany(app, slug),
    async close() {
      await app.close()
      await sandbox.close()
    },
  }
}

const scopes = ['read', 'launch', 'manage', 'admin'] as const
const neverExpires = '2099-01-01T00:00:00Z'
const ratesFrom = '2026-01-01'

async function makeCompany(app: Awaited<ReturnType<typeof startApp>>, slug: string): Promise<Company> {
  const { db, connections, approvals } = app.services
  const company = await createCompany(db, { name: slug, slug })
  const rates = givenRates.map((rate) => ({ ...rate, day: ratesFrom, source: 'model' }))
  await storeRates(db, rates, { companyId: company.id, byHand: true })
  const wanted = [{ name: 'One' }, { name: 'Other' }, { name: 'Asking', spends: 'ask' as const }]
  const keys = await Promise.all(wanted.map((one) => createApiKey(db, { companyId: company.id, scopes, ...one })))
  const operator = { company: { id: company.id, slug }, actor: { kind: 'system', name: 'model', scopes: [] } } as const
  const call: Company['call'] = (method, path, body, key) =>
    send(`${app.url}${path}`, { method, body, key: keys[key]!.key })
  return {
    ...{ slug, keys, call },
    async decide(approvalId, verdict) {
      // When it expires is told by the database's clock, which does not move with ours.
      const own = db.updateTable('approvals').where('company_id', '=', company.id).where('id', '=', approvalId)
      await own.set({ expires_at: new Date(neverExpires) }).execute()
      await decide({ db }, operator, { approvalId, verdict, by: 'Ada', doesIt: true })
      if (verdict === 'approve') await approvals.run(approvalId, { forOthers: true })
      return call('GET', `/v1/approvals/${approvalId}`, undefined, 0)
    },
    async guard(guards) {
      const kept = await replaceGuards({ db, connections }, operator, guards.map(whole))
      return kept.map(({ id }) => id)
    },
  }
}

function whole(guard: GuardWish): WantedGuard {
  return {
    ...{ name: null, platform: null, accountId: null, campaignPattern: null, dailyCap: null, monthlyCap: null },
    ...{ largestBudget: null, largestRaise: null, largestRaisePercent: null, largestBatch: null, notAfterHour: null },
    ...{ basis: 'commitments', by: null, overdelivery: false },
    ...{ currency: 'USD', mode: 'refuse', stop: false, fourEyes: false },
    ...guard,
  }
}

interface Sent {
  method: string
  body?: object
  key?: string
}

async function send(url: string, { method, body, key }: Sent): Promise<Reply> {
  const headers = {
    ...(key ? { authorization: `Bearer ${key}` } : {}),
    ...(body ? { 'content-type': 'application/json' } : {}),
  }
  const { status, text } = await ask(url, { method, headers, body: body ? JSON.stringify(body) : undefined })
  return { status, body: text ? (JSON.parse(text) as Record<string, unknown>) : {} }
}
