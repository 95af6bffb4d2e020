import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { createLook } from '../../../core/guards/look.ts'
import { guardStatus } from '../../../core/guards/status.ts'
import { withFullAccounts } from '../../../core/guards/store.ts'
import { GuardInput, platformOf, settingOf } from './index.ts'
import { GuardStatus, presentStatus } from './status.ts'

/** No guard that is kept has it. */
const notKept = 0

export const previewSpendGuard = operation({
  name: 'preview_spend_guard',
  rest: { method: 'POST', path: '/v1/spend-guards/preview' },
  section: 'Safety',
  summary: 'How a spend guard would stand today, before it is set.',
  description: 'Nothing is kept. Its id is 0.',
  scope: 'admin',
  effect: 'reads',
  wholeCompany: true,
  input: z.object({ guard: GuardInput.meta({ description: 'The guard, as set_spend_guards takes it.' }) }),
  example: { guard: { dailyCap: 1_000_000, currency: 'USD', mode: 'refuse' as const } },
  reply: GuardStatus,
  async handle(deps, call, { guard }) {
    const platform = platformOf(guard.platform ?? null, deps.connections.platforms, 'guard')
    const [setting] = await withFullAccounts(deps, call, [settingOf(guard, undefined, platform)])
    const tried = { ...setting!, id: notKept, stoppedFor: null, reachedFor: null }
    return presentStatus(await guardStatus(deps, call, tried, { look: createLook(deps, call) }))
  },
})
