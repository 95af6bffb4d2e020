import { accountOf, missingKey, roleIn } from '../call.ts'
import type { ApiAnswer, ApiCall, Operations } from '../call.ts'
import { invalidParam } from '../errors.ts'
import {
  batchAnswer,
  cursorPage,
  cursorParams,
  inOrder,
  numberedPage,
  pagingParams,
  projected,
  searchFilter,
  stamps,
} from '../lists.ts'
import { allow, idsParam, recordParam, requiredText } from '../restli/params.ts'
import { idIn, urn } from './objects.ts'
import type { Account, Fields } from './objects.ts'
import { memberOf } from '../world.ts'
import type { World } from '../world.ts'

function showAccount(world: World, account: Account): Fields {
  return {
    id: Number(account.id),
    name: account.name,
    currency: account.currency,
    status: account.status,
    type: 'BUSINESS',
    reference: urn('organization', account.organization),
    servingStatuses: account.status === 'ACTIVE' ? ['RUNNABLE'] : ['STOPPED'],
    test: false,
    notifiedOnCampaignOptimization: true,
    notifiedOnCreativeApproval: false,
    notifiedOnCreativeRejection: true,
    notifiedOnEndOfCampaign: true,
    changeAuditStamps: stamps(account, memberOf(world, account.tenant)),
    version: { versionTag: '1' },
  }
}

function search(call: ApiCall): ApiAnswer {
  const { world, tenant, opens } = call
  allow(call, ['search', 'sortOrder', ...cursorParams])
  const isMeant = searchFilter<Account>(recordParam(call, 'search'), {
    status: ({ status }, values) => values.includes(status),
    type: (_, values) => values.includes('BUSINESS'),
    id: ({ id }, values) => values.some((value) => value === id || idIn(value, 'sponsoredAccount') === id),
    name: ({ name }, values) => values.includes(name),
    reference: ({ organization }, values) => values.includes(urn('organization', organization)),
  })
  const accounts = inOrder(call, world.accounts.lookup('tenant', tenant)).filter(
    (each) => opens(each.id) && isMeant(each),
  )
  return cursorPage(call, accounts, (account) => showAccount(world, account), 1000)
}

function read(call: ApiCall): ApiAnswer {
  allow(call, [])
  const account = call.world.accounts.get(call.key)
  if (!account) throw missingKey(call)
  return { body: projected(call, showAccount(call.world, accountOf(call, call.key))) }
}

function readSome(call: ApiCall): ApiAnswer {
  allow(call, ['ids'])
  return batchAnswer(call, idsParam(call), (id) => {
    const account = call.world.accounts.get(id)
    return account?.tenant === call.tenant && call.opens(id) ? showAccount(call.world, account) : undefined
  })
}

const reading = ['r_ads', 'rw_ads']

export const accountOperations: Operations = {
  'FINDER-search': { scopes: reading, handle: search },
  GET: { scopes: reading, handle: read },
  BATCH_GET: { scopes: reading, handle: readSome },
}

function showUser(call: ApiCall, account: Account): Fields {
  const user = memberOf(call.world, call.tenant)
  return {
    account: urn('sponsoredAccount', account.id),
    role: roleIn(call, account),
    user,
    changeAuditStamps: stamps(account, user),
  }
}

function ownAccounts(call: ApiCall): ApiAnswer {
  allow(call, pagingParams)
  const accounts = call.world.accounts.lookup('tenant', call.tenant).filter(({ id }) => call.opens(id))
  return numberedPage(
    call,
    accounts.map((account) => showUser(call, account)),
    100,
  )
}

function usersOfAccount(call: ApiCall): ApiAnswer {
  allow(call, ['accounts', ...pagingParams])
  const id = idIn(requiredText(call, 'accounts'), 'sponsoredAccount')
  if (id === undefined) throw invalidParam('accounts', 'accounts must be the URN of a sponsoredAccount')
  return numberedPage(call, [showUser(call, accountOf(call, id))], 100)
}

export const accountUserOperations: Operations = {
  'FINDER-authenticatedUser': { scopes: reading, handle: ownAccounts },
  'FINDER-accounts': { scopes: reading, handle: usersOfAccount },
}
