import { notFound } from '../../errors.ts'
import type { KindedAdSetRequest, KindedCampaignRequest, NamedCreation } from '../../platforms/contract/automated.ts'
import type { PlannedWrite } from '../../platforms/contract/manage.ts'
import { noteMade, openAccount } from '../connections/accounts.ts'
import type { OpenAccount } from '../connections/accounts.ts'
import { requireVerb } from '../connections/verbs.ts'
import type { AccountDeps } from '../deps.ts'
import { createdAdSet, createdCampaign } from '../guards/changes/entities.ts'
import { passGuards } from '../guards/gate.ts'
import type { Spending } from '../guards/terms.ts'
import { answerAbout } from '../journal/past-writes.ts'
import { perform } from '../writes/perform.ts'
import { withMoments } from './given-time.ts'
import type { Timed } from './given-time.ts'
import { refuseIf, rehearse, describeGuards } from './opening.ts'
import type { Rehearsable } from './opening.ts'

interface KindedMaking<Request> {
  accountId: string
  request: Request
  dryRun?: boolean
}

interface CreatedKinded extends Rehearsable {
  /** null: it was a rehearsal. */
  id: string | null
}

export async function createKindedCampaign(
  deps: AccountDeps,
  context: Spending,
  { accountId, request, dryRun }: KindedMaking<KindedCampaignRequest>,
): Promise<CreatedKinded> {
  const opened = await openAccount(deps, context, accountId)
  const verbs = requireVerb(opened, 'automated')
  refuseIf(await verbs.checkCampaign(opened.ref, request))
  const creation = verbs.createCampaign(opened.ref, request, `${context.operationKey} campaign`)
  const write = findable(deps, context, opened, { kind: 'campaign', creation })
  const { operationKey } = context
  const plan = () => ({ changes: [createdCampaign(opened, spendOf(request), operationKey)], state: null })
  const guards = await passGuards(deps, context, plan, { dryRun })
  if (dryRun) return { id: null, sandbox: opened.isSandbox, ...(await rehearse(write)), ...describeGuards(guards) }
  const { id } = await perform(deps, context, opened, { kind: 'campaign', part: 'campaign', write })
  noteMade(deps, context, opened, { level: 'campaign', id })
  return { id, sandbox: opened.isSandbox }
}

export async function createKindedAdSet(
  deps: AccountDeps,
  context: Spending,
  { accountId, campaignId, request: asked, dryRun }: KindedMaking<Timed<KindedAdSetRequest>> & { campaignId: string },
): Promise<CreatedKinded> {
  const opened = await openAccount(deps, context, accountId)
  const request: KindedAdSetRequest = withMoments(asked, opened.ref.timeZone)
  const { endTime } = request
  refuseIf(endTime && endTime <= context.now ? [{ path: 'endTime', message: 'must be in the future' }] : [])
  const verbs = requireVerb(opened, 'automated')
  const campaign = await verbs.readCampaign(opened.ref, campaignId)
  if (!campaign) throw notFound('campaign', campaignId)
  refuseIf(await verbs.checkAdSet(opened.ref, request, campaign))
  const creation = verbs.createAdSet(opened.ref, request, campaign, `${context.operationKey} adset`)
  const write = findable(deps, context, opened, { kind: 'adset', creation })
  const { operationKey } = context
  const plan = () => ({
    changes: [createdAdSet(opened, { request: { ...spendOf(request), endTime }, campaignId, operationKey })],
    state: campaign,
  })
  const guards = await passGuards(deps, context, plan, { dryRun })
  if (dryRun) return { id: null, sandbox: opened.isSandbox, ...(await rehearse(write)), ...describeGuards(guards) }
  const { id } = await perform(deps, context, opened, { kind: 'adset', part: 'adset', write })
  noteMade(deps, context, opened, { level: 'adset', id })
  return { id, sandbox: opened.isSandbox }
}

type Costly = Pick<KindedCampaignRequest, 'name' | 'objective' | 'status' | 'dailyBudget' | 'lifetimeBudget'>

/** What guards know a creation by. */
function spendOf(request: Omit<Costly, 'objective'> & { objective?: string }) {
  const { name, status, objective = '', dailyBudget, lifetimeBudget } = request
  return {
    name,
    status,
    objective,
    ...(dailyBudget ? { dailyBudget } : {}),
    ...(lifetimeBudget ? { lifetimeBudget } : {}),
  }
}

/** What the platform has of that name since then, and no other write of ours is known to have made. Of several none is taken. */
function findable(
  { db }: Pick<AccountDeps, 'db'>,
  { company }: Pick<Spending, 'company'>,
  { platform, account }: OpenAccount,
  { kind, creation: { candidates, ...write } }: { kind: 'campaign' | 'adset'; creation: NamedCreation },
): PlannedWrite {
  const lane = { companyId: company.id, platform: platform.name, accountId: account.account_id }
  return {
    ...write,
    readBack: {
      kind: 'find',
      async find(since) {
        const free = []
        for (const candidate of await candidates(since)) {
          const { id } = await answerAbout(db, lane, { kind, id: candidate.id })
          if (id === undefined) free.push(candidate)
        }
        const [found, ...others] = free
        if (found && others.length === 0) return { found }
        return found ? 'unclear' : 'absent'
      },
    },
  }
}
