import type { Command } from 'commander'
import { does, numbers } from '../context.ts'
import type { Run } from '../context.ts'
import { exitCodes } from '../exit.ts'
import { describeEnd } from '../launch/ended.ts'
import { exitOf, watchBatches } from '../launch/watch.ts'
import { formatTime } from '../output/table.ts'
import { collect } from './collect.ts'
import { confirm } from './confirm.ts'
import { endsDroppedText } from './ends.ts'
import { addReceipts } from './receipts.ts'

const idHelp = 'id of the batch, as launch tells it'

export function addBatch(program: Command, run: Run): void {
  const batch = program.command('batch').summary('launches: how far they are, what came of them, undo')
  addList(batch, run)
  addShow(batch, run)
  addWatch(batch, run)
  addReceipts(batch, run, idHelp)
  addRetry(batch, run)
  addCancel(batch, run)
  addUndo(batch, run)
}

function addList(batch: Command, run: Run): void {
  const list = batch
    .command('list')
    .summary('launches of the company, newest first')
    .option('--status <word>', 'draft, in_progress, success, error, partial or cancelled')
    .option('--account <id>', 'only those with ads for this account')
    .option('--limit <count>', 'how many', '20')
  type Options = { status?: 'success'; account?: string; limit: string }
  does<Options>(list, run, async (context, _words, { status, account, limit }) => {
    const { flightdeck } = await context.open()
    const question = { status, accountId: account, limit: Math.min(100, Number(limit)) }
    const found = await collect(flightdeck.all.listBatches(question, { signal: context.signal }), Number(limit))
    context.show(found, () =>
      context.table(
        [numbers('BATCH'), 'STATUS', numbers('ADS'), numbers('LAUNCHED'), numbers('FAILED'), 'ASKED FOR', 'BY', 'NAME'],
        found.map(({ adBatchId, name, rawStatus, totalAds, successfulAds, failedAds, createdAt, createdBy }) => [
          ...[String(adBatchId), rawStatus, String(totalAds), String(successfulAds), String(failedAds)],
          ...[formatTime(createdAt), createdBy, name ?? '-'],
        ]),
      ),
    )
  })
}

function addShow(batch: Command, run: Run): void {
  const show = batch.command('show').summary('one launch: every ad and where it stands').argument('<id>', idHelp)
  does(show, run, async (context, [id = '']) => {
    const { flightdeck } = await context.open()
    const found = await flightdeck.getBatchStatus({ id, include: 'ads' }, { signal: context.signal })
    context.show(found, () =>
      [
        `Batch ${found.adBatchId}${found.name ? ` (${found.name})` : ''}: ${found.message}`,
        context.table(
          [numbers('AD'), 'NAME', 'ACCOUNT', 'AD SET', 'STATUS', 'AD ID', 'NOTE'],
          (found.ads ?? []).map(({ index, adName, adAccountId, adSetId, status, adId, error, waitingFor }) => [
            ...[String(index), adName, adAccountId, adSetId, status, adId ?? '-'],
            error?.message ?? (waitingFor ? `waits for ${waitingFor}` : ''),
          ]),
        ),
      ].join('\n'),
    )
  })
}

function addWatch(batch: Command, run: Run): void {
  const watch = batch
    .command('watch')
    .summary('follow launches to their end, with a bar for each account')
    .argument('<ids...>', idHelp)
  does(watch, run, async (context, ids) => {
    const session = await context.open()
    if (!context.isJson) {
      const ended = await watchBatches(context, session, ids)
      context.print(describeEnd(context, ended))
      return exitOf(ended)
    }
    // A line for each event, as it happens.
    const statuses = await Promise.all(
      ids.map((id) =>
        session.flightdeck.waitForBatch(id, {
          signal: context.signal,
          onEvent: ({ type, data }) => context.print(JSON.stringify({ type, ...data })),
        }),
      ),
    )
    for (const status of statuses) context.print(JSON.stringify({ type: 'batch', ...status }))
    return exitOf(statuses)
  })
}

function addRetry(batch: Command, run: Run): void {
  const retry = batch
    .command('retry')
    .summary('launch again what failed, and watch it')
    .argument('<id>', idHelp)
    .option('--no-watch', 'end when it is taken')
  does<{ watch: boolean }>(retry, run, async (context, [id = ''], { watch }) => {
    const session = await context.open()
    // Its slug may stand where its id may; this operation wants the number.
    const { adBatchId } = await session.flightdeck.getBatchStatus({ id }, { signal: context.signal })
    const taken = await session.flightdeck.launchFromDraft({ batchId: adBatchId }, { signal: context.signal })
    if (!watch) return context.show(taken, () => `${taken.message}\nflightdeck batch watch ${adBatchId}`)
    context.explain(taken.message)
    const ended = await watchBatches(context, session, [adBatchId])
    context.show(ended[0], () => describeEnd(context, ended))
    return exitOf(ended)
  })
}

function addCancel(batch: Command, run: Run): void {
  const cancel = batch
    .command('cancel')
    .summary('stop what was not sent yet, and say what exists already')
    .argument('<id>', idHelp)
  does(cancel, run, async (context, [id = '']) => {
    const { flightdeck } = await context.open()
    const answer = await flightdeck.cancelBatch({ id }, { signal: context.signal })
    context.show(answer, () => `${answer.message}\nWhat exists can be removed: flightdeck batch undo ${id}`)
  })
}

function addUndo(batch: Command, run: Run): void {
  const undo = batch
    .command('undo')
    .summary('pause, then delete the ads that a launch made')
    .argument('<id>', idHelp)
    .option('--dry-run', 'only say what would be removed')
    .option('--yes', 'do it without asking')
  does<{ dryRun?: boolean; yes?: boolean }>(undo, run, async (context, [id = ''], { dryRun = false, yes }) => {
    const { flightdeck } = await context.open()
    if (!dryRun && !yes) {
      const plan = await flightdeck.undoBatch({ id, dryRun: true }, { signal: context.signal })
      const lost = plan.results.flatMap(({ endsDropped = [] }) => endsDropped)
      if (lost.length > 0) context.explain(endsDroppedText(lost, 'is no longer kept then'))
      if (!(await confirm(context.world, `${plan.doneCount} ads of batch ${id} are deleted. Go on?`)))
        return exitCodes.wrong
    }
    const answer = await flightdeck.undoBatch({ id, dryRun }, { signal: context.signal, timeoutSeconds: 0 })
    context.show(answer, () =>
      [
        context.table(
          [numbers('AD'), 'NAME', 'AD ID', 'OUTCOME', 'WHY'],
          answer.results.map((each) => [String(each.index), each.adName, each.adId, each.outcome, each.reason ?? '']),
        ),
        endsDroppedText(
          answer.results.flatMap(({ endsDropped = [] }) => endsDropped),
          dryRun ? 'would no longer be kept' : undefined,
        ),
        answer.message,
      ]
        .filter(Boolean)
        .join('\n'),
    )
    return answer.cannotCount > 0 ? exitCodes.failed : exitCodes.done
  })
}
