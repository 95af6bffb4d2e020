/** A mistake that somebody could have made: what stands in a file, and what would stand there. */
export interface Plant {
  name: string
  file: string
  find: string
  replace: string
}

/** One at a time; the simulation must find each. A text that is no longer there is a failure: then the plant is to be made anew. */
export const plants: Plant[] = [
  {
    name: 'the fence is left out where a turn is written down',
    file: 'core/journal/turn-parts.ts',
    find: 'WHERE lanes.fence = lease.fence AND lanes.lease_until > clock_timestamp() FOR SHARE OF lanes',
    replace: 'WHERE lanes.lease_until > clock_timestamp() FOR SHARE OF lanes',
  },
  {
    name: 'a takeover does not raise the fence',
    file: 'core/journal/lanes.ts',
    find: 'UPDATE lanes SET fence = fence + 1, owner',
    replace: 'UPDATE lanes SET fence = fence, owner',
  },
  {
    name: 'a lane is taken before its lease is over',
    file: 'core/journal/lanes.ts',
    find: 'WHERE ${laneIs(lane)} AND lease_until < clock_timestamp()\n',
    replace: "WHERE ${laneIs(lane)} AND lease_until < clock_timestamp() + interval '7 seconds'\n",
  },
  {
    name: 'a lease that is too long',
    file: 'core/journal/lanes.ts',
    find: 'export const leaseSeconds = 9',
    replace: 'export const leaseSeconds = 90',
  },
  {
    name: 'whoever lost the lane still ends its items',
    file: 'core/journal/lanes.ts',
    find: 'if (!(await isHeld(trx, lease))) throw new LaneLost()\n',
    replace: '',
  },
  {
    name: 'whoever lost the lane still closes writes',
    file: 'core/journal/intents.ts',
    find: "WHERE id = ${intent.id} AND state = 'open' AND EXISTS (${laneHeld(lease)})`.execute(db)\n  if (numAffectedRows !== 1n) throw new LaneLost()\n}\n\n/** What a write made",
    replace:
      "WHERE id = ${intent.id} AND state = 'open' AND company_id = ${lease.companyId}`.execute(db)\n  if (numAffectedRows !== 1n) throw new LaneLost()\n}\n\n/** What a write made",
  },
  {
    name: 'an open intent is sent again without a look',
    file: 'core/journal/turn-parts.ts',
    find: "WHERE mine.state IN ('refused', 'absent')",
    replace: "WHERE mine.state IN ('refused', 'absent', 'open')",
  },
  {
    name: 'a lookup is skipped',
    file: 'core/launch/engine/run-step.ts',
    find: 'const found = await lane.calls.read(() => readBack.find(contextOf(write), { firstSentAt, isCertain }))',
    replace: "const found = (firstSentAt, 'absent' as Awaited<ReturnType<typeof readBack.find>>)",
  },
  {
    name: 'what is not found at once does not exist',
    file: 'core/launch/engine/run-step.ts',
    find: 'if (!isCertain) throw new Unsure(',
    replace: 'if (false) throw new Unsure(',
  },
  {
    name: 'the life of a request is left out of what is waited for',
    file: 'core/launch/engine/run-item.ts',
    find: 'lifeMs: sendWindowMs + requestLifeMs + readLagMs',
    replace: 'lifeMs: sendWindowMs + readLagMs',
  },
  {
    name: 'the lag of reads is left out of what is waited for',
    file: 'core/launch/engine/run-item.ts',
    find: 'lifeMs: sendWindowMs + requestLifeMs + readLagMs',
    replace: 'lifeMs: sendWindowMs + requestLifeMs',
  },
  {
    name: 'a request without an answer counts as answered',
    file: 'core/launch/engine/run-step.ts',
    find: "typeof error.failure.code === 'number' ? lane.verbs.readLagMs : null",
    replace: 'lane.verbs.readLagMs',
  },
  {
    name: 'a bad answer is taken for one that shows at once what it made',
    file: 'core/launch/engine/run-step.ts',
    find: "typeof error.failure.code === 'number' ? lane.verbs.readLagMs : null",
    replace: "typeof error.failure.code === 'number' ? 0 : null",
  },
  {
    name: 'a lost answer is taken for a refusal',
    file: 'core/launch/engine/run-step.ts',
    find: "if (error.kind !== 'unknown') await entry.closeNotDone",
    replace: "if (error.kind !== 'auth') await entry.closeNotDone",
  },
  {
    name: 'a write leaves however late it is',
    file: 'platforms/kit/time/deadline.ts',
    find: 'isOver: () => performance.now() > monotonic || Date.now() > wall',
    replace: 'isOver: () => monotonic + wall < 0',
  },
  {
    name: 'the time to leave is counted from after the intent',
    file: 'core/launch/engine/run-step.ts',
    find: "if (leave && !lane.halt.signal.aborted) return { state: 'departs', intent, sendBefore, leave }",
    replace:
      "if (leave && !lane.halt.signal.aborted) return { state: 'departs', intent, sendBefore: deadlineIn(sendWindowMs * 4), leave }",
  },
  {
    name: 'a key that is another one for every owner',
    file: 'core/journal/turn-values.ts',
    find: "key: ['text', ({ step }) => step.key],",
    replace: "key: ['text', ({ step, lease }) => (step.key += `+${lease.fence}`)],",
  },
  {
    name: 'an ad is called failed while its write is open',
    file: 'core/launch/engine/run-item.ts',
    find: 'if (!isFailed || !(await entry.hasOpenAd())) return verdict\n',
    replace: 'if (isFailed || !isFailed) return verdict\n',
  },
  {
    name: 'a cancel stops an ad that was sent',
    file: 'core/journal/item-ends.ts',
    find: "AND journal.kind = 'ad' AND journal.state IN ('open', 'done')",
    replace: "AND journal.kind = 'ad' AND journal.state IN ('done')",
  },
  {
    name: 'a turn does not wait for a cancel',
    file: 'core/journal/turn-parts.ts',
    find: '  ORDER BY id FOR NO KEY UPDATE`\n\n/** Items that are taken up',
    replace: '  ORDER BY id`\n\n/** Items that are taken up',
  },
  {
    name: 'ads that look alike take each other for their own',
    file: 'core/journal/intents.ts',
    find: "AND kind = 'ad' AND state = 'open' LIMIT 1`.execute(\n    db,\n  )",
    replace: "AND kind = 'ad' AND state = 'open' AND false LIMIT 1`.execute(\n    db,\n  )",
  },
  {
    name: 'a direct write is repeated before its time',
    file: 'core/journal/direct-write.ts',
    find: '(${atAnyTime} OR certain_after <= clock_timestamp())',
    replace: '(${atAnyTime} OR true)',
  },
  {
    name: 'a direct write that is open is not looked for',
    file: 'core/journal/direct-write.ts',
    find: 'lookFor(write, row.first_intent_at, [0])',
    replace: 'lookFor(write, row.first_intent_at, [])',
  },
  {
    name: 'an ad waits and does not say for what',
    file: 'core/launch/engine/run-item.ts',
    find: "const lookup = { state: 'unsure', reason: 'lookup' } as const",
    replace: "const lookup = { state: 'unsure' } as { state: 'unsure'; reason: 'lookup' }",
  },
  {
    name: 'events are written down without their batch being locked',
    file: 'core/journal/events.ts',
    find: 'FROM (SELECT id FROM batches WHERE id = ${of.batchId} FOR NO KEY UPDATE) AS locked`',
    replace: 'FROM (SELECT id FROM batches WHERE id = ${of.batchId}) AS locked`',
  },
  {
    name: 'an item that has just ended is taken up as it was read before',
    file: 'core/launch/engine/run-lane.ts',
    find: 'due.push(...rows.filter((row) => !before.has(row.id)))',
    replace: 'due.push(...rows.filter((row) => !running.has(row.id)))',
  },
  {
    name: 'an ad is intended for an item that no longer runs',
    file: 'core/journal/turn-parts.ts',
    find: "AND item.state = 'running' AND NOT item.stop_wanted",
    replace: 'AND NOT item.stop_wanted',
  },
  {
    name: 'a direct write that was answered badly is sent again before reads can show it',
    file: 'core/journal/direct-write.ts',
    find: 'await certainIn(db, row, life.readLagMs)',
    replace: 'await certainIn(db, row, 0 * life.readLagMs)',
  },
  {
    name: 'a look that fails is told as the failure of the write',
    file: 'core/journal/direct-write.ts',
    find: "if (error instanceof PlatformError) return 'unclear'\n",
    replace: '',
  },
  {
    name: 'a cancel is told after the end',
    file: 'core/launch/batch/cancel.ts',
    find: 'if (outcome.cancelled + outcome.stillRunning === 0) {',
    replace: 'if (outcome.cancelled + outcome.stillRunning < 0) {',
  },
  {
    name: 'a write whose answer is lost is repeated without end',
    file: 'core/launch/engine/run-step.ts',
    find: 'if (intent.lost < mostLost || tries === 0) return\n',
    replace: 'if (intent.lost < mostLost * 100 || tries === 0) return\n',
  },
]
