import { z } from 'zod'
import { readCalendar } from '../../core/calendar/calendar.ts'
import { calendarKinds, calendarMarks } from '../../core/calendar/entries.ts'
import type { CalendarEntry } from '../../core/calendar/entries.ts'
import { requireRange } from '../../core/days/range.ts'
import { dayMs } from '../../days.ts'
import { operation } from '../../call/operation.ts'
import { pageFields, pageOf, pageWith, windowOf } from '../pages.ts'
import { PlatformName } from '../shapes.ts'

const CalendarKind = z.enum(calendarKinds).meta({ id: 'CalendarKind' })

const kinds =
  'connection: a token ends; renewal: what a token is renewed with ends; version: a platform switches off the version of its interface that is used; ' +
  'platform_change: a platform ends something else; end: an ad, ad set or campaign is paused because this service keeps its end.'

const CalendarDay = z
  .object({
    on: z.iso.datetime().meta({ description: 'When it ends, or ended.' }),
    kind: CalendarKind.meta({ description: kinds }),
    mark: z.enum(calendarMarks).meta({
      description: 'ok: nothing to do yet; warning: it is time; problem: it has ended, and something does not work.',
    }),
    what: z.string().meta({ description: 'What ends, for people.' }),
    whatToDo: z.string().meta({ description: 'What to do about it, for people.' }),
    platform: PlatformName,
    connectionId: z.string().nullable().meta({ description: 'Id of the connection; null: it is about none.' }),
    accountId: z.string().nullable().meta({ description: 'The ad account; null: it is about none.' }),
    endId: z.number().int().nullable().meta({ description: 'Id of the end in GET /v1/ends; null: it is none.' }),
    sandbox: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether its connection leads to the sandbox; null: it is about no connection.' }),
  })
  .meta({ id: 'CalendarEntry' })

const day = (description: string) =>
  z.iso
    .date()
    .optional()
    .meta({ description, examples: ['2026-12-01'] })

export const calendar = operation({
  name: 'read_calendar',
  rest: { method: 'GET', path: '/v1/calendar' },
  section: 'Accounts and people',
  summary: 'What ends and when: tokens, versions of interfaces, what platforms announced, ends of ads.',
  description:
    'The first end first, each with what to do about it. What has ended stays at the beginning until something was done about it. ' +
    'Whoever works in some workspaces sees the ends of their accounts, and the tokens that open these.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object({
    from: day('Only what ends on this day (UTC) or later. Left out: also what has ended.'),
    to: day('Only what ends on this day (UTC) or before.'),
    kind: CalendarKind.optional().meta({ description: 'Only ends of this kind.' }),
    ...pageFields(200, 50),
  }),
  example: {},
  reply: pageOf(CalendarDay),
  async handle({ db, connections }, call, { from, to, kind, ...paged }) {
    const window = windowOf(paged)
    const start = new Date(from ?? to ?? Date.now())
    requireRange(start, new Date(to ?? start), { start: 'from', end: 'to' })
    const days = {
      ...(from === undefined ? {} : { from: new Date(from) }),
      ...(to === undefined ? {} : { to: new Date(Date.parse(to) + dayMs) }),
    }
    const found = await readCalendar({ db, platforms: connections.platforms }, call, { ...days, kind, ...window })
    return pageWith(found.entries.map(viewOf), window, found.total)
  },
})

function viewOf({ on, connectionId, isSandbox, ...rest }: CalendarEntry): z.output<typeof CalendarDay> {
  return {
    ...rest,
    on: on.toISOString(),
    connectionId: connectionId === null ? null : String(connectionId),
    sandbox: isSandbox,
  }
}
