import { z } from 'zod'
import { AppError } from '../../../errors.ts'
import type { Platform } from '../../../platforms/contract/platform.ts'
import type { Platforms } from '../../../platforms/registry.ts'
import type { Actor, Context } from '../../context.ts'
import type { QuestionScope } from './question.ts'
import type { ReportAccount } from '../sync/types.ts'

export const Excluded = z
  .object({
    accountId: z.string().meta({ description: 'The account that was left out.' }),
    platform: z.string().meta({ description: 'Its platform.' }),
    reason: z.string().meta({ description: 'Why whoever asks may not read its figures.' }),
  })
  .meta({ id: 'ExcludedAccount' })
export type Excluded = z.output<typeof Excluded>

export const excludedField = z
  .array(Excluded)
  .meta({ description: 'Accounts that are left out because their figures are not for whoever asks. Not in any sum.' })

/** Whoever comes with a key, be it in the name of somebody, is no person in front of the dashboard. */
const withKey: Actor['kind'][] = ['key', 'agent']

/** Whether somebody may read figures of a platform: the one place that decides it, by what the platform declares. */
export function mayReadFigures(
  { reportsFor }: Pick<Platform, 'reportsFor'>,
  { actor }: Pick<Context, 'actor'>,
): boolean {
  return reportsFor !== 'people' || !withKey.includes(actor.kind)
}

/** 501 for whoever may not. */
export function requireFigures(
  platforms: Platforms,
  platform: Pick<Platform, 'name' | 'reportsFor'>,
  context: Pick<Context, 'actor'>,
): void {
  if (!mayReadFigures(platform, context)) throw notForKeys(platforms, platform.name, context)
}

function reasonFor(platform: string): string {
  return `Figures of ${platform} are for people who are signed in to the dashboard; a key cannot read them.`
}

function notForKeys(platforms: Platforms, platform: string, context: Pick<Context, 'actor'>): AppError {
  const readable = platforms.all.filter((each) => each.verbs.includes('reporting') && mayReadFigures(each, context))
  return new AppError('unsupported_operation', reasonFor(platform), {
    platform,
    operation: 'reporting',
    platforms: readable.map(({ name }) => name),
  })
}

/** The accounts whose figures may be read, and those that are left out; 501 when only such were asked for by name. */
export function forReader(
  platforms: Platforms,
  context: Pick<Context, 'actor'>,
  { accountIds, platform, accounts }: Pick<QuestionScope, 'accountIds' | 'platform'> & { accounts: ReportAccount[] },
): { accounts: ReportAccount[]; excluded: Excluded[] } {
  const isOpen = (name: string) => {
    const driver = platforms.driver(name)
    return !driver || mayReadFigures(driver, context)
  }
  if (platform !== null && !isOpen(platform)) throw notForKeys(platforms, platform, context)
  const readable = accounts.filter((account) => isOpen(account.platform))
  const [first] = accounts
  if (accountIds.length > 0 && first && readable.length === 0) throw notForKeys(platforms, first.platform, context)
  const excluded = accounts
    .filter((account) => !isOpen(account.platform))
    .map(({ accountId, platform: name }) => ({ accountId, platform: name, reason: reasonFor(name) }))
  return { accounts: readable, excluded }
}
