import assert from 'node:assert/strict'
import type { TestApp } from '../harness.ts'

interface CreatedAdSet {
  adSetId: string
  adSet: Record<string, unknown>
  fallbackApplied?: string
  budgetSchedules: { index: number; success: boolean; id?: string; error?: Record<string, unknown> }[]
}

/** Campaigns and ad sets of an account that are made without a complaint. */
export function creatingIn(app: TestApp, accountId: string) {
  const post = async <T>(path: string, body: object): Promise<T> => {
    const reply = await app.call<T>('POST', `/v1/manage/${path}`, { body })
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    return reply.body
  }
  return {
    makeCampaign: async (fields: object): Promise<string> => {
      const body = { accountId, name: 'Campaign', objective: 'OUTCOME_TRAFFIC', ...fields }
      return (await post<{ campaignId: string }>('create-campaign', body)).campaignId
    },
    create: (body: object) => post<CreatedAdSet>('create-adset', body),
  }
}
