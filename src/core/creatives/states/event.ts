import type { CreativeEvidence } from '../ask.ts'
import type { CreativeFacts } from '../describe.ts'
import type { CreativeState } from '../judged.ts'
import type { EventData } from '../../events/catalogue.ts'

type About = Pick<CreativeFacts, 'name' | 'shows' | 'platforms' | 'accountIds' | 'ads'> & {
  creativeId: string
  day: string
  firstDay: string
}
type Named<State extends CreativeState> = `creative.${State}`
export type CreativeEvent = {
  [State in CreativeState]: { type: Named<State>; data: EventData[Named<State>] }
}[CreativeState]

/** That something is said of a creative from a day on, with the numbers behind it. */
export function eventOf(state: CreativeState, about: About, evidence: CreativeEvidence): CreativeEvent {
  const { creativeId, name, shows, platforms, accountIds, ads, day, firstDay } = about
  const base = { creativeId, name, shows, platforms, accountIds, ads, day }
  const { winner, lastWeekUsd, weekBeforeUsd, ...rates } = evidence
  switch (state) {
    case 'new':
      return { type: 'creative.new', data: { ...base, firstDay } }
    case 'winner':
      return { type: 'creative.winner', data: { ...base, ...(winner ?? nowhere) } }
    case 'scaled':
      return { type: 'creative.scaled', data: { ...base, lastWeekUsd, weekBeforeUsd } }
    case 'tired':
      return { type: 'creative.tired', data: { ...base, ...rates } }
  }
}

const nowhere = { accountId: '', spend: 0, medianSpend: 0, times: 0 }
