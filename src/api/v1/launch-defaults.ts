import { z } from 'zod'
import { findAccounts } from '../../core/accounts.ts'
import { withDisplayNames } from '../../core/default-names.ts'
import { changeDefaults, defaultNames, LaunchDefaultFields, readDefaults } from '../../core/launch-defaults.ts'
import type { DefaultFields } from '../../core/launch-defaults.ts'
import { notFound } from '../../errors.ts'
import { defineEndpoint } from '../../call/endpoint.ts'
import type { OldCaller as Caller } from '../../call/endpoint.ts'
import type { Services } from '../../services.ts'
import { companyOf } from '../caller.ts'
import { AccountIdField, AccountIdParam } from '../shapes.ts'

const reply = z.object({
  accountId: z.string().nullable(),
  defaults: z.record(z.string(), z.string().nullable()),
  ...Object.fromEntries(defaultNames.map((name) => [name, z.string().nullable()])),
})

export const getLaunchDefaults = defineEndpoint({
  method: 'GET',
  path: '/v1/launch-defaults',
  section: 'Accounts and people',
  summary: 'What a launch fills in when an ad leaves it out.',
  description: 'primaryName and secondaryName are read from the platform where they were not given.',
  scope: 'read',
  query: z.object({ accountId: AccountIdParam.optional() }),
  reply,
  async handle({ query, caller, services }) {
    const accountId = await fullId(services, caller, query.accountId)
    const fields = await readDefaults(services.db, caller.companyId, accountId)
    return present(accountId, await withDisplayNames(services, companyOf(caller), accountId, fields))
  },
})

export const patchLaunchDefaults = defineEndpoint({
  method: 'PATCH',
  path: '/v1/launch-defaults',
  section: 'Accounts and people',
  summary: 'Change launch defaults, for the company or for one account. A field set to null is removed.',
  scope: 'launch',
  body: LaunchDefaultFields.extend({ accountId: AccountIdField.optional() }),
  reply,
  async handle({ body, caller, services }) {
    const { accountId: given, ...changes } = body
    const accountId = await fullId(services, caller, given)
    const fields = await changeDefaults(services.db, caller.companyId, accountId, changes)
    return present(accountId, await withDisplayNames(services, companyOf(caller), accountId, fields))
  },
})

async function fullId(services: Services, caller: Caller, accountId: string | undefined): Promise<string | null> {
  if (accountId === undefined) return null
  const account = (await findAccounts(services, companyOf(caller), [accountId])).get(accountId)
  if (!account) throw notFound('ad account', accountId)
  return account.account_id
}

/** At the top level too, because clients in the wild read it there. */
function present(accountId: string | null, fields: DefaultFields): object {
  const defaults = Object.fromEntries(defaultNames.map((name) => [name, fields[name] ?? null]))
  return { accountId, defaults, ...defaults }
}
