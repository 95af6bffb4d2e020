import { z } from 'zod'
import { openAccount } from '../../../core/connections/accounts.ts'
import { requireVerb } from '../../../core/connections/verbs.ts'
import { operation } from '../../../call/operation.ts'
import { demo } from '../../examples.ts'
import { pageFields, pageOf, sliceOf, windowOf } from '../../pages.ts'
import { AccountIdParam } from '../../shapes.ts'

const Audience = z
  .object({
    id: z.string().meta({ description: 'Id of the audience, for targeting.' }),
    name: z.string().meta({ description: 'Its name.' }),
    subtype: z.string().nullable().meta({ description: "How it came about, in the platform's own word." }),
    approximateCount: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'About how many people are in it; null: the platform does not say.' }),
  })
  .meta({ id: 'Audience' })

export const audiences = operation({
  name: 'list_audiences',
  rest: { method: 'GET', path: '/v1/primary/audiences' },
  section: 'Primary platform',
  summary: 'Custom audiences of an account.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  failures: ['unsupported_operation'],
  input: z.object({ accountId: AccountIdParam, ...pageFields(500, 500) }),
  example: { accountId: demo.account },
  reply: pageOf(Audience),
  async handle(deps, call, { accountId, ...paged }) {
    const { session, platform, platforms, ref } = await openAccount(deps, call, accountId)
    const found = await requireVerb({ session, platform, platforms }, 'discovery').listAudiences(ref)
    return sliceOf(found, windowOf(paged), true)
  },
})
