import { z } from 'zod'
import { openAccount } from '../../../core/connections/accounts.ts'
import { requireVerb } from '../../../core/connections/verbs.ts'
import { operation } from '../../../call/operation.ts'
import { demo } from '../../examples.ts'
import { pageFields, pageOf, sliceOf, windowOf } from '../../pages.ts'
import { AccountIdParam } from '../../shapes.ts'

const CustomConversion = z
  .object({
    id: z.string().meta({ description: 'Id of the custom conversion.' }),
    name: z.string().meta({ description: 'Its name.' }),
    rule: z.string().nullable().meta({ description: "Which events count, in the platform's own words." }),
    pixelId: z.string().nullable().meta({ description: 'Id of the pixel that sees the events.' }),
  })
  .meta({ id: 'CustomConversion' })

export const customConversions = operation({
  name: 'list_custom_conversions',
  rest: { method: 'GET', path: '/v1/conversions/custom-conversions' },
  section: 'Primary platform',
  summary: 'Custom conversions of an account.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  failures: ['unsupported_operation'],
  input: z.object({ accountId: AccountIdParam, ...pageFields(500, 500) }),
  example: { accountId: demo.account },
  reply: pageOf(CustomConversion),
  async handle(deps, call, { accountId, ...paged }) {
    const { session, platform, platforms, ref } = await openAccount(deps, call, accountId)
    const found = await requireVerb({ session, platform, platforms }, 'conversions').listCustomConversions(ref)
    return sliceOf(found, windowOf(paged), true)
  },
})
