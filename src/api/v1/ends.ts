import { z } from 'zod'
import { sandboxAccounts } from '../../core/connections/accounts.ts'
import { EntityKind } from '../../core/events/catalogue/ends.ts'
import { removeEnd } from '../../core/ends/remove.ts'
import { listEnds } from '../../core/ends/store.ts'
import type { KeptEnd } from '../../core/ends/store.ts'
import { operation } from '../../call/operation.ts'
import { demo } from '../examples.ts'
import { guardFailures } from '../guard-failures.ts'
import { pageFields, pageOf, pageWith, windowOf } from '../pages.ts'
import { AccountIdParam, PlatformName, sandboxField } from '../shapes.ts'

const KeptEndState = z.enum(['waiting', 'kept']).meta({ id: 'KeptEndState' })

const KeptEndView = z
  .object({
    id: z.number().int().meta({ description: 'Id of the end.' }),
    platform: PlatformName,
    accountId: z.string().meta({ description: 'The ad account.' }),
    ...sandboxField,
    entityType: EntityKind.meta({ description: 'What ends.' }),
    entityId: z.string().meta({ description: 'Its id on the platform.' }),
    name: z.string().meta({ description: 'Its name when the end was set.' }),
    endTime: z.iso.datetime().meta({ description: 'When it is paused.' }),
    endedBy: z.literal('flightdeck').meta({ description: 'It is this service that ends it.' }),
    state: KeptEndState.meta({
      description:
        'waiting: its time has not come, or it could not be paused yet; kept: it was paused, and nobody has resumed it.',
    }),
    keptAt: z.iso.datetime().nullable().meta({ description: 'When it was paused; null: it was not yet.' }),
    problem: z
      .string()
      .nullable()
      .meta({ description: 'Why it could not be paused yet; null: nothing stood in the way.' }),
    nextTryAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When it is paused, or that is tried again; null: it is kept.' }),
    askedBy: z.string().meta({ description: 'Who set the end.' }),
  })
  .meta({ id: 'KeptEnd' })

function viewOf(end: KeptEnd, simulated: ReadonlySet<string>): z.output<typeof KeptEndView> {
  return {
    id: end.id,
    platform: end.platform,
    accountId: end.account_id,
    sandbox: simulated.has(`${end.platform} ${end.account_id}`),
    entityType: end.entity_type,
    entityId: end.entity_id,
    name: end.name,
    endTime: end.end_at.toISOString(),
    endedBy: 'flightdeck',
    state: end.state,
    keptAt: end.kept_at?.toISOString() ?? null,
    problem: end.problem,
    nextTryAt: end.state === 'kept' ? null : end.next_at.toISOString(),
    askedBy: end.asked_by,
  }
}

export const ends = operation({
  name: 'list_ends',
  rest: { method: 'GET', path: '/v1/ends' },
  section: 'Primary platform',
  summary: 'The ends that this service keeps because a platform cannot, on every platform, the next one first.',
  description:
    'POST /v1/manage/update-status with an endTime sets one. What has ended is in the list until somebody resumes it.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object({
    accountId: AccountIdParam.optional().meta({ description: 'Only those in this ad account.' }),
    state: KeptEndState.optional().meta({ description: 'Only those that stand so.' }),
    ...pageFields(200, 50),
  }),
  example: {},
  reply: pageOf(KeptEndView),
  async handle(deps, call, { accountId, state, ...paged }) {
    const window = windowOf(paged)
    const found = await listEnds(deps, call, { accountId, state, ...window })
    const simulated = await sandboxAccounts(deps.db, call.company.id)
    return pageWith(
      found.ends.map((end) => viewOf(end, simulated)),
      window,
      found.total,
    )
  },
})

export const endById = operation({
  name: 'remove_end',
  rest: { method: 'DELETE', path: '/v1/ends/{id}' },
  section: 'Primary platform',
  summary: 'Take an end away that this service keeps: what it was about goes on without one.',
  description: 'What has ended already stays paused. Another end is set with POST /v1/manage/update-status.',
  scope: 'manage',
  effect: 'spends',
  plannable: true,
  failures: [...guardFailures],
  input: z.object({
    id: z.coerce
      .number()
      .int()
      .min(1)
      .max(2 ** 53 - 1)
      .meta({ description: 'Id of the end.' }),
  }),
  example: { id: demo.end },
  reply: z.object({
    removed: z.literal(true).meta({ description: 'It is kept no more.' }),
    end: KeptEndView.meta({ description: 'What was taken away.' }),
  }),
  async handle(deps, call, input) {
    const end = await removeEnd(deps, call, input)
    return { removed: true as const, end: viewOf(end, await sandboxAccounts(deps.db, call.company.id)) }
  },
})
