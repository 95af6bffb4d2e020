import { z } from 'zod'
import { openAccount } from '../../../core/connections/accounts.ts'
import { inUtc } from '../../../core/days/range.ts'
import { requireVerb } from '../../../core/connections/verbs.ts'
import { operation } from '../../../call/operation.ts'
import { demo } from '../../examples.ts'
import { pageFields, pageOf, sliceOf, windowOf } from '../../pages.ts'
import { AccountIdParam } from '../../shapes.ts'

const Pixel = z
  .object({
    id: z.string().meta({ description: 'Id of the pixel, for pixelId.' }),
    name: z.string().meta({ description: 'Its name.' }),
    lastFiredTime: z.iso.datetime().nullable().meta({ description: 'When it last saw an event; null: never.' }),
    accountId: z.string().meta({ description: 'Id of its ad account.' }),
  })
  .meta({ id: 'Pixel' })

export const pixels = operation({
  name: 'list_pixels',
  rest: { method: 'GET', path: '/v1/conversions/pixels' },
  section: 'Primary platform',
  summary: 'Pixels of an account.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  failures: ['unsupported_operation'],
  input: z.object({ accountId: AccountIdParam, ...pageFields(500, 500) }),
  example: { accountId: demo.account },
  reply: pageOf(Pixel),
  async handle(deps, call, { accountId, ...paged }) {
    const { session, platform, platforms, ref } = await openAccount(deps, call, accountId)
    const found = await requireVerb({ session, platform, platforms }, 'conversions').listPixels(ref)
    const rows = found.map((pixel) => ({ ...pixel, lastFiredTime: pixel.lastFiredTime && inUtc(pixel.lastFiredTime) }))
    return sliceOf(rows, windowOf(paged), true)
  },
})
