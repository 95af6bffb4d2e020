import { z } from 'zod'
import { eventKind } from '../event-kind.ts'

const text = (description: string) => z.string().meta({ description })
const rate = (description: string) => z.number().nullable().meta({ description })

const ofCreative = {
  creativeId: text('Id of the creative, for GET /v1/creatives/{id}.'),
  name: z.string().nullable().meta({ description: 'As its newest ad is called.' }),
  shows: text('The file by its content, or as the platform calls it.'),
  platforms: z.array(z.string()).meta({ description: 'Where it is shown.' }),
  accountIds: z.array(z.string()).meta({ description: 'In which ad accounts.' }),
  ads: z.number().int().meta({ description: 'How many ads show it.' }),
  day: text('As of which day.'),
}

const creative = {
  ...{ creativeId: '81', name: 'Lookbook 9x16', shows: 'primary video 120206614831500077', platforms: ['primary'] },
  ...{ accountIds: ['act_566148315000001'], ads: 4, day: '2026-11-01' },
}

/** What is said of creatives from a day on, by the rules of GET /v1/creatives, once a day. */
export const creativeEvents = [
  eventKind({
    name: 'creative.new',
    seenBy: 'accounts',
    description: 'A file was spent on for the first time.',
    data: z.object({ ...ofCreative, firstDay: text('Its first day with figures.') }),
    example: { ...creative, firstDay: '2026-11-01' },
  }),
  eventKind({
    name: 'creative.winner',
    seenBy: 'accounts',
    description: 'A file spent far more than the others of its account.',
    data: z.object({
      ...ofCreative,
      accountId: text('The account in which it wins by most.'),
      spend: z.number().meta({ description: "What it spent there in 90 days, in the account's currency." }),
      medianSpend: z.number().meta({ description: "The median of the account's creatives." }),
      times: z.number().meta({ description: 'The one by the other.' }),
    }),
    example: { ...creative, accountId: 'act_566148315000001', spend: 5210.4, medianSpend: 312.5, times: 16.67 },
  }),
  eventKind({
    name: 'creative.scaled',
    seenBy: 'accounts',
    description: 'The spend on a file was raised: a week cost a multiple of the one before.',
    data: z.object({
      ...ofCreative,
      lastWeekUsd: z.number().meta({ description: 'Spend of the last 7 days in dollars.' }),
      weekBeforeUsd: z.number().meta({ description: 'Of the 7 days before.' }),
    }),
    example: { ...creative, lastWeekUsd: 1840, weekBeforeUsd: 610.5 },
  }),
  eventKind({
    name: 'creative.tired',
    seenBy: 'accounts',
    description: 'People have seen a file too often: it is clicked or watched less, at a rising frequency.',
    data: z.object({
      ...ofCreative,
      clickRate: rate('Clicks per hundred impressions of the last 3 days.'),
      usualClickRate: rate('The same of the 14 days before.'),
      hookRate: rate('3-second plays per hundred impressions of the last 3 days.'),
      usualHookRate: rate('The same of the 14 days before.'),
      frequency: rate('Of 7 days.'),
      frequencyBefore: rate('The same a week before.'),
    }),
    example: {
      ...{ ...creative, clickRate: 0.9, usualClickRate: 1.4, hookRate: 19.5, usualHookRate: 28.1 },
      ...{ frequency: 2.9, frequencyBefore: 2.1 },
    },
  }),
]
