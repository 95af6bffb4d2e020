import assert from 'node:assert/strict'
import type { GuardSetting } from '../../../src/core/guards/guard.ts'
import { replaceGuards } from '../../../src/core/guards/store.ts'
import type { TestApp } from '../harness.ts'

const blank: GuardSetting = {
  name: null,
  platform: null,
  accountId: null,
  campaignPattern: null,
  dailyCap: null,
  monthlyCap: null,
  largestBudget: null,
  largestRaise: null,
  largestRaisePercent: null,
  largestBatch: null,
  notAfterHour: null,
  basis: 'spend',
  by: null,
  overdelivery: false,
  currency: 'USD',
  mode: 'refuse',
  stop: false,
  fourEyes: false,
}

/** The operator's hand: these guards and no others, whatever there was. Answers their ids. */
export async function guardedBy(test: TestApp, ...wanted: Partial<GuardSetting>[]): Promise<number[]> {
  const { db, connections } = test.app.services
  const company = await db
    .selectFrom('companies')
    .select(['id', 'slug'])
    .where('slug', '=', 'demo')
    .executeTakeFirstOrThrow()
  const actor = { kind: 'system', name: 'test', scopes: [] } as const
  await replaceGuards({ db, connections }, { company, actor }, [])
  const guards = await replaceGuards(
    { db, connections },
    { company, actor },
    wanted.map((guard) => ({ ...blank, ...guard })),
  )
  return guards.map(({ id }) => id)
}

export interface GuardRefusal {
  error: {
    code: string
    message: string
    details: Record<string, unknown> & { guard: number; spend: unknown; adds: unknown; cap: number; currency: string }
  }
}

/** What the sandbox was asked to change since this was called last. */
export async function writesTo(test: TestApp): Promise<{ method: string; path: string }[]> {
  const { calls } = await test.control<{ calls: { method: string; path: string }[] }>('GET', 'calls')
  await test.control('DELETE', 'calls')
  // Searches, reports and bundles of reads are sent as POST too.
  return calls.filter(({ method, path }) => method !== 'GET' && !/googleAds:search|\/insights$|^\/v26\.0\/$/.test(path))
}

export function assertRefused(reply: { status: number; body: unknown }, code = 'guard_refused'): GuardRefusal['error'] {
  const { error } = reply.body as Partial<GuardRefusal>
  assert.equal(error?.code, code, `${reply.status} ${JSON.stringify(reply.body).slice(0, 500)}`)
  assert.equal(reply.status, code === 'guard_refused' ? 403 : 409)
  return error
}
