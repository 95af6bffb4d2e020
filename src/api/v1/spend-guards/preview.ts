import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { createLook } from '../../../core/guards/look.ts'
import { guardStatus } from '../../../core/guards/status.ts'
import { pastVerdict } from '../../../core/guards/past/past.ts'
import type { PastVerdict } from '../../../core/guards/past/past.ts'
import { withFullAccounts } from '../../../core/guards/store.ts'
import { GuardFigure, GuardLimitWord } from './guard-note.ts'
import { GuardInput, platformOf, settingOf } from './index.ts'
import { GuardStatus, presentStatus } from './status.ts'

const Held = z
  .object({
    at: z.iso.datetime().meta({ description: 'When it was done.' }),
    by: z.string().meta({ description: 'Who did it.' }),
    action: z.string().meta({ description: 'The operation by its name.' }),
    name: z.string().nullable().meta({ description: 'What it was about, by name; null: nobody kept it.' }),
    platform: z.string().meta({ description: 'The platform.' }),
    accountId: z.string().meta({ description: 'Id of the ad account.' }),
    accountName: z.string().meta({ description: 'What the ad account is called.' }),
    limit: GuardLimitWord.meta({ description: 'The first limit that it is beyond.' }),
    value: GuardFigure.meta({ description: 'What the limit is compared with; "unknown" where nobody can tell.' }),
    cap: z.number().meta({ description: 'The limit.' }),
    message: z.string().meta({ description: 'The same for people.' }),
  })
  .meta({ id: 'HeldPastWrite' })

const Past = z
  .object({
    days: z.number().int().meta({ description: 'How many days it looks back.' }),
    since: z.iso.datetime().meta({
      description: 'Since when every write was looked at; later than that many days ago where they are many.',
    }),
    looked: z.number().int().meta({ description: 'How many of the writes that were done the guard looks at.' }),
    held: z.number().int().meta({ description: 'How many of these it would have refused, asked about or warned of.' }),
    limits: z
      .array(
        z
          .object({
            limit: GuardLimitWord.meta({ description: 'The limit.' }),
            count: z.number().int().meta({ description: 'How many writes are beyond it.' }),
          })
          .meta({ id: 'HeldByLimit' }),
      )
      .meta({ description: 'How many by each limit; one write can be beyond several.' }),
    newest: z.array(Held).meta({ description: 'The newest of these, five at most.' }),
  })
  .meta({ id: 'GuardOverPast' })

const GuardPreview = GuardStatus.extend({
  past: Past.nullable().meta({
    description:
      'What it would have said to the writes of the last days, by every limit but its caps; null: it has caps alone. Copies are known by their number and hour, not by their budgets.',
  }),
}).meta({ id: 'SpendGuardPreview' })

function presentPast({ since, newest, ...rest }: PastVerdict): z.output<typeof Past> {
  const held = newest.map(({ at, by, ...one }) => ({ ...one, at: at.toISOString(), by: by.name }))
  return { ...rest, since: since.toISOString(), newest: held }
}

/** No guard that is kept has it. */
const notKept = 0

export const previewSpendGuard = operation({
  name: 'preview_spend_guard',
  rest: { method: 'POST', path: '/v1/spend-guards/preview' },
  section: 'Safety',
  summary: 'How a spend guard would stand today, and what it would have said lately, before it is set.',
  description: 'Nothing is kept. Its id is 0.',
  scope: 'admin',
  effect: 'reads',
  wholeCompany: true,
  input: z.object({ guard: GuardInput.meta({ description: 'The guard, as set_spend_guards takes it.' }) }),
  example: { guard: { dailyCap: 1_000_000, currency: 'USD', mode: 'refuse' as const } },
  reply: GuardPreview,
  async handle(deps, call, { guard }) {
    const platform = platformOf(guard.platform ?? null, deps.connections.platforms, 'guard')
    const [setting] = await withFullAccounts(deps, call, [settingOf(guard, undefined, platform)])
    const tried = { ...setting!, id: notKept, stoppedFor: null, reachedFor: null }
    const look = createLook(deps, call)
    const [status, past] = await Promise.all([
      guardStatus(deps, call, tried, { look }),
      pastVerdict(deps, call, tried, look),
    ])
    return { ...presentStatus(status), past: past && presentPast(past) }
  },
})
