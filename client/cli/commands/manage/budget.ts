import type { Command } from 'commander'
import type { UpdateBudgetReply } from '../../../src/index.ts'
import { does } from '../../context.ts'
import type { Run } from '../../context.ts'
import { CommandProblem } from '../../exit.ts'
import { costLines } from '../../output/costs.ts'
import { formatNumber } from '../../output/table.ts'
import { CellProblem, readAmount } from '../../../src/sheet/values.ts'
import { sandboxText } from '../../words.ts'
import { typeOf } from './status.ts'

const levels = ['adset', 'campaign'] as const

interface Options {
  type: string
  account?: string
  daily?: string
  lifetime?: string
  change?: string
  dryRun?: boolean
}

export function addBudget(program: Command, run: Run): void {
  const budget = program
    .command('budget')
    .summary('set or change the budget of an ad set or a campaign')
    .argument('<id>', 'its id on the platform')
    .option('--daily <amount>', 'what may be spent in a day, in the currency of the account')
    .option('--lifetime <amount>', 'what may be spent in all')
    .option('--change <percent>', 'by how much: +20 or -50')
    .option('--type <what>', `what it is: ${levels.join(', ')}`, 'adset')
    .option('--account <id>', 'the ad account it is in; looked for when left out')
    .option('--dry-run', 'say what would happen, guards included, and change nothing')
  does<Options>(budget, run, async (context, [id = ''], options) => {
    const { daily, lifetime, change, account, dryRun } = options
    if ([daily, lifetime, change].filter((given) => given !== undefined).length !== 1)
      throw new CommandProblem('Give one of --daily, --lifetime and --change.')
    const { flightdeck } = await context.open()
    const asked = {
      entityId: id,
      entityType: typeOf(options.type, levels),
      accountId: account,
      dailyBudget: amountOf('--daily', daily),
      lifetimeBudget: amountOf('--lifetime', lifetime),
      changePercent: amountOf('--change', change?.replace(/%$/, '')),
      dryRun,
    }
    const reply = await flightdeck.updateBudget(asked, { signal: context.signal })
    context.show(reply, () => describe(reply))
  })
}

/** People write 12,50 as well as 12.50. */
function amountOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  try {
    return readAmount(text)
  } catch (error) {
    throw error instanceof CellProblem ? new CommandProblem(`${option} ${error.message}`) : error
  }
}

function describe({ entityId, old, new: now, currency, sandbox, dryRun, ...costs }: UpdateBudgetReply): string {
  const { guards = [], goesLive } = costs
  const said = (budgets: typeof old) =>
    budgets.dailyBudget !== null
      ? `${formatNumber(budgets.dailyBudget, 2)} ${currency} a day`
      : budgets.lifetimeBudget !== null
        ? `${formatNumber(budgets.lifetimeBudget, 2)} ${currency} in all`
        : 'no budget of its own'
  return [
    `${entityId}: ${said(old)} ${dryRun ? 'would become' : 'became'} ${said(now)}. ${sandboxText(sandbox)}`,
    ...costLines(goesLive),
    ...guards.map(({ name, mode, message }) => `Guard ${name ? `"${name}" ` : ''}(${mode}): ${message}`),
    ...(dryRun ? ['Nothing was changed.'] : []),
  ].join('\n')
}
