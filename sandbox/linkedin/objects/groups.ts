import { downgraded } from '../../core/downgrade.ts'
import type { ApiAnswer, ApiCall } from '../call.ts'
import { accountOf } from '../call.ts'
import { cursorPage, cursorParams, inOrder, searchFilter, stamps } from '../lists.ts'
import { allow, recordParam } from '../restli/params.ts'
import { checkShape, money, schedule } from '../restli/shape.ts'
import type { Shape } from '../restli/shape.ts'
import { changed, entityOperations } from './entities.ts'
import type { EntityKind } from './entities.ts'
import { idIn, recordOf, textOf, urn } from './objects.ts'
import type { Account, Entity, Fields } from './objects.ts'
import { checkMoney, checkSchedule } from './rules/budgets.ts'
import { objectives } from './rules/campaign-rules.ts'
import { Problems } from './rules/problems.ts'
import { groupServing } from './rules/serving.ts'
import { checkFirstStatus, checkStatus, groupStatuses } from './rules/status.ts'
import { memberOf } from '../world.ts'

const shape: Shape = {
  account: 'text',
  name: 'text',
  status: 'text',
  runSchedule: schedule,
  totalBudget: money,
  dailyBudget: money,
  budgetOptimization: { budgetOptimizationStrategy: 'text', bidStrategy: 'text' },
  objectiveType: 'text',
  ...{ id: 'readOnly', backfilled: 'readOnly', test: 'readOnly', servingStatuses: 'readOnly' },
  ...{ allowedCampaignTypes: 'readOnly', changeAuditStamps: 'readOnly', version: 'readOnly' },
}

/** Kept beside what was sent; nobody sends it. */
const own = ['backfilled']

function show({ world }: ApiCall, group: Entity): Fields {
  return {
    ...group.fields,
    id: Number(group.id),
    backfilled: group.fields['backfilled'] === true,
    test: false,
    servingStatuses: groupServing(world, group),
    allowedCampaignTypes: ['TEXT_AD', 'SPONSORED_UPDATES', 'SPONSORED_INMAILS', 'DYNAMIC'],
    changeAuditStamps: stamps(group, memberOf(world, group.tenant)),
    version: { versionTag: String(group.revision) },
  }
}

function check(
  problems: Problems,
  fields: Fields,
  { account, now, before }: { account: Account; now: number; before?: Fields },
): void {
  problems.require(fields, 'account', 'name', 'status')
  if (fields['account'] !== undefined && fields['account'] !== urn('sponsoredAccount', account.id))
    problems.invalid('account', 'The account is not the one in the path')
  if (textOf(fields['name']).length > 100)
    problems.add('FIELD_VALUE_TOO_HIGH', 'name', 'name has more than 100 characters')
  problems.word(fields, 'status', groupStatuses)
  problems.word(fields, 'objectiveType', objectives)
  const { start, end } = recordOf(fields['runSchedule'])
  if (start === undefined) problems.add('MISSING_FIELD', 'runSchedule/start', 'runSchedule/start is required')
  if (fields['totalBudget'] !== undefined && end === undefined)
    problems.add('MISSING_FIELD', 'runSchedule/end', 'runSchedule/end is required with totalBudget')
  checkSchedule(problems, fields, now, before)
  for (const name of ['dailyBudget', 'totalBudget'] as const) checkMoney(problems, account, fields, name)
  checkOptimization(problems, fields)
}

function checkOptimization(problems: Problems, fields: Fields): void {
  const optimization = fields['budgetOptimization']
  if (optimization === undefined) {
    if (fields['dailyBudget'] !== undefined)
      problems.invalid('dailyBudget', 'dailyBudget goes with budgetOptimization only')
    return
  }
  const { budgetOptimizationStrategy: strategy, bidStrategy } = recordOf(optimization)
  if (strategy !== 'DYNAMIC')
    problems.invalid('budgetOptimization/budgetOptimizationStrategy', 'budgetOptimizationStrategy is DYNAMIC')
  if (!['MAXIMUM_DELIVERY', 'MANUAL', 'COST_CAP'].includes(textOf(bidStrategy)))
    problems.invalid('budgetOptimization/bidStrategy', 'bidStrategy is MAXIMUM_DELIVERY, MANUAL or COST_CAP')
}

const kind: EntityKind<Entity> = {
  statusField: 'status',
  find: ({ world }, key) => world.groups.get(key),
  show,
  create({ world, tenant, request }, account, fields) {
    checkShape(fields, shape)
    const now = world.now()
    const problems = new Problems()
    checkFirstStatus(problems, fields, groupStatuses)
    check(problems, fields, { account, now })
    problems.throwAny()
    const id = world.newId()
    const history = [{ at: now, status: textOf(fields['status']) }]
    const base = { id, tenant, account: account.id, created: now, updated: now, revision: 1, history }
    world.groups.put(id, { ...base, fields: downgraded(fields, request.effects.downgradeFields) })
    return id
  },
  change(call, group, { fields, touched }) {
    const { world } = call
    checkShape(Object.fromEntries(Object.entries(fields).filter(([name]) => !own.includes(name))), shape)
    const problems = new Problems()
    for (const name of ['account', 'objectiveType', ...own])
      if (touched.includes(name) && fields[name] !== group.fields[name])
        problems.invalid(name, `${name} cannot be changed`)
    checkStatus(problems, fields, group.fields)
    if (group.fields['backfilled'] === true && !['ACTIVE', 'PAUSED'].includes(textOf(fields['status'])))
      problems.add('STATUS_CHANGE_NOT_ALLOWED', 'status', 'The default campaign group stays')
    check(problems, fields, { account: accountOf(call), now: world.now(), before: group.fields })
    problems.throwAny()
    world.groups.put(group.id, changed(group, fields, world.now(), 'status'))
  },
  remove({ world }, group) {
    for (const campaign of world.campaigns.lookup('group', group.id)) world.campaigns.remove(campaign.id)
    world.groups.remove(group.id)
  },
}

function search(call: ApiCall): ApiAnswer {
  allow(call, ['search', 'sortOrder', ...cursorParams])
  const account = accountOf(call)
  const isMeant = searchFilter<Entity>(recordParam(call, 'search'), {
    status: ({ fields }, values) => values.includes(textOf(fields['status'])),
    id: ({ id }, values) => values.some((value) => value === id || idIn(value, 'sponsoredCampaignGroup') === id),
    name: ({ fields }, values) => values.some((value) => textOf(fields['name']).startsWith(value)),
  })
  const groups = inOrder(call, call.world.groups.lookup('account', account.id)).filter(isMeant)
  return cursorPage(call, groups, (group) => show(call, group), 1000)
}

export const groupOperations = entityOperations(kind, {
  'FINDER-search': { scopes: ['r_ads', 'rw_ads'], handle: search },
})
