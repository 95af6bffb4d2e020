import { z } from 'zod'
import { guardBases } from '../../../core/guards/guard.ts'
import type { Guard } from '../../../core/guards/guard.ts'
import { CurrencyCode } from '../../shapes.ts'
import { GuardModeWord } from './guard-note.ts'

export const scopeDescriptions = {
  platform: 'Only writes on this platform, by its name here; none: on all.',
  accountId: 'Only writes in this ad account; none: in all.',
  campaignPattern:
    'Only writes in campaigns with such a name: * stands for any text, ? for one character, capitals do not matter; none: in all.',
} as const

export const limitDescriptions = {
  dailyCap: 'What may be spent on a day (in the time zone of each account), by its basis.',
  monthlyCap: 'What may be spent in a calendar month, by its basis.',
  largestBudget: 'The largest budget, daily or for a lifetime, that may be set.',
  largestRaisePercent: 'By how much more, in percent, than its first amount of the day a budget may be set.',
  largestRaise: 'By how much more than its first amount of the day a budget may be set.',
  largestBatch: 'How many ads, copies or entities one call may launch, make or switch on.',
  basis:
    'What its caps compare with. commitments: what was spent and what everything that runs may still spend. spend: what was spent and what our own writes of the day let run. A new guard has commitments.',
  by: 'Only what this key (key:12) or this assistant (assistant:12: calls over MCP with the key) writes, counted by itself; none: everybody.',
  overdelivery: 'Whether a daily budget counts with what its platform may spend beyond it on a day.',
  notAfterHour: 'From this hour on (0 to 23, in the time zone of the account) nothing that costs may be begun.',
  stop: 'Whether reaching a cap pauses what the guard covers.',
  fourEyes: 'Whether who approves what it asks about must be somebody else than who asked.',
} as const

export const GuardBasisWord = z.enum(guardBases).meta({ id: 'GuardBasis' })

const amount = (description: string) => z.number().nullable().meta({ description })

const guardFields = {
  id: z.number().int().meta({ description: 'Id of the guard.' }),
  name: z.string().nullable().meta({ description: 'What it is called, if anything.' }),
  platform: z.string().nullable().meta({ description: scopeDescriptions.platform }),
  accountId: z.string().nullable().meta({ description: scopeDescriptions.accountId }),
  campaignPattern: z.string().nullable().meta({ description: scopeDescriptions.campaignPattern }),
  dailyCap: amount(limitDescriptions.dailyCap),
  monthlyCap: amount(limitDescriptions.monthlyCap),
  largestBudget: amount(limitDescriptions.largestBudget),
  largestRaisePercent: amount(limitDescriptions.largestRaisePercent),
  largestRaise: amount(limitDescriptions.largestRaise),
  largestBatch: amount(limitDescriptions.largestBatch),
  notAfterHour: amount(limitDescriptions.notAfterHour),
  basis: GuardBasisWord.meta({ description: limitDescriptions.basis }),
  by: z.string().nullable().meta({ description: limitDescriptions.by }),
  overdelivery: z.boolean().meta({ description: limitDescriptions.overdelivery }),
  currency: CurrencyCode.meta({ description: 'The currency of its amounts.' }),
  mode: GuardModeWord.meta({ description: 'What becomes of a write beyond a limit: refuse, ask or warn.' }),
  stop: z.boolean().meta({ description: limitDescriptions.stop }),
  fourEyes: z.boolean().meta({ description: limitDescriptions.fourEyes }),
}

export const SpendGuard = z.object(guardFields).meta({ id: 'SpendGuard' })

export function presentGuard({
  stoppedFor: _stopped,
  reachedFor: _reached,
  ...guard
}: Guard): z.output<typeof SpendGuard> {
  return guard
}
