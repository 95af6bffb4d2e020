import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { decide } from '../../src/core/approvals/decide.ts'
import { askUntil } from '../support/ask-until.ts'
import { setStage } from './stage.ts'
import type { Stage } from './stage.ts'

/** Where a process dies that does what was approved. `after-send`: the request has left, and its answer has not come. */
const deadlyMoments = ['approval-claimed', 'after-send', 'approval-done'] as const
export type DeadlyMoment = (typeof deadlyMoments)[number]

interface Approval {
  id: number
  state: string
}

/** What was approved, and what the platform has of it. */
export interface Approved {
  state: string
  found: number
}

const budget = 20

/** Asks for a campaign, has it approved, dies at the moment, and lets another life end it. */
export async function approveAndDie(stage: Stage, name: string, moment: DeadlyMoment): Promise<Approved> {
  await stage.newCompany()
  const victim = await stage.start('up', { CRASH_AT: `${moment}:1` })
  await stage.api('PUT', '/v1/spend-guards', { guards: [{ largestBudget: 1, currency: 'USD', mode: 'ask' }] })
  const { id } = await askForCampaign(stage, name)
  await approve(stage, id)
  await victim.ended
  const next = await stage.start('up')
  await endHolds(stage)
  const state = await untilEnded(stage, id)
  const found = await campaignsCalled(stage, name)
  await next.kill('SIGTERM')
  return { state, found }
}

async function accountOf(stage: Stage): Promise<string> {
  return (await stage.api<{ data: { id: string }[] }>('GET', '/v1/adaccounts?platform=primary')).data[0]!.id
}

/** The call that a guard holds up answers 409. */
async function askForCampaign(stage: Stage, name: string): Promise<Approval> {
  const accountId = await accountOf(stage)
  const body = { accountId, name, objective: 'OUTCOME_TRAFFIC', status: 'ACTIVE', dailyBudget: budget }
  await stage.api('POST', '/v1/manage/create-campaign', body).catch((error: Error) => {
    if (!error.message.includes('approval_required')) throw error
  })
  return (await stage.api<{ data: Approval[] }>('GET', '/v1/approvals?limit=1')).data[0]!
}

function approve(stage: Stage, approvalId: number): Promise<void> {
  return stage.withDatabase(async (db) => {
    const { company_id: id } = await db
      .selectFrom('approvals')
      .select('company_id')
      .where('id', '=', approvalId)
      .executeTakeFirstOrThrow()
    const company = { id, slug: '' }
    await decide({ db }, { company }, { approvalId, verdict: 'approve', by: 'crash' })
  })
}

/** The dead one holds it for a minute more, and its key for half of one: here that time is over. */
function endHolds(stage: Stage): Promise<void> {
  return stage.withDatabase(async (db) => {
    const past = new Date(Date.now() - 1_000)
    await db.updateTable('idempotency_keys').set({ lease_until: past }).where('status', 'is', null).execute()
    await db.updateTable('approvals').set({ run_until: past }).where('run_until', 'is not', null).execute()
    await sql`SELECT pg_notify('approval', '')`.execute(db)
  })
}

async function untilEnded(stage: Stage, id: number): Promise<string> {
  return askUntil(async () => {
    const { state } = await stage.api<Approval>('GET', `/v1/approvals/${id}`)
    return ['waiting', 'approved'].includes(state) ? null : state
  })
}

async function campaignsCalled(stage: Stage, name: string): Promise<number> {
  const path = `/v1/manage/campaigns?accountId=${await accountOf(stage)}&limit=100`
  const { data } = await stage.api<{ data: { name: string }[] }>('GET', path)
  return data.filter((campaign) => campaign.name === name).length
}

/** `npm run crash -- --approvals --kills 30`: each is done once, or says that it was not, and never twice. */
export async function crashApprovals(kills: number, random: () => number): Promise<boolean> {
  const stage = await setStage()
  const ends = new Map<string, number>()
  let wrong = 0
  try {
    for (let kill = 1; kill <= kills; kill++) {
      const moment = deadlyMoments[Math.floor(random() * deadlyMoments.length)]!
      await delay(random() * 100)
      const { state, found } = await approveAndDie(stage, `Approved ${kill}`, moment)
      if (found !== (state === 'done' ? 1 : 0)) wrong++
      ends.set(state, (ends.get(state) ?? 0) + 1)
      console.log(`${kill}/${kills} ${moment}: ${state}, ${found} found`)
    }
  } finally {
    await stage.close()
  }
  console.log(`\n${kills} kills, ${wrong} not as told: ${JSON.stringify(Object.fromEntries(ends))}`)
  return wrong === 0
}
