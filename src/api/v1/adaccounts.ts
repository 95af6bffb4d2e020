import { z } from 'zod'
import { listAccounts } from '../../core/connections/accounts.ts'
import { badRequest } from '../../errors.ts'
import { operation } from '../../call/operation.ts'
import { accountStates } from '../../platforms/contract/health.ts'
import type { Platforms } from '../../platforms/registry.ts'
import { pageFields, pageOf, pageWith, windowOf } from '../pages.ts'
import { CurrencyCode, PlatformName, TimeZone } from '../shapes.ts'

const AdAccount = z
  .object({
    id: z.string().meta({ description: 'Id of the ad account, for accountId everywhere else.' }),
    name: z.string().meta({ description: 'Its name on the platform.' }),
    platform: PlatformName,
    currency: CurrencyCode.meta({ description: 'What its money is in, by the ISO 4217 code.' }),
    timeZone: TimeZone,
    status: z.enum(accountStates).meta({ description: 'Whether ads can run in it: only in an active one.' }),
    workspaceId: z.string().meta({ description: 'Id of the workspace that it is in.' }),
    workspaceName: z.string().meta({ description: 'Name of that workspace.' }),
    connectionId: z
      .string()
      .nullable()
      .meta({ description: 'Id of the connection that it is reached through; null: the sandbox, or none.' }),
    connected: z.boolean().meta({
      description:
        'Whether something opens it. Where nothing does, what is known of it stays, and nothing is sent or read.',
    }),
    takenIn: z.boolean().meta({
      description: 'Whether rules in mode act may work in it. A newly chosen account waits for a person to take it in.',
    }),
    sandbox: z.boolean().meta({ description: 'Whether it is made up: nothing in it costs money.' }),
  })
  .meta({ id: 'AdAccount' })

const UnreadPlatform = z
  .object({
    platform: PlatformName,
    reason: z.string().meta({ description: 'What went wrong when it was last asked.' }),
  })
  .meta({ id: 'UnreadPlatform' })

const Metadata = z
  .object({
    unread: z
      .array(UnreadPlatform)
      .meta({ description: 'Platforms that could not be asked just now: their accounts may be missing here.' }),
  })
  .meta({ id: 'AdAccountMetadata' })

export const adaccounts = operation({
  name: 'list_ad_accounts',
  rest: { method: 'GET', path: '/v1/adaccounts' },
  section: 'Accounts and people',
  summary: 'Ad accounts of the company, over all platforms.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object({
    platform: z.string().optional().meta({ description: 'Only accounts of this platform.' }),
    ...pageFields(200, 50),
  }),
  example: { limit: 20 },
  reply: pageOf(AdAccount).extend({ metadata: Metadata.meta({ description: 'What is not in the list.' }) }),
  async handle(deps, call, { platform, ...paged }) {
    const window = windowOf(paged)
    const found = await listAccounts(deps, call, {
      platform: platformIn(deps.connections.platforms, platform),
      ...window,
    })
    const data = found.accounts.map((account) => ({
      id: account.account_id,
      name: account.name,
      platform: account.platform,
      currency: account.currency,
      timeZone: account.time_zone,
      status: account.status,
      workspaceId: String(account.workspace_id),
      workspaceName: account.workspace_name,
      connectionId: account.connection_id === null ? null : String(account.connection_id),
      connected: account.is_connected,
      takenIn: account.is_taken_in,
      sandbox: account.is_sandbox,
    }))
    return { ...pageWith(data, window, found.total), metadata: { unread: found.unread } }
  },
})

/** A caller's word for a platform, as ours. */
export function platformIn(platforms: Platforms, word: string | undefined): string | undefined {
  if (word === undefined || word === '') return undefined
  const name = platforms.named(word)
  if (name) return name
  const message = `is not a platform; use one of ${platforms.words.join(', ')}`
  throw badRequest([{ path: 'platform', message }])
}
