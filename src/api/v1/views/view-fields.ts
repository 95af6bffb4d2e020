import { z } from 'zod'
import type { Context } from '../../../core/context.ts'
import { wishIssues } from '../../../core/entities/question.ts'
import { maxViewName, viewWishes, withoutGaps } from '../../../core/entities/views/view.ts'
import type { SavedView, ViewChange } from '../../../core/entities/views/view.ts'
import { accountsOf } from '../../../core/reports/query/accounts.ts'
import { platformMeant } from '../../../core/reports/query/question.ts'
import type { ReportDeps } from '../../../core/reports/sync/ensure/readings.ts'
import { brokenRules } from '../../../errors.ts'

export const viewId = z.coerce
  .number()
  .int()
  .min(1)
  .max(Number.MAX_SAFE_INTEGER)
  .meta({ description: 'Id of the view.' })

const name = z.string().trim().min(1).max(maxViewName).meta({ description: 'What people call it.' })

export const viewFields = {
  name,
  forCompany: z.boolean().default(false).meta({
    description: 'Everybody of the company has it, which takes the scope manage; otherwise it is your own.',
  }),
  ...viewWishes,
}

const time = (description: string) => z.iso.datetime().meta({ description })

export const View = z
  .object({
    id: z.number().int().meta({ description: 'Id of the view.' }),
    name,
    forCompany: z.boolean().meta({ description: "Whether it is the company's." }),
    ownerLeft: z.boolean().meta({ description: 'Whoever owned it is gone: admins alone see it, and can delete it.' }),
    ...viewWishes,
    createdBy: z.string().meta({ description: 'Who made it.' }),
    createdAt: time('When it was made.'),
    updatedAt: time('When it was changed last.'),
  })
  .meta({ id: 'View' })

export function viewed({ wishes, ownerId, isLeft, ...view }: SavedView): z.output<typeof View> {
  const { startDate: _start, endDate: _end, search: _search, ...kept } = wishes
  return {
    ...{ id: view.id, name: view.name, forCompany: ownerId === null, ownerLeft: isLeft },
    ...kept,
    createdBy: view.createdBy,
    createdAt: view.createdAt.toISOString(),
    updatedAt: view.updatedAt.toISOString(),
  }
}

type Given = { [Field in keyof typeof viewFields]?: z.output<(typeof viewFields)[Field]> }

/** A view as it is kept; 422 for words that a list would refuse, 404 for accounts of others. */
export async function readView(
  deps: ReportDeps,
  context: Pick<Context, 'company'>,
  { name: called = '', forCompany = false, ...given }: Given,
): Promise<ViewChange> {
  const wishes = withoutGaps(given)
  const issues = wishIssues(wishes)
  if (issues.length > 0) throw brokenRules(issues)
  const { accountIds = [] } = wishes
  const platform = wishes.platform === undefined ? null : platformMeant(deps.connections.platforms, wishes.platform)
  if (accountIds.length > 0) await accountsOf(deps, context, { accountIds, platform })
  return { name: called, forCompany, wishes: platform === null ? wishes : { ...wishes, platform } }
}
