import type { Command } from 'commander'
import { does, numbers } from '../../context.ts'
import type { Context, Run } from '../../context.ts'
import { exitCodes } from '../../exit.ts'
import type { ExitCode } from '../../exit.ts'
import type { Session } from '../../session.ts'
import { sandboxText } from '../../words.ts'
import { typeOf } from './status.ts'

const types = ['ad', 'adset', 'campaign'] as const

interface Options {
  type: string
  account: string
  copies: string
  name?: string
  into?: string
  active?: boolean
}

export function addDuplicate(program: Command, run: Run): void {
  const duplicate = program
    .command('duplicate')
    .summary('copy an ad, an ad set or a campaign')
    .argument('<id>', 'its id on the platform')
    .requiredOption('--account <id>', 'the ad account it is in')
    .option('--type <what>', `what it is: ${types.join(', ')}`, 'ad')
    .option('--copies <count>', 'how many', '1')
    .option('--name <name>', 'name of the copies; {n} in it becomes the number of the copy')
    .option('--into <id>', 'the ad set (of an ad) or the campaign (of an ad set) that the copies go into')
    .option('--active', 'let the copies run at once; otherwise they are paused')
  does<Options>(duplicate, run, async (context, [id = ''], options) => {
    const session = await context.open()
    return describe(context, await copy(session, context.signal, id, options))
  })
}

async function copy({ flightdeck }: Session, signal: AbortSignal, id: string, options: Options): Promise<Copies> {
  const { account: accountId, copies, name, into, active } = options
  const shared = {
    accountId,
    copyCount: Number(copies),
    initialStatus: active ? ('ACTIVE' as const) : ('PAUSED' as const),
  }
  const how = { signal, timeoutSeconds: 0 }
  switch (typeOf(options.type, types)) {
    case 'ad':
      return flightdeck.duplicateAd(
        { ...shared, adId: id, targetAdSetId: into, ...(name ? { copyValues: { adName: name } } : {}) },
        how,
      )
    case 'adset':
      return flightdeck.duplicateAdset({ ...shared, adsetId: id, targetCampaignId: into, newName: name }, how)
    case 'campaign':
      return flightdeck.duplicateCampaign({ ...shared, campaignId: id, newName: name }, how)
  }
}

interface Copies {
  sandbox: boolean
  failCount: number
  results: {
    copyNumber: number
    success: boolean
    newAdId?: string
    newAdSetId?: string
    newCampaignId?: string
    newName?: string
    warnings?: string[]
    error?: { message: string; hint?: string }
  }[]
}

function describe(context: Context, reply: Copies): ExitCode {
  context.show(reply, () =>
    [
      context.table(
        [numbers('COPY'), 'ID', 'NAME', 'NOTE'],
        reply.results.map(({ copyNumber, newAdId, newAdSetId, newCampaignId, newName, warnings = [], error }) => [
          ...[String(copyNumber), newAdId ?? newAdSetId ?? newCampaignId ?? '-', newName ?? ''],
          error ? [error.message, error.hint].filter(Boolean).join(' ') : warnings.join(' '),
        ]),
      ),
      sandboxText(reply.sandbox),
    ].join('\n'),
  )
  return reply.failCount > 0 ? exitCodes.failed : exitCodes.done
}
