import type { z } from 'zod'
import { required } from '../../lookup.ts'
import { automationEvents } from './catalogue/automations.ts'
import { creativeEvents } from './catalogue/creatives.ts'
import { endEvents } from './catalogue/ends.ts'
import { launchingEvents } from './catalogue/launching.ts'
import { peopleEvents } from './catalogue/people.ts'
import { safetyEvents } from './catalogue/safety.ts'
import { serviceEvents } from './catalogue/service.ts'
import type { EventKind } from './event-kind.ts'

const kinds = [
  ...launchingEvents,
  ...serviceEvents,
  ...safetyEvents,
  ...endEvents,
  ...automationEvents,
  ...creativeEvents,
  ...peopleEvents,
] as const

type Kind = (typeof kinds)[number]
export type EventName = Kind['name']

declare module '../../db/tables/events.ts' {
  interface EventKinds {
    everybody: EventName
  }
}

/** What the event of each name says. */
export type EventData = { [K in Kind as K['name']]: z.input<K['data']> }

/** Kinds of which whoever writes one says which accounts it is about. */
export type AboutAccounts = Extract<Kind, { seenBy: 'accounts' }>['name']

/** Every kind of event there is, in the order in which the documents show them. */
export const catalogue: readonly EventKind<EventName>[] = kinds

export const eventNames = kinds.map(({ name }) => name) as [EventName, ...EventName[]]

export function kindOf(name: EventName): EventKind {
  const kind = catalogue.find((each) => each.name === name)
  return required(kind, `kind of event ${name}`)
}
